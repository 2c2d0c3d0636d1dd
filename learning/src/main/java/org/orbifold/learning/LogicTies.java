package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.FormulaInstances;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * Which formula instances of Markov logic are one parameter: those whose groundings a symmetry of the structure maps to
 * each other. The structure is the network grounded over the constants of all databases, without data and without the
 * weights that are learned; given weights and hard formulas are part of it. A symmetry maps (atom, value) pairs, and
 * counts only if it maps every ground formula to one of its kind.
 */
final class LogicTies {

    /** Ground features of the structure, and joint values of one of them, at most: symmetries are found in seconds. */
    private static final double MAX_FEATURES = 2e5;
    private static final int MAX_ENTRIES = 1 << 10;
    /** The weight of all learned formulas in the structure; none that a user would give. */
    private static final double LEARNED = 0.7310585786300049;

    /** A ground formula as a function: the atoms that matter, in order, where it holds, its weight in the structure. */
    private record Function(List<Integer> scope, List<Boolean> holds, double weight) { }

    private final MarkovLogic network;
    private final FormulaInstances own;
    private final GroundFormulas ground;
    private final GraphicalModel structure;
    private final Map<Function, List<Integer>> functions = new LinkedHashMap<>();
    /** By ground formula: the atoms that matter. */
    private final List<List<Integer>> scopes = new ArrayList<>();
    private final int[] root;
    /** Values of a scope; those of other variables are left over. */
    private final int[] state;

