package org.orbifold.inference;

import java.util.List;

/**
 * The most probable joint value of some variables, the others summed out (marginal MAP), or the best one found with
 * what is proved about it. Immutable.
 */
public final class MarginalMapResult {

    /** A weight this close to the bound, relatively, is the largest. */
    private static final double TOLERANCE = 1e-9;

    private final int[] variables;
    private final int[] values;
    private final double logWeight;
    private final double bound;
    private final List<String> lines;
    private final double seconds;

    MarginalMapResult(int[] variables, int[] values, double logWeight, double bound, List<String> lines,
            double seconds) {
        this.variables = variables.clone();
        this.values = values.clone();
        this.logWeight = logWeight;
        this.bound = bound;
        this.lines = List.copyOf(lines);
        this.seconds = seconds;
    }

    /**
     * The maximised variables.
     *
     * @return their numbers, as they were asked for; a fresh array
     */
    public int[] variables() {
        return variables.clone();
    }

    /**
     * Their values.
     *
     * @return a value for each of them, that of the evidence if it is observed; a fresh array
     */
    public int[] values() {
        return values.clone();
    }

    /**
     * The weight of these values: the sum over all states of the model with them.
     *
     * @return its logarithm, with the evidence, not divided by Z; computed exactly, so at most the largest one
     */
    public double logWeight() {
        return logWeight;
    }

    /**
     * What is proved about all values.
     *
     * @return a log-weight that none exceeds
     */
    public double logBound() {
        return bound;
    }

    /**
     * Whether no values are more probable.
     *
     * @return whether the bound is reached
     */
    public boolean isProved() {
        return bound - logWeight <= TOLERANCE * (1 + Math.abs(logWeight));
    }

    /**
     * How they were found.
     *
     * @return a line for each stage
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
