package org.orbifold.experiments.convergence;

/** The moments of measurement, the same for all methods so that curves can be averaged and compared. */
public final class Grids {

    private static final int POINTS_PER_DECADE = 10;
    private static final double FIRST_SECONDS = 1e-3;

    /**
     * The k-th time: ten per decade from a millisecond.
     *
     * @param k from 0
     * @return seconds
     */
    public static double time(int k) {
        return FIRST_SECONDS * Math.pow(10, (double) k / POINTS_PER_DECADE);
    }

    /**
     * The k-th number of samples: 1, 3, 9, then 10, 30, 90 and so on, but for 99,000: there and at 9,000 the release's
     * published files have points.
     *
     * @param k from 0
     * @return a number of samples
     */
    public static long samples(int k) {
        long decade = 1;
        for (int i = 0; i < k / 3; i++) {
            decade *= 10;
        }
        return switch (k % 3) {
            case 0 -> decade;
            case 1 -> 3 * decade;
            default -> decade == 10_000 ? 99_000 : 9 * decade;
        };
    }

    private Grids() { }
}
