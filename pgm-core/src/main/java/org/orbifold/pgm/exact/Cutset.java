package org.orbifold.pgm.exact;

import java.util.BitSet;
import java.util.function.ToDoubleFunction;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * Variables to condition on, so that the tables of every single assignment fit the memory: fewer bytes for more time.
 * Chosen one by one, each time the one that saves most for the least additional work.
 *
 * @param variables the variables
 * @param cost      the memory for one assignment, the operations for all
 */
record Cutset(BitSet variables, ExactCost cost) {

    private static final double MAX_ASSIGNMENTS = 1 << 20;
    /** Only variables in a clique of at least this share of the largest one are looked at. */
    private static final double SHARE = 1.0 / 8;
    /** Counts as additional work in any case, so that what costs nothing is not infinitely good. */
    private static final double SOME_WORK = 0.05;

    /**
     * Chooses the variables.
     *
     * @param tree   the tree
     * @param others bytes that are needed beside its tables, if some variables are given
     * @param limit  the most bytes
     * @param budget the time for it
     * @return the variables, possibly too few for the limit if no others help
     */
    static Cutset choose(EliminationTree tree, ToDoubleFunction<BitSet> others, double limit, Budget budget) {
        BitSet chosen = new BitSet();
        ExactCost cost = tree.cost();
        double assignments = 1;
        while (!fits(cost, others.applyAsDouble(chosen), limit)) {
            int best = -1;
            double bestScore = 0;
            ExactCost bestCost = cost;
            BitSet candidates = candidates(tree, chosen, cost.largestTable() * SHARE);
            for (int v = candidates.nextSetBit(0); v >= 0; v = candidates.nextSetBit(v + 1)) {
                budget.check();
                chosen.set(v);
                ExactCost with = tree.cost(chosen);
                chosen.clear(v);
                double saved = Math.log(cost.bytes() / with.bytes());
                double work = Math.log(tree.sizes()[v] * with.operations() / cost.operations());
                double score = saved / (Math.max(work, 0) + SOME_WORK);
                if (score > bestScore) {
                    best = v;
                    bestScore = score;
                    bestCost = with;
                }
            }
            if (best < 0 || assignments * tree.sizes()[best] > MAX_ASSIGNMENTS) {
                break;
            }
            chosen.set(best);
            assignments *= tree.sizes()[best];
            cost = bestCost;
        }
        double bytes = cost.bytes() + others.applyAsDouble(chosen);
        return new Cutset(chosen, new ExactCost(cost.width(), cost.largestTable(), bytes,
                // Even an assignment that leaves nothing to sum has the factors to be looked up.
                (cost.operations() + tree.sizes().length) * assignments, chosen.cardinality(), false));
    }

    private static boolean fits(ExactCost cost, double others, double limit) {
        return cost.bytes() + others <= limit && cost.largestTable() <= Table.MAX_ENTRIES;
    }

    private static BitSet candidates(EliminationTree tree, BitSet chosen, double large) {
        BitSet candidates = new BitSet();
        for (int v : tree.order()) {
            double entries = chosen.get(v) ? 1 : tree.sizes()[v];
            for (int u : tree.separators()[v]) {
                entries *= chosen.get(u) ? 1 : tree.sizes()[u];
            }
            if (entries >= large) {
                candidates.set(v);
                for (int u : tree.separators()[v]) {
                    candidates.set(u);
                }
            }
        }
        candidates.andNot(chosen);
        return candidates;
    }
}
