package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.ScaledTable.Mode;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * Sums some variables out of a model and keeps the others: the weight of a state of the kept ones is then the sum over
 * all states of the model that agree with it.
 *
 * <p>The variables to sum fall into components that only kept ones connect. Each component becomes one table over the
 * kept variables beside it, its boundary, by a contraction tree with that table at the root. Any elimination order
 * that sums first must make these tables, so nothing is lost by taking the components one by one. Components that are
 * too large stay as they are.
 *
 * <p>Cost: a contraction per component. Immutable.
 */
public final class PartialSum {

    private final GraphicalModel model;
    private final int[] toOriginal;
    private final int remaining;
    private final @Nullable TooLargeException refused;

    private PartialSum(GraphicalModel model, int[] toOriginal, int remaining, @Nullable TooLargeException refused) {
        this.model = model;
        this.toOriginal = toOriginal;
        this.remaining = remaining;
        this.refused = refused;
    }

    /**
     * Sums.
     *
     * @param model      the model
     * @param kept       the variables to keep
     * @param maxEntries the most entries of a table over a boundary
     * @param options    memory, threads and time; a component that needs more stays as it is
     * @return the model over what is left
     * @throws org.orbifold.pgm.time.OutOfTimeException      if it is not done in time
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible, as far as that is seen
     */
    public static PartialSum of(GraphicalModel model, int[] kept, double maxEntries, ExactOptions options) {
        return new Work(model, kept, options).run(maxEntries);
    }

    /**
     * What is left.
     *
     * @return a model over the kept variables and the components that were too large; variables keep their names
     */
    public GraphicalModel model() {
        return model;
    }

    /**
     * The number of a variable in the model that was given.
     *
     * @param variable a variable of {@link #model()}
     * @return its number there
     */
    public int toOriginal(int variable) {
        return toOriginal[variable];
    }

    /**
     * How many variables are left that were to be summed.
     *
     * @return 0 if the sum is complete
     */
    public int remaining() {
        return remaining;
    }

    /**
     * Why variables remain.
     *
     * @return an exception with the cost of the first component that was too large; empty if the sum is complete
     */
    public Optional<TooLargeException> refusal() {
        return Optional.ofNullable(refused);
    }

    /** The components, and the sum over each. */
    private static final class Work {

        private final GraphicalModel model;
        private final ExactOptions options;
        private final Budget budget;
        private final boolean[] summed;
        private final List<Feature> features = new ArrayList<>();
        /** By variable to be summed: another of its component, itself for the first; otherwise −1. */
        private final int[] root;
        /** Scratch, by variable: its number in a part. */
        private final int[] number;
        private double constant;
        private @Nullable TooLargeException refused;

        Work(GraphicalModel model, int[] kept, ExactOptions options) {
            this.model = model;
            this.options = options;
            this.budget = options.budget();
            this.summed = new boolean[model.variableCount()];
            for (int v = 0; v < summed.length; v++) {
                summed[v] = model.size(v) > 1;
            }
            for (int v : kept) {
                summed[v] = false;
            }
            Factors factors = model.factors(budget);
            features.addAll(factors.tables());
            features.addAll(factors.wide());
            constant = factors.constant();
            number = new int[summed.length];
            root = new int[summed.length];
            Arrays.setAll(root, v -> summed[v] ? v : -1);
            for (Feature feature : features) {
                int first = -1;
                for (int v : feature.scope()) {
                    if (summed[v] && first >= 0) {
                        root[find(v)] = find(first);
                    }
                    first = summed[v] ? v : first;
                }
            }
        }

        private int find(int v) {
            int at = v;
            while (root[at] != at) {
                root[at] = root[root[at]];
                at = root[at];
            }
            return at;
        }

