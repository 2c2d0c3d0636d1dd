package org.orbifold.experiments.convergence;

/**
 * How long a chain remembers: integrated autocorrelation times, that is, the number of samples that bring as much about
 * a mean as one independent draw. A sample is a step of the chain.
 *
 * @param draws      states that were looked at, one after each sweep
 * @param logWeight  the time of the log-weight, in samples: no symmetry changes it
 * @param slowest    the longest time of the values of single variables, in samples
 * @param lowerBound whether the times are longer than could be measured: fewer than {@value #FEWEST_EFFECTIVE}
 *                   independent draws were seen, or the states are of a part of the distribution only: the
 *                   mean of a variable is more than six standard errors from the truth
 */
public record Autocorrelation(int draws, double logWeight, double slowest, boolean lowerBound) {

    /** Below this number of effective draws the estimate of their number is a guess. */
    static final int FEWEST_EFFECTIVE = 10;
}
