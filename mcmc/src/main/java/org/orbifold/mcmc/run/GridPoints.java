package org.orbifold.mcmc.run;

/**
 * Points that are equally far apart on a logarithmic scale, ten in each factor of ten: the moments at which a curve
 * over samples or seconds is read. Keeps the next ones of a run.
 */
final class GridPoints {

    private static final int PER_DECADE = 10;
    /** The first point in seconds: about a look at the clock of a chain. */
    private static final double FIRST_SECONDS = 1e-3;

    private long nextSamples = 1;
    private int nextSecond;

    /** The first number of samples of the grid that is larger than a number: 1, 2, 3, 4, 5, 6, 8, 10, 13, … */
    static long samplesAfter(long samples) {
        if (samples < 1) {
            return 1;
        }
        for (int k = (int) Math.floor(PER_DECADE * Math.log10(samples));; k++) {
            long point = Math.round(Math.pow(10, (double) k / PER_DECADE));
            if (point > samples) {
                return point;
            }
        }
    }

    /** The samples of each chain at the next point. */
    long nextSamples() {
        return nextSamples;
    }

    /** The seconds of the run at the next point. */
    double nextSeconds() {
        return FIRST_SECONDS * Math.pow(10, (double) nextSecond / PER_DECADE);
    }

    /**
     * Goes on to the next points.
     *
     * @param samples of the chain that has fewest
     * @param seconds of the run
     * @return whether a point was reached
     */
    boolean reach(long samples, double seconds) {
        boolean reached = false;
        if (samples >= nextSamples) {
            nextSamples = samplesAfter(samples);
            reached = true;
        }
        // Seconds before the first sample have nothing to show.
        while (seconds >= nextSeconds()) {
            nextSecond++;
            reached |= samples > 0;
        }
        return reached;
    }
}