        PartialSum run(double maxEntries) {
            // By first variable: the features of a component.
            List<List<Feature>> components = new ArrayList<>();
            for (int v = 0; v < summed.length; v++) {
                components.add(new ArrayList<>(0));
            }
            List<Feature> left = new ArrayList<>();
            for (Feature feature : features) {
                int inside = Arrays.stream(feature.scope()).filter(v -> summed[v]).findFirst().orElse(-1);
                (inside < 0 ? left : components.get(find(inside))).add(feature);
            }
            boolean[] remains = new boolean[summed.length];
            for (int v = 0; v < summed.length; v++) {
                budget.check();
                if (!summed[v]) {
                    remains[v] = true;
                } else if (find(v) == v && !sum(v, components.get(v), maxEntries, left)) {
                    remains[v] = true;
                    left.addAll(components.get(v));
                }
            }
            for (int v = 0; v < summed.length; v++) {
                remains[v] |= summed[v] && remains[find(v)];
            }
            if (constant == Double.NEGATIVE_INFINITY) {
                throw ContractionPlan.contradiction();
            }
            int[] toOriginal = IntStream.range(0, remains.length).filter(v -> remains[v]).toArray();
            int remaining = (int) Arrays.stream(toOriginal).filter(v -> summed[v]).count();
            return new PartialSum(part(toOriginal, left, constant), toOriginal, remaining, refused);
        }

        /** The features over some variables, which are numbered anew. */
        private GraphicalModel part(int[] variables, List<Feature> of, double logWeight) {
            ModelBuilder builder = GraphicalModel.builder();
            for (int i = 0; i < variables.length; i++) {
                number[variables[i]] = i;
                builder.variable(model.variable(variables[i]).name(), model.variable(variables[i]).domain());
            }
            for (Feature feature : of) {
                builder.add(feature instanceof Table table ? Table.of(Arrays.stream(table.scope())
                        .map(v -> number[v]).toArray(), table.sizes(), table.entries())
                        : ((WeightedFeature) feature).renumbered(v -> number[v]));
            }
            return builder.constant(logWeight).build();
        }

        /** Replaces a component by a table over its boundary; false if that is too large. */
        private boolean sum(int component, List<Feature> of, double maxEntries, List<Feature> left) {
            if (of.isEmpty()) {
                constant += Math.log(model.size(component));
                return true;
            }
            int[] variables = of.stream().flatMapToInt(f -> Arrays.stream(f.scope()))
                    .filter(v -> model.size(v) > 1).sorted().distinct().toArray();
            int[] boundary = Arrays.stream(variables).filter(v -> !summed[v]).toArray();
            double entries = model.assignments(boundary);
            boolean wide = of.stream().anyMatch(f -> model.assignments(f.scope()) > Table.MAX_ENTRIES);
            if (entries > maxEntries || wide) {
                return refuse(new ExactCost(boundary.length - 1, entries, entries * Double.BYTES, entries, 0, true));
            }
            // Variables of one value are in scopes, not in tables.
            int[] all = of.stream().flatMapToInt(f -> Arrays.stream(f.scope())).sorted().distinct().toArray();
            GraphicalModel part = part(all, of, 0);
            if (boundary.length == 0) {
                ContractionPlan plan = ContractionPlan.of(part, List.of(), options);
                ExactCost cost = plan.cost(options.memoryBytes(), budget);
                if (isTooLarge(cost)) {
                    return refuse(cost);
                }
                constant += plan.logPartition(options);
                return true;
            }
            int[] open = Arrays.stream(boundary).map(v -> Arrays.binarySearch(all, v)).toArray();
            double[] logs = table(part, open);
            if (logs == null) {
                return false;
            }
            left.add(Table.of(boundary, Arrays.stream(boundary).map(model::size).toArray(), logs));
            return true;
        }

        private boolean refuse(ExactCost cost) {
            refused = refused == null ? TooLargeException.of(cost, cost, options) : refused;
            return false;
        }

        private boolean isTooLarge(ExactCost cost) {
            return cost.lowerBound() || cost.bytes() > options.memoryBytes() || cost.largestTable() > Table.MAX_ENTRIES
                    || !options.allows(cost.operations());
        }

