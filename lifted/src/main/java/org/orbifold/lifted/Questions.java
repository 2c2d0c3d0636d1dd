package org.orbifold.lifted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * The joint marginals of a model that are wanted, and how they come from joint marginals of the lifted model: all
 * blocks of its classes one by one, and the given scopes.
 */
final class Questions {

    private final GraphicalModel model;
    private final LiftedModel lifted;
    private final List<int[]> asked;
    /** The questions by lifted scope and by how many blocks of each class they ask about. */
    private final List<Group> groups;

    /**
     * Questions that one table of the lifted model answers.
     *
     * @param scope its variables
     * @param rest  the remainder variables among them
     * @param asked the questions
     */
    private record Group(int[] scope, int[] rest, List<Question> asked) { }

    /**
     * One question.
     *
     * @param scope  variables of the model
     * @param blocks for each class the blocks of the scope, by type
     * @param types  their types
     */
    private record Question(int[] scope, List<int[]> blocks, List<int[]> types) { }

    /**
     * What was asked for.
     *
     * @param marginals the marginals of all variables
     * @param joints    the joint probabilities of the scopes given
     */
    record Answers(Marginals marginals, List<double[]> joints) { }

    Questions(GraphicalModel model, LiftedModel lifted, List<int[]> asked) {
        this.model = model;
        this.lifted = lifted;
        this.asked = asked;
        Map<List<List<Integer>>, Group> found = new LinkedHashMap<>();
        asked.forEach(scope -> add(scope, found));
        for (BlockClass blocks : lifted.classes()) {
            boolean[] seen = new boolean[blocks.typeCount()];
            for (int b = 0; b < blocks.blockCount(); b++) {
                if (!seen[blocks.typeOf(b)]) {
                    seen[blocks.typeOf(b)] = true;
                    add(blocks.block(b), found);
                }
            }
        }
        this.groups = List.copyOf(found.values());
    }

    private void add(int[] scope, Map<List<List<Integer>>, Group> found) {
        LiftedModel.Place place = lifted.withHubs(scope);
        List<int[]> blocks = new ArrayList<>();
        List<int[]> types = new ArrayList<>();
        for (int c = 0; c < lifted.classes().size(); c++) {
            BlockClass all = lifted.classes().get(c);
            int[] sorted = Arrays.stream(place.blocks().get(c)).boxed()
                    .sorted((a, b) -> all.typeOf(a) != all.typeOf(b) ? all.typeOf(a) - all.typeOf(b) : a - b)
                    .mapToInt(Integer::intValue).toArray();
            blocks.add(sorted);
            types.add(Arrays.stream(sorted).map(all::typeOf).toArray());
        }
        List<List<Integer>> key = List.of(blocks.stream().map(b -> b.length).toList(),
                Arrays.stream(place.rest()).boxed().toList());
        found.computeIfAbsent(key, k -> new Group(lifted.liftedScope(place), place.rest(), new ArrayList<>()))
                .asked.add(new Question(scope, blocks, types));
    }

    /** The scopes whose joint probabilities the lifted model must give. */
    List<int[]> liftedScopes() {
        return groups.stream().map(Group::scope).toList();
    }

    /** About the operations it takes to answer. */
    double operations() {
        double sum = 0;
        for (Group group : groups) {
            Question first = group.asked.get(0);
            double table = model.assignments(group.rest);
            for (int c = 0; c < lifted.classes().size(); c++) {
                table *= first.blocks.get(c).length > 0 ? lifted.classes().get(c).possibleHistograms() : 1;
            }
            for (int c = 0; c < lifted.classes().size(); c++) {
                BlockClass blocks = lifted.classes().get(c);
                if (first.blocks.get(c).length > 0) {
                    // All blocks but a few are summed out one by one, unless they are alike.
                    sum += table * blocks.valueCount() * (blocks.typeCount() == 1 ? blocks.valueCount()
                            : 2.0 * blocks.blockCount());
                }
            }
            sum += group.asked.size() * 16.0;
        }
        return sum;
    }

    Answers answer(ExactResult result, List<double[][]> logSums, Budget budget) {
        Map<int[], double[]> tables = new IdentityHashMap<>();
        for (int g = 0; g < groups.size(); g++) {
            budget.check();
            answer(groups.get(g), outside(groups.get(g), result.joint(g), logSums), tables, budget);
        }
        double[][] marginals = new double[model.variableCount()][];
        for (int v : lifted.remainder()) {
            marginals[v] = result.marginals().distribution(lifted.liftedOf(v));
        }
        for (BlockClass blocks : lifted.classes()) {
            double[][][] ofType = new double[blocks.typeCount()][][];
            for (int b = 0; b < blocks.blockCount(); b++) {
                double[] joint = tables.get(blocks.block(b));
                if (joint != null) {
                    ofType[blocks.typeOf(b)] = single(blocks.block(b), joint);
                }
            }
            for (int b = 0; b < blocks.blockCount(); b++) {
                for (int p = 0; p < blocks.block(b).length; p++) {
                    marginals[blocks.block(b)[p]] = ofType[blocks.typeOf(b)][p];
                }
            }
        }
        return new Answers(Marginals.of(marginals), asked.stream().map(tables::get).toList());
    }

