package org.orbifold.group.sample;

/** Pearson's statistic and its quantiles. */
public final class ChiSquare {

    /** Standard normal quantile of 1 - 1e-6: a test against it raises a false alarm once in a million runs. */
    private static final double ONE_IN_A_MILLION = 4.7534;

    private ChiSquare() {
    }

    /** The statistic for equal expected counts. */
    public static double uniform(long[] counts) {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        double expected = (double) total / counts.length;
        double sum = 0;
        for (long count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }

    /** The statistic for given probabilities. */
    public static double against(long[] counts, double[] probabilities) {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            double expected = total * probabilities[i];
            sum += (counts[i] - expected) * (counts[i] - expected) / expected;
        }
        return sum;
    }

    /** The quantile of 1 - 1e-6, by the approximation of Wilson and Hilferty (1931). */
    public static double limit(int degreesOfFreedom) {
        double h = 2.0 / (9.0 * degreesOfFreedom);
        double cube = 1 - h + ONE_IN_A_MILLION * Math.sqrt(h);
        return degreesOfFreedom * cube * cube * cube;
    }
}
