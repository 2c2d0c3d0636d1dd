package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.ScaledTable.Mode;
import org.orbifold.pgm.time.Budget;

/**
 * The pass from the root of a contraction tree to its leaves: what the rest of the tree says about each node's
 * variables, which gives all marginals and the joint probabilities asked for. This is reverse-mode differentiation: the
 * adjoint of a node's table is the contraction of its parent's adjoint with its sibling's table. Compiled for the
 * shapes; immutable.
 *
 * <p>A variable's marginal is read at the node where that takes the least additional work, and only nodes on the way to
 * such ones get an adjoint.
 */
final class DownwardPass {

    private final ContractionProgram program;
    private final List<int[]> asked;
    private final int[] parent;
    private final boolean[] needed;
    /** By node: the variables whose marginals are read there; null for none. */
    private final IntArrayList[] read;
    /** By node: the strides of these variables in its belief. */
    private final int[][] strides;
    /** By node: the scopes that are read there, by their number, and where their entries are in its belief. */
    private final IntArrayList[] joints;
    private final Broadcast[][] jointEntries;
    /** By node: adjoint of the parent with the sibling, and adjoint with the node's own table. */
    private final @Nullable Contraction[] adjoints;
    private final @Nullable Contraction[] beliefs;

    /**
     * Compiles.
     *
     * @param program the compiled tree
     * @param leaves  its leaves
     * @param asked   scopes whose joint probabilities are wanted, without sliced variables
     * @param budget  the time it may take
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    DownwardPass(ContractionProgram program, Leaves leaves, List<int[]> asked, Budget budget) {
        this.program = program;
        this.asked = asked;
        ContractionTree tree = program.tree();
        int nodes = tree.nodeCount();
        this.parent = new int[nodes];
        this.needed = new boolean[nodes];
        this.read = new IntArrayList[nodes];
        this.strides = new int[nodes][];
        this.joints = new IntArrayList[nodes];
        this.jointEntries = new Broadcast[nodes][];
        this.adjoints = new Contraction[nodes];
        this.beliefs = new Contraction[nodes];
        parent[nodes - 1] = -1;
        for (int node = tree.leafCount(); node < nodes; node++) {
            parent[tree.left(node)] = node;
            parent[tree.right(node)] = node;
        }
        needed[nodes - 1] = true;
        for (int j = 0; j < asked.size(); j++) {
            if (asked.get(j).length > 0) {
                add(joints, leaves.asked(j), j);
                need(leaves.asked(j));
            }
        }
        chooseReads(budget);
        int[][] orders = new int[nodes][];
        for (int node = nodes - 1; node >= 0; node--) {
            budget.check();
            if (!needed[node]) {
                continue;
            }
            if (isRoot(node)) {
                orders[node] = new int[0];
            } else {
                int above = parent[node];
                int sibling = tree.left(above) == node ? tree.right(above) : tree.left(above);
                Contraction adjoint = program.contraction(orders[above], program.order(sibling), tree.scope(node));
                adjoints[node] = adjoint;
                orders[node] = adjoint.order();
            }
            if (read[node] != null || joints[node] != null) {
                compileReads(node, orders[node]);
            }
        }
    }

    /** Whether a node gets an adjoint, or is the root of a part; others are dropped at once. */
    boolean isNeeded(int node) {
        return needed[node];
    }

    /** What computes a node's adjoint; null if it gets none. */
    @Nullable Contraction adjoint(int node) {
        return adjoints[node];
    }

    /** What computes a node's belief; null if nothing is read there. */
    @Nullable Contraction belief(int node) {
        return beliefs[node];
    }

    /** The belief of a node, and where what is read there stands in it. */
    private void compileReads(int node, int[] adjointOrder) {
        int[] sizes = program.tree().sizes();
        int[] scope = program.ownOrder(node).clone();
        Arrays.sort(scope);
        Contraction belief = program.contraction(program.ownOrder(node), adjointOrder, scope);
        beliefs[node] = belief;
        strides[node] = read[node] == null ? new int[0]
                : TableMath.strides(sizes, read[node].toIntArray(), belief.order());
        if (joints[node] != null) {
            jointEntries[node] = joints[node].intStream()
                    .mapToObj(j -> Broadcast.of(sizes, belief.order(), asked.get(j))).toArray(Broadcast[]::new);
        }
    }

