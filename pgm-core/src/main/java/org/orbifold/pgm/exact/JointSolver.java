package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.JointConditional.Member;
import org.orbifold.pgm.exact.ScaledTable.Mode;
import org.orbifold.pgm.exact.UpwardPass.Keep;

/**
 * A {@link JointConditional} on the tables of one model, with scratch space: takes the values of the others, then
 * draws, maximizes or gives marginals. Not safe for use by several threads.
 */
public final class JointSolver {

    private static final double[] CERTAIN = {1};

    private final JointConditional plan;
    private final int[] variables;
    private final TableEntries entries;
    private final UpwardPass sums;
    private @Nullable UpwardPass maxima;
    private final DownwardPass.Buffers buffers;
    /** By leaf: entries for sums, and logarithms for maxima, which are made when first needed. */
    private final double[][] leaves;
    private final double[][] logLeaves;
    private final double[] scratch;
    /** The state at the last condition. */
    private final int[] given;
    private final UpwardPass.Source source;

    JointSolver(JointConditional plan, TableEntries entries) {
        this.plan = plan;
        this.variables = plan.variables();
        this.entries = entries;
        this.sums = new UpwardPass(plan.program(), Keep.ARRAYS);
        this.buffers = new DownwardPass.Buffers(plan.program());
        this.leaves = new double[plan.program().tree().leafCount()][];
        this.logLeaves = new double[leaves.length][];
        for (int leaf = 0; leaf < leaves.length; leaf++) {
            leaves[leaf] = new double[(int) plan.program().tree().entries(plan.program().wholeOrder(leaf))];
        }
        this.scratch = plan.descent().newScratch();
        this.given = new int[plan.program().tree().sizes().length];
        this.source = (leaf, order, mode, workers) -> leaf(leaf, mode);
    }

    /**
     * Takes the values of all variables outside of the set.
     *
     * @param state a state; the values of the set do not matter
     * @return false if no state of the set is possible with these
     */
    public boolean condition(int[] state) {
        System.arraycopy(state, 0, given, 0, given.length);
        sums.run(source, TaskThreads.CALLER);
        return sums.logTotal() > Double.NEGATIVE_INFINITY;
    }

    /** The product of a leaf's factors but for a common factor, as plain numbers as long as that is safe. */
    private ScaledTable leaf(int leaf, Mode mode) {
        double[] product = leaves[leaf];
        Arrays.fill(product, 1);
        double low = 1;
        double high = 1;
        ScaledTable[] tables = entries.scaled();
        for (Member member : plan.members(leaf)) {
            ScaledTable table = tables[member.factor()];
            boolean logs = table.areLogs();
            if (!logs) {
                member.inside().multiply(table.entries(), member.outside().place(given), product, 0, product.length);
                ScaledTable soFar = ScaledTable.bounded(product, 0, low * table.low(), high * table.high(), 0,
                        Mode.PRECISE_SUM, TaskThreads.CALLER);
                logs = soFar.areLogs();
                low = soFar.low();
                high = soFar.high();
            }
            if (logs) {
                return ScaledTable.ofLogs(logs(leaf, given, product), 0, 0, mode, TaskThreads.CALLER);
            }
        }
        return new ScaledTable(product, 0, false, low, high, 0);
    }

    private double[] logs(int leaf, int[] state, double[] sum) {
        Arrays.fill(sum, 0);
        for (Member member : plan.members(leaf)) {
            member.inside().add(entries.logs[member.factor()], member.outside().place(state), sum, 0, sum.length);
        }
        return sum;
    }

    /**
     * Gives the set its most probable values given the others: max-product over the same tree.
     *
     * @param state  the values of the set are replaced
     * @param random chooses among values that are equally good
     * @return false if no state of the set is possible with these, and nothing was changed
     */
    public boolean maximize(int[] state, RandomGenerator random) {
        if (maxima == null) {
            maxima = new UpwardPass(plan.program(), Keep.ARRAYS);
            for (int leaf = 0; leaf < leaves.length; leaf++) {
                logLeaves[leaf] = new double[leaves[leaf].length];
            }
        }
        maxima.run((leaf, order, mode, workers) -> ScaledTable.ofLogs(logs(leaf, state, logLeaves[leaf]), 0, 0, mode,
                workers),
                Mode.MAX, TaskThreads.CALLER);
        if (maxima.logTotal() == Double.NEGATIVE_INFINITY) {
            return false;
        }
        plan.descent().maximize(maxima, state, random);
        return true;
    }

    /**
     * Draws the set, after {@link #condition}.
     *
     * @param state  the values of the set are replaced
     * @param random the source of randomness
     */
    public void draw(int[] state, RandomGenerator random) {
        plan.descent().draw(sums, state, random, scratch);
    }

    /** Receives the conditional marginals of variables and blocks. */
    public interface Marginals {

        /**
         * Takes a marginal.
         *
         * @param variable      a variable of the set
         * @param probabilities of its values, from index 0; only to be read, and only now
         */
        void accept(int variable, double[] probabilities);

        /**
         * Takes the joint marginal of a block.
         *
         * @param block         its place in the list that was planned for
         * @param probabilities of its values, from index 0; only to be read, and only now
         */
        default void acceptBlock(int block, double[] probabilities) { }
    }

    /**
     * Gives the conditional marginals of all variables of the set, and of the blocks, after {@link #condition}.
     *
     * @param listener receives each of them
     */
    public void marginals(Marginals listener) {
        DownwardPass.Beliefs beliefs = plan.down().run(sums, source, TaskThreads.CALLER, buffers);
        for (int v : variables) {
            double[] found = beliefs.marginals()[v];
            // A variable of one value is in no table.
            listener.accept(v, found == null ? CERTAIN : found);
        }
        for (int b = 0; b < plan.blockCount(); b++) {
            listener.acceptBlock(b, beliefs.joints()[b]);
        }
    }
}
