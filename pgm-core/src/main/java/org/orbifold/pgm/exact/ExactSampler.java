package org.orbifold.pgm.exact;

import java.util.random.RandomGenerator;

/**
 * Independent exact samples of a model, by backward sampling on its junction tree: one pass of messages beforehand,
 * then each draw reads one row per variable. Immutable; safe for several threads, each with a generator of its own.
 */
public final class ExactSampler {

    private final Choices choices;

    ExactSampler(Choices choices) {
        this.choices = choices;
    }

    /**
     * Draws a state.
     *
     * @param random the source of randomness
     * @return a fresh state
     */
    public int[] draw(RandomGenerator random) {
        return choices.draw(random);
    }

    /**
     * The logarithm of Z.
     *
     * @return log Z, found on the way
     */
    public double logPartition() {
        return choices.logTotal();
    }
}
