package org.orbifold.mcmc.run;

import org.orbifold.pgm.marginal.Marginals;

/** Receives the progress of a run, a few times per second, on the thread that called {@link Sampling#run}. */
@FunctionalInterface
public interface Progress {

    /**
     * A report.
     *
     * @param seconds   seconds since the run began, earlier ones before a checkpoint included
     * @param samples   samples of all chains so far, burn-in not included
     * @param share     how much of the run is done, from 0 to 1
     * @param marginals estimates so far, on demand
     */
    void report(double seconds, long samples, double share, Now marginals);

    /**
     * A phase of the answer begins: {@code plan}, {@code exact}, {@code choose a chain}, {@code sample}, {@code log Z},
     * those of them that there are. While chains sample, {@link #report} says more.
     *
     * @param name what begins
     */
    default void phase(String name) { }

    /**
     * Whether {@link #gridPoint} is to be called.
     *
     * @return false, unless overridden
     */
    default boolean wantsGridPoints() {
        return false;
    }

    /**
     * A point of a curve over samples or seconds: called at numbers of samples of each chain, and at seconds of the
     * run, that grow by a factor of 10<sup>1/10</sup>, from the first sample on, and at the end. Chains wait for each
     * other at these numbers of samples, which does not change the result. On other machines, points are ends of
     * rounds.
     *
     * @param seconds   as of {@link #report}
     * @param samples   as of {@link #report}
     * @param marginals as of {@link #report}
     */
    default void gridPoint(double seconds, long samples, Now marginals) { }

    /** Estimates on demand: they cost O(values of all variables). */
    @FunctionalInterface
    interface Now {

        /**
         * The estimates at this moment.
         *
         * @return marginals of all variables
         */
        Marginals marginals();
    }
}