    /** Whether a node shares no variable with the rest: its adjoint is a number, which marginals do not depend on. */
    private boolean isRoot(int node) {
        return program.tree().scope(node).length == 0;
    }

    private static void add(IntArrayList[] lists, int node, int item) {
        lists[node] = lists[node] == null ? new IntArrayList(2) : lists[node];
        lists[node].add(item);
    }

    private void need(int node) {
        int at = node;
        while (!needed[at]) {
            needed[at] = true;
            at = isRoot(at) ? at : parent[at];
        }
    }

    /** The node of each variable's marginal, rare variables first: the others then find nodes that are needed. */
    private void chooseReads(Budget budget) {
        ContractionTree tree = program.tree();
        IntArrayList[] holders = new IntArrayList[tree.sizes().length];
        for (int node = 0; node < tree.nodeCount(); node++) {
            for (int v : program.ownOrder(node)) {
                add(holders, v, node);
            }
        }
        int[] variables = IntStream.range(0, holders.length).filter(v -> holders[v] != null).boxed()
                .sorted((u, v) -> holders[u].size() != holders[v].size() ? holders[u].size() - holders[v].size()
                        : u - v).mapToInt(v -> v).toArray();
        double[] entries = new double[tree.nodeCount()];
        double[] fromRoot = new double[tree.nodeCount()];
        for (int node = tree.nodeCount() - 1; node >= 0; node--) {
            entries[node] = tree.entries(program.ownOrder(node));
            fromRoot[node] = parent[node] < 0 ? 0
                    : fromRoot[parent[node]] + program.contraction(parent[node]).products();
        }
        for (int v : variables) {
            budget.check();
            int best = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int node : holders[v]) {
                int at = node;
                while (!needed[at] && !isRoot(at)) {
                    at = parent[at];
                }
                double cost = entries[node] + fromRoot[node] - fromRoot[at];
                if (cost < least) {
                    least = cost;
                    best = node;
                }
            }
            add(read, best, v);
            need(best);
        }
    }

    /**
     * Marginals and joints of one slice.
     *
     * @param marginals by variable; null for those of one value
     * @param joints    by scope asked for
     */
    record Beliefs(double @Nullable [][] marginals, double[][] joints) { }

    /** The arrays of one run, for the next: adjoints and beliefs, by node. */
    static final class Buffers {

        private final double[][] adjoints;
        private final double[][] beliefs;
        private @Nullable Beliefs found;

        Buffers(ContractionProgram program) {
            adjoints = new double[program.tree().nodeCount()][];
            beliefs = new double[program.tree().nodeCount()][];
        }

        private Beliefs found(int variables, int asked) {
            if (found == null) {
                found = new Beliefs(new double[variables][], new double[asked][]);
            }
            return found;
        }
    }

    /**
     * Runs it; precisely, if otherwise too much would be lost. Tables of the pass up are dropped on the way, unless
     * that is run again.
     *
     * @param tables  the pass up
     * @param source  its leaves
     * @param workers the threads, and the time
     * @param buffers for another run; null for new arrays
     */
    Beliefs run(UpwardPass tables, UpwardPass.Source source, TaskThreads workers, @Nullable Buffers buffers) {
        AtomicBoolean precise = new AtomicBoolean(true);
        Beliefs found = run(tables, workers, buffers, precise);
        if (precise.get()) {
            return found;
        }
        return run(tables.run(source, Mode.PRECISE_SUM, workers), workers, buffers, precise);
    }

    private Beliefs run(UpwardPass tables, TaskThreads workers, @Nullable Buffers buffers, AtomicBoolean precise) {
        ContractionTree tree = program.tree();
        int nodes = tree.nodeCount();
        Beliefs found = buffers == null ? new Beliefs(new double[tree.sizes().length][], new double[asked.size()][])
                : buffers.found(tree.sizes().length, asked.size());
        // Each is set by the thread that visits its parent and read by the one that visits it, which the workers order.
        ScaledTable[] held = new ScaledTable[nodes];
        ScaledTable one = ScaledTable.one();
        program.down(workers, node -> {
            if (!needed[node]) {
                tables.drop(node, workers.arrays());
                return;
            }
            ScaledTable adjoint = isRoot(node) ? one : held[node];
            held[node] = null;
            if (beliefs[node] != null) {
                ScaledTable own = program.isLeaf(node) ? tables.whole(node) : tables.table(node);
                ScaledTable belief = ScaledTable.contract(beliefs[node], own, adjoint, tables.mode(), workers,
                        array(buffers == null ? null : buffers.beliefs, node, beliefs[node], workers));
                if (!belief.isPrecise()) {
                    precise.set(false);
                }
                read(node, belief, found, workers);
                workers.arrays().give(belief.entries());
            }
            if (!program.isLeaf(node)) {
                int left = tree.left(node);
                int right = tree.right(node);
                descend(left, right, adjoint, held, tables, workers, buffers);
                descend(right, left, adjoint, held, tables, workers, buffers);
                for (int child : new int[] {left, right}) {
                    if (!needed[child]) {
                        tables.drop(child, workers.arrays());
                    }
                }
            }
            if (!isRoot(node)) {
                workers.arrays().give(adjoint.entries());
            }
            tables.drop(node, workers.arrays());
        });
        for (int j = 0; j < asked.size(); j++) {
            if (asked.get(j).length == 0) {
                found.joints[j] = new double[] {1};
            }
        }
        return found;
    }

    /** The adjoint of a node, from its parent's and its sibling's table. */
    private void descend(int node, int sibling, ScaledTable above, ScaledTable[] held, UpwardPass tables,
            TaskThreads workers, @Nullable Buffers buffers) {
        if (needed[node] && !isRoot(node)) {
            held[node] = ScaledTable.contract(adjoints[node], above, tables.table(sibling), tables.mode(), workers,
                    array(buffers == null ? null : buffers.adjoints, node, adjoints[node], workers));
        }
    }

    /** An array for a result: that of the run before, if there are such. */
    private static double[] array(double @Nullable [][] before, int node, Contraction contraction,
            TaskThreads workers) {
        if (before == null) {
            return workers.arrays().take(contraction.entries());
        }
        if (before[node] == null) {
            before[node] = new double[contraction.entries()];
        }
        return before[node];
    }

    private void read(int node, ScaledTable belief, Beliefs found, TaskThreads workers) {
        int[] sizes = program.tree().sizes();
        double[] weights = belief.areLogs() ? exponentials(belief.entries(), workers) : belief.entries();
        for (int k = 0; k < strides[node].length; k++) {
            int v = read[node].getInt(k);
            double[] sums = found.marginals[v] == null ? new double[sizes[v]] : found.marginals[v];
            Arrays.fill(sums, 0);
            int stride = strides[node][k];
            for (int at = 0, checked = 0; at < weights.length;) {
                for (int x = 0; x < sums.length; x++) {
                    double sum = 0;
                    for (int end = at + stride; at < end;) {
                        for (int piece = Math.min(end - at, ScaledTable.PIECE) + at; at < piece; at++) {
                            sum += weights[at];
                        }
                        if (at - checked >= ScaledTable.PIECE) {
                            workers.checkTime();
                            checked = at;
                        }
                    }
                    sums[x] += sum;
                }
            }
            found.marginals[v] = TableMath.normalized(sums);
        }
        for (int i = 0; jointEntries[node] != null && i < jointEntries[node].length; i++) {
            int j = joints[node].getInt(i);
            double[] sums = new double[TableMath.entries(sizes, asked.get(j))];
            for (int from = 0, to; from < weights.length; from = to) {
                to = ScaledTable.pieceEnd(from, weights, workers);
                jointEntries[node][i].sumInto(weights, sums, from, to);
            }
            found.joints[j] = TableMath.normalized(sums);
        }
    }

    private static double[] exponentials(double[] logs, TaskThreads workers) {
        double max = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            max = Math.max(max, log);
        }
        double[] result = new double[logs.length];
        for (int i = 0; i < logs.length;) {
            for (int to = ScaledTable.pieceEnd(i, logs, workers); i < to; i++) {
                result[i] = Math.exp(logs[i] - max);
            }
        }
        return result;
    }
}