        /** The log-weights of the joint values of some variables, the last changing fastest; null if too large. */
        private double @Nullable [] table(GraphicalModel part, int[] open) {
            Leaves leaves = Leaves.of(part, List.of(), budget);
            int[][] tables = Arrays.copyOf(leaves.scopes(), leaves.count() + 1);
            int last = leaves.count();
            tables[last] = open;
            int[] sizes = part.sizes();
            EliminationOrder order = EliminationOrder.find(sizes, Arrays.asList(tables), budget);
            if (order.lowerBound().isPresent()) {
                refuse(order.lowerBound().get());
                return null;
            }
            TreePlanner planner = new TreePlanner(sizes, tables, options, 1);
            ContractionTree tree = rooted(planner.improved(planner.greedy(Arrays.stream(order.order())
                    .filter(v -> Arrays.binarySearch(open, v) < 0).toArray())), tables, last);
            ExactCost cost = tree.cost(tables, leaves);
            if (isTooLarge(cost)) {
                refuse(cost);
                return null;
            }
            ContractionProgram program = new ContractionProgram(tree, tables, budget);
            UpwardPass.Source loaded = leaves.loader(part, budget).slice(new int[sizes.length]);
            UpwardPass up;
            try (TaskThreads workers = new TaskThreads(options.threads(), budget)) {
                // Every entry is of interest by itself, not only their sum.
                up = new UpwardPass(program, UpwardPass.Keep.ALL).run((leaf, by, mode, threads) -> leaf == last
                        ? ScaledTable.ofLogs(new double[(int) tree.entries(open)], 0, 0, mode, threads)
                        : loaded.leaf(leaf, by, mode, threads), Mode.PRECISE_SUM, workers);
            }
            int top = tree.nodeCount() - 1;
            int node = tree.left(top) == last ? tree.right(top) : tree.left(top);
            ScaledTable found = up.table(node);
            double[] logs = new double[found.entries().length];
            Arrays.fill(logs, found.logScale() + leaves.constant(part));
            Broadcast.of(sizes, open, program.order(node)).add(found.logs(TaskThreads.CALLER), 0, logs, 0,
                    logs.length);
            return logs;
        }

        /** The same tree, with the root beside a leaf. */
        private static ContractionTree rooted(ContractionTree tree, int[][] tables, int leaf) {
            int count = tree.nodeCount();
            int[] parent = new int[count];
            for (int node = tree.leafCount(); node < count; node++) {
                parent[tree.left(node)] = node;
                parent[tree.right(node)] = node;
            }
            // The old root only joins its children; the path from it to the leaf is turned round.
            int top = count - 1;
            IntArrayList left = new IntArrayList();
            IntArrayList right = new IntArrayList();
            int[] number = new int[count];
            for (int node = 0; node < count; node++) {
                number[node] = node < tree.leafCount() ? node : -1;
            }
            boolean[] turned = new boolean[count];
            IntArrayList path = new IntArrayList();
            for (int node = leaf; node != top; node = parent[node]) {
                path.add(node);
                turned[node] = true;
            }
            for (int node = tree.leafCount(); node < top; node++) {
                if (!turned[node]) {
                    number[node] = join(tree.leafCount(), left, right, number[tree.left(node)],
                            number[tree.right(node)]);
                }
            }
            int below = path.getInt(path.size() - 1);
            int rest = number[tree.left(top) == below ? tree.right(top) : tree.left(top)];
            for (int i = path.size() - 1; i > 0; i--) {
                int node = path.getInt(i);
                int other = tree.left(node) == path.getInt(i - 1) ? tree.right(node) : tree.left(node);
                rest = join(tree.leafCount(), left, right, rest, number[other]);
            }
            join(tree.leafCount(), left, right, rest, leaf);
            return ContractionTree.of(tree.sizes(), tables, left.toIntArray(), right.toIntArray());
        }

        private static int join(int leaves, IntArrayList left, IntArrayList right, int a, int b) {
            left.add(a);
            right.add(b);
            return leaves + left.size() - 1;
        }
    }
}
