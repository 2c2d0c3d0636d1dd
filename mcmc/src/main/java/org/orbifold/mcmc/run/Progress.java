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
