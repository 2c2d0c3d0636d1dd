package org.orbifold.pgm.exact;

import java.util.List;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.exact.EliminationPlan.Clique;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * The joint conditional distribution of a set of variables given all others, by variable elimination: planned once,
 * computed for any state of the others. Draws from it exactly, and gives the conditional marginals of all variables of
 * the set, and of blocks of them.
 *
 * <p>The plan is immutable and knows scopes only: models with the same scopes and sizes share it. {@link #on} gives
 * scratch space for one thread and one model; a draw allocates nothing.
 */
public final class JointConditional {

    private final EliminationPlan plan;

    private JointConditional(EliminationPlan plan) {
        this.plan = plan;
    }

    /**
     * Plans for a set of variables.
     *
     * @param model the model; its features that are too wide for tables must not touch the set
     * @param order the variables of the set, in the order of their elimination
     * @return the plan
     * @throws IllegalArgumentException if a table would be too large for memory
     */
    public static JointConditional plan(GraphicalModel model, int[] order) {
        return plan(model, order, List.of());
    }

    /**
     * Plans for a set of variables, so that joint marginals of some blocks are given as well.
     *
     * @param model  the model; its features that are too wide for tables must not touch the set
     * @param order  the variables of the set, in the order of their elimination
     * @param blocks blocks inside the set; one whose variables are in no common table makes tables larger
     * @return the plan
     * @throws IllegalArgumentException if a table would be too large for memory, or a block is not inside the set
     */
    public static JointConditional plan(GraphicalModel model, int[] order, List<Block> blocks) {
        return plan(model, order, blocks, Budget.unlimited());
    }

    /**
     * Plans in a limited time.
     *
     * @param model  the model; its features that are too wide for tables must not touch the set
     * @param order  the variables of the set, in the order of their elimination
     * @param blocks blocks inside the set whose joint marginals are given as well
     * @param budget the time it may take
     * @return the plan
     * @throws IllegalArgumentException                 if a table would be too large for memory, or a block is not
     *                                                  inside the set
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static JointConditional plan(GraphicalModel model, int[] order, List<Block> blocks, Budget budget) {
        return new JointConditional(new EliminationPlan(model, order, blocks, budget));
    }

    /**
     * The set.
     *
     * @return its variables in the order of elimination; a fresh array
     */
    public int[] variables() {
        return plan.order.clone();
    }

    /**
     * The entries of all tables: what scratch space takes.
     *
     * @return the sum
     */
    public long entries() {
        return plan.cliques.stream().mapToLong(Clique::entries).sum();
    }

    /**
     * About the work of a draw with all marginals.
     *
     * @return in entries of tables
     */
    public long work() {
        return plan.work();
    }

    /**
     * Scratch space for one thread.
     *
     * @param model a model with the same tables as the one planned for, but for their entries
     * @return the distribution, ready for {@link JointSolver#condition}
     */
    public JointSolver on(GraphicalModel model) {
        return on(TableEntries.of(model));
    }

    /**
     * Scratch space for one thread that shares the entries of a model's tables with others.
     *
     * @param entries those of a model with the same tables as the one planned for
     * @return the distribution, ready for {@link JointSolver#condition}
     */
    public JointSolver on(TableEntries entries) {
        return new JointSolver(plan, entries);
    }

    /** An index with the probabilities, never one of probability 0. */
    static int index(double[] weights, int from, int size, double uniform) {
        double sum = 0;
        for (int x = 0; x < size; x++) {
            sum += weights[from + x];
        }
        double left = uniform * sum;
        int last = 0;
        for (int x = 0; x < size; x++) {
            double weight = weights[from + x];
            if (weight > 0) {
                if (left < weight) {
                    return x;
                }
                left -= weight;
                last = x;
            }
        }
        return last;
    }
}