    private LogicTies(MarkovLogic network, List<Database> databases, Set<Integer> learned, Budget budget) {
        this.network = network;
        Database all = constants(network, databases);
        this.own = FormulaInstances.of(network, List.of(all));
        FormulaCounter counter = FormulaCounter.of(all, own, network.predicates().stream().map(Predicate::name)
                .collect(Collectors.toSet()), (long) MAX_FEATURES);
        double size = counter.groundSize();
        if (size > MAX_FEATURES) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, "ties by symmetry need the structure "
                    + "grounded over all constants, which has %,.0f ground formulas; expected at most %,.0f, or no "
                    + "ties", size, MAX_FEATURES));
        }
        this.ground = counter.ground();
        this.structure = structure(learned);
        this.state = new int[structure.variableCount()];
        this.root = IntStream.range(0, own.list().size()).toArray();
        for (int f = 0; f < ground.instance().length; f++) {
            budget.check();
            Function function = function(f, null, null);
            scopes.add(function.scope);
            functions.computeIfAbsent(function, key -> new ArrayList<>()).add(ground.instance()[f]);
        }
        functions.values().forEach(Collections::sort);
    }

    /**
     * Finds the classes.
     *
     * @param instances the instances to be tied
     * @param learned   formulas whose weights are learned, by their place in the network
     * @param remarks   receives that the search for symmetries was cut off, if it was
     * @return by instance: the first one with the same parameter
     * @throws IllegalArgumentException if the structure is too large
     */
    static int[] orbits(MarkovLogic network, List<Database> databases, FormulaInstances instances,
            Set<Integer> learned, int threads, List<String> remarks, Budget budget) {
        LogicTies ties = new LogicTies(network, databases, learned, budget);
        BlockSymmetries found = SymmetryFinder.of(ties.structure, SymmetryOptions.defaults().withThreads(threads)
                .withBudget(budget)).variableValue();
        found.limitReached().ifPresent(limit -> remarks.add("the search for symmetries was cut off (" + limit
                + "), so some weights may be untied that a symmetry maps to each other"));
        for (Permutation generator : found.generators()) {
            budget.check();
            ties.join(found.pairs(), generator);
        }
        Map<String, Integer> byText = new HashMap<>();
        for (int i = 0; i < ties.own.list().size(); i++) {
            byText.put(key(ties.own.list().get(i)), i);
        }
        int[] classes = new int[instances.list().size()];
        Map<Integer, Integer> first = new HashMap<>();
        for (int i = 0; i < classes.length; i++) {
            Integer there = byText.get(key(instances.list().get(i)));
            int place = i;
            classes[i] = there == null ? i : first.computeIfAbsent(ties.find(there), key -> place);
        }
        return classes;
    }

    private static String key(FormulaInstances.Instance instance) {
        return instance.formula() + " " + instance.text();
    }

    /** A world with the constants of all. */
    private static Database constants(MarkovLogic network, List<Database> databases) {
        Database.Builder builder = Database.builder(network);
        for (String type : network.types()) {
            Set<String> names = new LinkedHashSet<>();
            databases.forEach(database -> names.addAll(database.constants(type)));
            if (names.size() > Database.empty(network).constants(type).size()) {
                builder.type(type, List.copyOf(names));
            }
        }
        return builder.build();
    }

    private GraphicalModel structure(Set<Integer> learned) {
        ModelBuilder builder = GraphicalModel.builder();
        ground.model().variables().forEach(v -> builder.variable(v.name(), v.domain()));
        for (int f = 0; f < ground.instance().length; f++) {
            WeightedFeature feature = feature(ground.model(), f);
            int instance = ground.instance()[f];
            if (instance < 0) {
                builder.add(feature);
            } else if (learned.contains(own.list().get(instance).formula())) {
                builder.add(feature.withWeight(LEARNED));
            } else {
                builder.add(feature.withWeight(own.list().get(instance).weight().orElse(0)));
            }
        }
        return builder.build();
    }

    private static WeightedFeature feature(GraphicalModel model, int f) {
        return (WeightedFeature) model.features().get(f);
    }

    /** The image of a ground formula; of the identity if there is no generator. */
    private Function function(int f, @Nullable BlockValuePairs pairs, @Nullable Permutation generator) {
        WeightedFeature feature = feature(structure, f);
        int[] scope = feature.scope();
        if (structure.assignments(scope) > MAX_ENTRIES) {
            throw new IllegalArgumentException("ties by symmetry are found for ground formulas of up to " + MAX_ENTRIES
                    + " joint values, but a grounding of '" + network.formulas().get(own.list().get(
                    Math.max(0, ground.instance()[f])).formula()) + "' has " + scope.length + " atoms");
        }
        int[] image = new int[scope.length];
        Integer[] order = new Integer[scope.length];
        for (int k = 0; k < scope.length; k++) {
            image[k] = generator == null || pairs == null ? scope[k]
                    : pairs.blockOf(generator.image(pairs.firstPair(scope[k])));
            order[k] = k;
        }
        Arrays.sort(order, (a, b) -> Integer.compare(image[a], image[b]));
        int entries = (int) structure.assignments(scope);
        Boolean[] holds = new Boolean[entries];
        for (int e = 0; e < entries; e++) {
            int rest = e;
            for (int k = scope.length - 1; k >= 0; k--) {
                state[scope[k]] = rest % structure.size(scope[k]);
                rest /= structure.size(scope[k]);
            }
            int at = 0;
            for (int k : order) {
                int value = state[scope[k]];
                at = at * structure.size(scope[k]) + (generator == null || pairs == null ? value
                        : pairs.valueOf(generator.image(pairs.firstPair(scope[k]) + value)));
            }
            holds[at] = feature.holds(state);
        }
        return essential(Arrays.stream(order).mapToInt(k -> image[k]).toArray(),
                Arrays.stream(order).mapToInt(k -> structure.size(scope[k])).toArray(), holds, feature.weight());
    }

    /**
     * Without atoms that do not matter, such as those of F(x,y) => (S(x) <=> S(y)) where x = y: no symmetry needs to
     * move them along.
     */
    private static Function essential(int[] scope, int[] sizes, Boolean[] holds, double weight) {
        List<Integer> left = new ArrayList<>();
        Boolean[] table = holds;
        int after = holds.length;
        for (int k = 0; k < scope.length; k++) {
            // Places of the table: those of the atoms that are left, then this one, then the rest.
            int size = sizes[k];
            after /= size;
            int stride = after;
            Boolean[] now = table;
            boolean matters = IntStream.range(0, now.length)
                    .anyMatch(e -> now[e] != (boolean) now[e - e / stride % size * stride]);
            if (matters) {
                left.add(scope[k]);
            } else {
                table = IntStream.range(0, now.length).filter(e -> e / stride % size == 0).mapToObj(e -> now[e])
                        .toArray(Boolean[]::new);
            }
        }
        return new Function(left, List.of(table), weight);
    }

    /** Joins instances that a generator maps to each other, if it is a symmetry of the formulas one by one. */
    private void join(BlockValuePairs pairs, Permutation generator) {
        List<int[]> images = new ArrayList<>();
        Map<Function, List<Integer>> moved = new HashMap<>();
        for (int f = 0; f < ground.instance().length; f++) {
            if (isMoved(f, pairs, generator)) {
                moved.computeIfAbsent(function(f, pairs, generator), key -> new ArrayList<>())
                        .add(ground.instance()[f]);
            }
        }
        for (Map.Entry<Function, List<Integer>> entry : moved.entrySet()) {
            List<Integer> there = functions.get(entry.getKey());
            if (there == null || there.size() != entry.getValue().size()) {
                return;
            }
            Collections.sort(entry.getValue());
            for (int i = 0; i < there.size(); i++) {
                images.add(new int[] {entry.getValue().get(i), there.get(i)});
            }
        }
        for (int[] pair : images) {
            if (pair[0] >= 0 && pair[1] >= 0) {
                int one = find(pair[0]);
                int other = find(pair[1]);
                root[Math.max(one, other)] = Math.min(one, other);
            }
        }
    }

    private boolean isMoved(int f, BlockValuePairs pairs, Permutation generator) {
        for (int v : scopes.get(f)) {
            for (int x = 0; x < structure.size(v); x++) {
                if (generator.image(pairs.firstPair(v) + x) != pairs.firstPair(v) + x) {
                    return true;
                }
            }
        }
        return false;
    }

    private int find(int i) {
        int r = i;
        while (root[r] != r) {
            root[r] = root[root[r]];
            r = root[r];
        }
        return r;
    }
}
