package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/**
 * log Z of a ground network by contraction trees, planned once for all weights.
 *
 * <p>Components of {@link CountTables} that are alike, table by table, are computed once. The expected count of a
 * formula is the sum over tables of the joint probabilities times the counts.
 */
final class GroundPartition implements PartitionPart {

    /** Joint values of one table of counts, at most. */
    private static final int MAX_ENTRIES = 1 << 14;
    /** Operations of one evaluation, at most: a minute of one thread for a hundred evaluations. */
    private static final double MAX_OPERATIONS = 2e8;
    /** A greedy tree this many times too costly is not searched for a better one: annealing gains less. */
    private static final double HOPELESS = 1e3;
    private static final double MEMORY_SHARE = 0.4;

    private record Block(List<Integer> scope, int pattern) { }

    private record Shape(List<Integer> sizes, List<Block> blocks) { }

    /** Components of one shape. */
    private static final class Component {
        private final Shape shape;
        private double copies;
        private @Nullable ContractionPlan plan;

        Component(Shape shape) {
            this.shape = shape;
        }

        GraphicalModel model(double[][] logs) {
            ModelBuilder builder = GraphicalModel.builder()
                    .variables(shape.sizes.stream().mapToInt(Integer::intValue).toArray());
            for (Block block : shape.blocks) {
                builder.table(scope(block), logs[block.pattern]);
            }
            return builder.build();
        }

        List<int[]> scopes() {
            return shape.blocks.stream().map(Component::scope).toList();
        }

