package org.orbifold.inference;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** A most probable state, or the best one found with what is proved about it. Immutable. */
public final class MapResult {

    /** A weight this close to the bound, relatively, is the largest. */
    private static final double TOLERANCE = 1e-9;

    private final int[] state;
    private final double logWeight;
    private final double bound;
    private final Optional<BigInteger> images;
    private final List<String> lines;
    private final double seconds;

    MapResult(int[] state, double logWeight, double bound, Optional<BigInteger> images, List<String> lines,
            double seconds) {
        this.state = state.clone();
        this.logWeight = logWeight;
        this.bound = bound;
        this.images = images;
        this.lines = List.copyOf(lines);
        this.seconds = seconds;
    }

    /**
     * The state.
     *
     * @return a value for each variable of the model, the observed ones included; a fresh array
     */
    public int[] state() {
        return state.clone();
    }

    /**
     * Its weight.
     *
     * @return the log-weight, with the evidence, not divided by Z
     */
    public double logWeight() {
        return logWeight;
    }

    /**
     * What is proved about all states.
     *
     * @return a log-weight that none exceeds; that of the state where it was found exactly
     */
    public double logBound() {
        return bound;
    }

    /**
     * Whether no state is more probable.
     *
     * @return whether the bound is reached
     */
    public boolean isProved() {
        return bound - logWeight <= TOLERANCE * (1 + Math.abs(logWeight));
    }

    /**
     * How many states are as probable because symmetries of the model make them of this one, itself included.
     *
     * @return the size of its orbit under the variable-value symmetries; empty if they were not all found in time
     */
    public Optional<BigInteger> images() {
        return images;
    }

    /**
     * How it was found.
     *
     * @return a line for each stage and each part
     */
    public List<String> lines() {
        return lines;
    }

    /**
     * How long it took.
     *
     * @return seconds, planning included
     */
    public double seconds() {
        return seconds;
    }
}
