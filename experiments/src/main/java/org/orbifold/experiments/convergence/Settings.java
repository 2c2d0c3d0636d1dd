package org.orbifold.experiments.convergence;

/**
 * How long and how often to run.
 *
 * @param runs    runs of each method
 * @param seconds until when each run lasts, finding symmetries included; longer where the slowest method's finding
 *                takes most of it
 * @param seed    the seed of everything
 * @param threads runs at the same time
 * @param warmUp  seconds that each chain runs unmeasured first, so that the JVM has compiled it
 */
public record Settings(int runs, double seconds, long seed, int threads, double warmUp) {

    /**
     * Checks the values.
     *
     * @param runs    runs of each method
     * @param seconds until when each run lasts
     * @param seed    the seed of everything
     * @param threads runs at the same time
     * @param warmUp  seconds that each chain runs unmeasured first
     * @throws IllegalArgumentException if one is out of range
     */
    public Settings {
        if (runs < 2) {
            throw new IllegalArgumentException(runs + " runs; expected at least 2, for a confidence band");
        }
        if (!(seconds > 0) || !(warmUp >= 0)) {
            throw new IllegalArgumentException("runs of " + seconds + " s after a warm-up of " + warmUp
                    + " s; expected more than 0, and 0 or more");
        }
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads; expected at least 1");
        }
    }
}