    /** The marginals of the variables of a scope. */
    private double[][] single(int[] scope, double[] joint) {
        double[][] result = new double[scope.length][];
        int stride = joint.length;
        for (int k = 0; k < scope.length; k++) {
            int size = model.size(scope[k]);
            stride /= size;
            result[k] = new double[size];
            double sum = 0;
            for (int i = 0; i < joint.length; i++) {
                result[k][i / stride % size] += joint[i];
                sum += joint[i];
            }
            for (int x = 0; x < size; x++) {
                result[k][x] /= sum;
            }
        }
        return result;
    }

    /** The logarithms of joint probabilities, less the weights of the histograms: what the blocks see from outside. */
    private double[] outside(Group group, double[] joint, List<double[][]> logSums) {
        Question first = group.asked.get(0);
        double[] logs = new double[joint.length];
        Arrays.setAll(logs, i -> Math.log(joint[i]));
        int restStates = (int) model.assignments(group.rest);
        int after = joint.length;
        for (int c = 0; c < lifted.classes().size(); c++) {
            if (first.blocks.get(c).length > 0) {
                BlockClass blocks = lifted.classes().get(c);
                int[] hubState = hubStates(blocks, group.rest);
                int count = blocks.histogramCount();
                after /= count;
                for (int i = 0; i < logs.length; i++) {
                    double weight = logSums.get(c)[hubState[i % restStates]][i / after % count];
                    logs[i] = weight == Double.NEGATIVE_INFINITY ? weight : logs[i] - weight;
                }
            }
        }
        return logs;
    }

    /** For each state of the remainder variables of a group, the state of a class's hubs. */
    private int[] hubStates(BlockClass blocks, int[] rest) {
        int[] states = new int[(int) model.assignments(rest)];
        for (int hub : blocks.hubs()) {
            int stride = states.length;
            int k = 0;
            do {
                stride /= model.size(rest[k]);
            } while (rest[k++] != hub);
            for (int i = 0; i < states.length; i++) {
                states[i] = states[i] * model.size(hub) + i / stride % model.size(hub);
            }
        }
        return states;
    }

    private void answer(Group group, double[] logs, Map<int[], double[]> tables, Budget budget) {
        contract(group, 0, 1, logs, group.asked, tables, budget);
    }

    /** Brings the classes down to blocks, one class after the other. */
    private void contract(Group group, int c, int before, double[] logs, List<Question> asked,
            Map<int[], double[]> tables, Budget budget) {
        if (c == lifted.classes().size()) {
            asked.forEach(question -> tables.put(question.scope, table(group, question, logs)));
            return;
        }
        int width = asked.get(0).blocks.get(c).length;
        if (width == 0) {
            contract(group, c + 1, before, logs, asked, tables, budget);
            return;
        }
        BlockClass blocks = lifted.classes().get(c);
        Map<List<Integer>, List<Question>> byTypes = new LinkedHashMap<>();
        asked.forEach(question -> byTypes.computeIfAbsent(Arrays.stream(question.types.get(c)).boxed().toList(),
                key -> new ArrayList<>()).add(question));
        int after = logs.length / before / blocks.histogramCount();
        int[] ofRest = hubStates(blocks, group.rest);
        int[] hubState = IntStream.range(0, after).map(i -> ofRest[i % ofRest.length]).toArray();
        int tuples = IntStream.range(0, width).reduce(1, (product, i) -> product * blocks.valueCount());
        new Contraction(blocks, before, after, hubState, budget, (types, table) ->
                contract(group, c + 1, before * tuples, table,
                        byTypes.get(Arrays.stream(types).boxed().toList()), tables, budget))
                .run(logs, byTypes.keySet().stream().map(t -> t.stream().mapToInt(Integer::intValue).toArray())
                        .toList());
    }

    /** From the values of blocks and remainder variables to those of a scope. */
    private double[] table(Group group, Question question, double[] logs) {
        int[] scope = question.scope;
        List<int[]> offsets = new ArrayList<>();
        for (int c = 0; c < lifted.classes().size(); c++) {
            BlockClass blocks = lifted.classes().get(c);
            for (int b : question.blocks.get(c)) {
                offsets.add(offsets(scope, blocks, b));
            }
        }
        for (int r : group.rest) {
            int[] offset = new int[model.size(r)];
            int place = IntStream.range(0, scope.length).filter(k -> scope[k] == r).findFirst().orElse(-1);
            int stride = place < 0 ? 0 : stride(scope, place);
            Arrays.setAll(offset, x -> x * stride);
            offsets.add(offset);
        }
        double[] result = new double[(int) model.assignments(scope)];
        int[] digits = new int[offsets.size()];
        for (double log : logs) {
            int index = 0;
            for (int k = 0; k < digits.length; k++) {
                index += offsets.get(k)[digits[k]];
            }
            result[index] += Math.exp(log);
            for (int k = digits.length - 1; k >= 0 && ++digits[k] == offsets.get(k).length; k--) {
                digits[k] = 0;
            }
        }
        return result;
    }

    private int[] offsets(int[] scope, BlockClass blocks, int block) {
        int[] offset = new int[blocks.valueCount()];
        for (int k = 0; k < scope.length; k++) {
            if (lifted.isInClass(scope[k]) && lifted.classOf(scope[k]) == blocks && lifted.blockOf(scope[k]) == block) {
                for (int x = 0; x < offset.length; x++) {
                    offset[x] += blocks.valueAt(lifted.placeInBlock(scope[k]), x) * stride(scope, k);
                }
            }
        }
        return offset;
    }

    private int stride(int[] scope, int place) {
        int stride = 1;
        for (int k = place + 1; k < scope.length; k++) {
            stride *= model.size(scope[k]);
        }
        return stride;
    }
}
