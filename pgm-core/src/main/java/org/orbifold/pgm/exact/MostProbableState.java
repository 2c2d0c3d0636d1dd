package org.orbifold.pgm.exact;

import java.util.Arrays;

/** A state of largest weight. Immutable. */
public final class MostProbableState {

    private final int[] state;
    private final double logWeight;

    /**
     * Takes a state.
     *
     * @param state     the state; copied
     * @param logWeight its log-weight
     */
    public MostProbableState(int[] state, double logWeight) {
        this.state = state.clone();
        this.logWeight = logWeight;
    }

    /**
     * The state.
     *
     * @return a fresh array
     */
    public int[] state() {
        return state.clone();
    }

    /**
     * Its weight.
     *
     * @return the logarithm of the weight, not divided by Z
     */
    public double logWeight() {
        return logWeight;
    }

    @Override
    public String toString() {
        return Arrays.toString(state) + " of log-weight " + logWeight;
    }
}