        private static int[] scope(Block block) {
            return block.scope.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private final List<CountTables.Pattern> patterns = new ArrayList<>();
    private final List<Component> components = new ArrayList<>();
    private final double[] decided;
    private final long memory;
    private double logFree;
    private int variables;
    private double operations;
    private double width;

    private GroundPartition(double[] decided) {
        this.decided = decided;
        this.memory = (long) (MEMORY_SHARE * Runtime.getRuntime().maxMemory());
    }

    /**
     * Plans.
     *
     * @param ground  the ground formulas
     * @param weights some weights, all different from 0, to plan with
     * @throws TooCostlyException if tables or trees are too large
     */
    static GroundPartition of(GroundFormulas ground, double[] weights, Budget budget) {
        GroundPartition made = new GroundPartition(ground.decided());
        made.build(ground, budget);
        made.plan(weights, budget);
        return made;
    }

    private void build(GroundFormulas ground, Budget budget) {
        GraphicalModel model = ground.model();
        variables = model.variableCount();
        CountTables tables = CountTables.of(ground, MAX_ENTRIES, budget);
        if (!tables.wide().isEmpty()) {
            int atoms = tables.wide().intStream().mapToObj(f -> model.features().get(f).scope())
                    .filter(scope -> model.assignments(scope) > MAX_ENTRIES).mapToInt(scope -> scope.length).max()
                    .orElse(0);
            throw new TooCostlyException(atoms > 0 ? "a formula's grounding has " + atoms + " atoms"
                    : "the tables of counts are too large");
        }
        patterns.addAll(tables.patterns());
        int[] root = IntStream.range(0, variables).toArray();
        for (CountTables.Scope table : tables.scopes()) {
            for (int v : table.scope()) {
                join(root, table.scope()[0], v);
            }
        }
        Map<Integer, List<CountTables.Scope>> byRoot = new LinkedHashMap<>();
        for (CountTables.Scope table : tables.scopes()) {
            byRoot.computeIfAbsent(find(root, table.scope()[0]), key -> new ArrayList<>()).add(table);
        }
        shapes(model, root, byRoot);
    }

    private void shapes(GraphicalModel model, int[] root, Map<Integer, List<CountTables.Scope>> byRoot) {
        Map<Integer, List<Integer>> members = new LinkedHashMap<>();
        for (int v = 0; v < root.length; v++) {
            members.computeIfAbsent(find(root, v), key -> new ArrayList<>()).add(v);
        }
        Map<Shape, Component> byShape = new LinkedHashMap<>();
        int[] local = new int[root.length];
        members.forEach((key, all) -> {
            List<CountTables.Scope> tables = byRoot.get(key);
            if (tables == null) {
                all.forEach(v -> logFree += Math.log(model.size(v)));
                return;
            }
            for (int i = 0; i < all.size(); i++) {
                local[all.get(i)] = i;
            }
            List<Block> blocks = new ArrayList<>();
            for (CountTables.Scope table : tables) {
                blocks.add(new Block(Arrays.stream(table.scope()).map(v -> local[v]).boxed().toList(),
                        table.pattern()));
            }
            blocks.sort((a, b) -> compare(a.scope, b.scope));
            Shape shape = new Shape(all.stream().map(model::size).toList(), List.copyOf(blocks));
            byShape.computeIfAbsent(shape, Component::new).copies++;
        });
        components.addAll(byShape.values());
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = Integer.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private void plan(double[] weights, Budget budget) {
        double[][] logs = logs(weights);
        for (Component component : components) {
            ContractionPlan greedy = ContractionPlan.greedy(component.model(logs), component.scopes(),
                    options(budget));
            boolean hopeless = greedy.cost().operations() > HOPELESS * MAX_OPERATIONS;
            ContractionPlan plan = hopeless ? greedy : greedy.improved(options(budget));
            ExactCost cost = plan.cost();
            operations += cost.operations();
            width = Math.max(width, cost.width());
            if (operations > MAX_OPERATIONS || cost.bytes() > memory) {
                throw new TooCostlyException(String.format(Locale.ROOT,
                        "a contraction tree of width %d takes about %.1e operations", cost.width(),
                        cost.operations()));
            }
            component.plan = plan;
        }
    }

    private ExactOptions options(Budget budget) {
        return ExactOptions.defaults().withThreads(1).withMemoryBytes(memory).withBudget(budget);
    }

    private double[][] logs(double[] weights) {
        return patterns.stream().map(pattern -> logs(pattern, weights)).toArray(double[][]::new);
    }

    private static double[] logs(CountTables.Pattern pattern, double[] weights) {
        double[] logs = new double[pattern.sizes().stream().reduce(1, (a, b) -> a * b)];
        for (int i = 0; i < pattern.instances().size(); i++) {
            double weight = weights[pattern.instances().get(i)];
            List<Double> count = pattern.counts().get(i);
            for (int e = 0; e < logs.length; e++) {
                logs[e] += weight * count.get(e);
            }
        }
        pattern.impossible().forEach(e -> logs[e] = Double.NEGATIVE_INFINITY);
        return logs;
    }

    @Override
    public int components() {
        return components.size();
    }

    @Override
    public double[][] solve(double[] weights, int[] which, Budget budget) {
        double[][] logs = logs(weights);
        double[][] solved = new double[which.length][];
        for (int i = 0; i < which.length; i++) {
            budget.check();
            solved[i] = solve(components.get(which[i]), logs, weights.length, budget);
        }
        return solved;
    }

    @Override
    public double add(double[] weights, double[][] solved, double[] expected) {
        double sum = logFree;
        for (int i = 0; i < decided.length; i++) {
            sum += decided[i] == 0 ? 0 : weights[i] * decided[i];
            expected[i] += decided[i];
        }
        for (int c = 0; c < solved.length; c++) {
            double copies = components.get(c).copies;
            double[] part = solved[c];
            sum += copies * part[weights.length];
            for (int i = 0; i < weights.length; i++) {
                expected[i] += copies * part[i];
            }
        }
        return sum;
    }

    /** The expected counts of a component, and after them its log Z. */
    private double[] solve(Component component, double[][] logs, int parameters, Budget budget) {
        GraphicalModel model = component.model(logs);
        ContractionPlan plan = component.plan == null ? null : component.plan.on(model).orElse(null);
        if (plan == null) {
            plan = ContractionPlan.of(model, component.scopes(), options(budget));
        }
        ExactResult result = plan.solve(options(budget));
        double[] part = new double[parameters + 1];
        part[parameters] = result.logPartition();
        for (int b = 0; b < component.shape.blocks.size(); b++) {
            CountTables.Pattern pattern = patterns.get(component.shape.blocks.get(b).pattern);
            double[] joint = result.joint(b);
            for (int i = 0; i < pattern.instances().size(); i++) {
                List<Double> count = pattern.counts().get(i);
                double sum = 0;
                for (int e = 0; e < joint.length; e++) {
                    sum += joint[e] * count.get(e);
                }
                part[pattern.instances().get(i)] += sum;
            }
        }
        return part;
    }

    private static int find(int[] root, int v) {
        int r = v;
        while (root[r] != r) {
            root[r] = root[root[r]];
            r = root[r];
        }
        return r;
    }

    private static void join(int[] root, int a, int b) {
        int one = find(root, a);
        int other = find(root, b);
        root[Math.max(one, other)] = Math.min(one, other);
    }

    @Override
    public String describe() {
        return String.format(Locale.ROOT, "contraction trees of width up to %.0f for %,d atoms in %,d component%s%s",
                width, variables, (long) components.stream().mapToDouble(c -> c.copies).sum(),
                components.stream().mapToDouble(c -> c.copies).sum() == 1 ? "" : "s",
                components.size() < components.stream().mapToDouble(c -> c.copies).sum()
                        ? ", " + components.size() + " of them different" : "");
    }
}
