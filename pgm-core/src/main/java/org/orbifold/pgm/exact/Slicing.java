package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.BitSet;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * Variables whose values are fixed, one joint value after another, so that the tables of every single slice fit the
 * memory: fewer bytes for more work. Chosen one by one, each time the one that saves most for the least additional
 * work. Immutable.
 *
 * @param variables the variables
 * @param tables    the scopes of the leaves without them
 * @param tree      the tree over these
 * @param cost      the memory of one slice, the operations of all
 */
record Slicing(BitSet variables, int[][] tables, ContractionTree tree, ExactCost cost) {

    /** Most slices: each takes at least some microseconds. */
    private static final double MAX_SLICES = 1 << 20;
    /** Only variables of tables of at least this share of the largest one are looked at. */
    private static final double SHARE = 1.0 / 8;
    /** Counts as additional work in any case, so that what costs nothing is not infinitely good. */
    private static final double SOME_WORK = 0.05;

    /**
     * Chooses the variables.
     *
     * @param tree   the tree
     * @param leaves its leaves
     * @param limit  the most bytes
     * @param most   operations above which the search ends: it would not be begun
     * @param budget the time for it
     * @return the variables, possibly too few for the limit if no others help
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    static Slicing choose(ContractionTree tree, Leaves leaves, double limit, double most, Budget budget) {
        Slicing best = new Slicing(new BitSet(), leaves.scopes(), tree, tree.cost(leaves.scopes(), leaves));
        double slices = 1;
        // All slices together take at least the work of the whole, and each at least its share of the bytes.
        while (!best.fits(limit) && best.cost.bytes() <= limit * MAX_SLICES / slices
                && slices * best.cost.operations() <= most) {
            Slicing before = best;
            double bestScore = 0;
            BitSet candidates = before.candidates();
            for (int v = candidates.nextSetBit(0); v >= 0; v = candidates.nextSetBit(v + 1)) {
                budget.check();
                Slicing with = before.with(v, leaves);
                double saved = Math.log(before.cost.bytes() / with.cost.bytes());
                double work = Math.log(tree.sizes()[v] * with.cost.operations() / before.cost.operations());
                double score = saved / (Math.max(work, 0) + SOME_WORK);
                if (score > bestScore) {
                    best = with;
                    bestScore = score;
                }
            }
            if (best == before) {
                break;
            }
            BitSet added = (BitSet) best.variables.clone();
            added.andNot(before.variables);
            slices *= tree.sizes()[added.nextSetBit(0)];
            if (slices > MAX_SLICES) {
                return before.allSlices();
            }
        }
        return best.allSlices();
    }

    /** Whether the tables of a slice fit some memory. */
    boolean fits(double limit) {
        return cost.bytes() <= limit && cost.largestTable() <= Table.MAX_ENTRIES;
    }

    private BitSet candidates() {
        BitSet candidates = new BitSet();
        for (int node = 0; node < tree.nodeCount(); node++) {
            int[] scope = node < tables.length ? tables[node] : tree.scope(node);
            if (tree.entries(scope) >= cost.largestTable() * SHARE) {
                Arrays.stream(scope).forEach(candidates::set);
            }
        }
        return candidates;
    }

    private Slicing with(int v, Leaves leaves) {
        BitSet more = (BitSet) variables.clone();
        more.set(v);
        int[][] fewer = Arrays.stream(tables).map(scope -> Arrays.binarySearch(scope, v) < 0 ? scope
                : Arrays.stream(scope).filter(u -> u != v).toArray()).toArray(int[][]::new);
        ContractionTree smaller = tree.on(fewer);
        return new Slicing(more, fewer, smaller, smaller.cost(fewer, leaves));
    }

    private Slicing allSlices() {
        double slices = variables.stream().mapToDouble(v -> tree.sizes()[v]).reduce(1, (a, b) -> a * b);
        return new Slicing(variables, tables, tree, new ExactCost(cost.width(), cost.largestTable(), cost.bytes(),
                cost.operations() * slices, variables.cardinality(), false));
    }
}
