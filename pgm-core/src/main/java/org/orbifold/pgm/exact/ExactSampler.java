package org.orbifold.pgm.exact;

import java.util.random.RandomGenerator;

/**
 * Independent exact samples of a model, by backward sampling on its contraction tree: one pass up beforehand, then each
 * draw chooses the variables of each node from the root down. Immutable; safe for several threads, each with a
 * generator of its own.
 */
public final class ExactSampler {

    private final int[] sizes;
    /** In no table. */
    private final int[] uniform;
    private final UpwardPass tables;
    private final Descent descent;
    private final double logPartition;

    ExactSampler(int[] sizes, int[] uniform, UpwardPass tables, Descent descent, double logPartition) {
        this.sizes = sizes;
        this.uniform = uniform;
        this.tables = tables;
        this.descent = descent;
        this.logPartition = logPartition;
    }

    /**
     * Draws a state.
     *
     * @param random the source of randomness
     * @return a fresh state
     */
    public int[] draw(RandomGenerator random) {
        int[] state = new int[sizes.length];
        descent.draw(tables, state, random, descent.newScratch());
        for (int v : uniform) {
            state[v] = random.nextInt(sizes[v]);
        }
        return state;
    }

    /**
     * The logarithm of Z.
     *
     * @return log Z, found on the way
     */
    public double logPartition() {
        return logPartition;
    }
}
