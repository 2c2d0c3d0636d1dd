package org.orbifold.experiments.convergence;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/** Means and ratios with 95% confidence intervals. */
public final class Statistics {

    /** KL below this is rounding, and counts as this in logarithms. */
    public static final double FLOOR = 1e-16;

    /**
     * An estimate with its 95% confidence interval.
     *
     * @param value the estimate
     * @param low   the lower end
     * @param high  the upper end
     */
    public record Interval(double value, double low, double high) { }

    /**
     * The mean of independent runs, by Student's t.
     *
     * @param values at least two values
     * @return the mean with its interval
     * @throws IllegalArgumentException if there are fewer than two
     */
    public static Interval mean(double[] values) {
        double mean = average(values);
        double half = student(values.length - 1) * Math.sqrt(variance(values) / values.length);
        return new Interval(mean, mean - half, mean + half);
    }

    /**
     * The mean of independent runs of something positive, with an interval that stays positive: Student's t for the
     * logarithm of the mean, whose standard error is the relative error of the mean (the delta method).
     *
     * @param values at least two values, none negative
     * @return the mean with its interval
     * @throws IllegalArgumentException if there are fewer than two
     */
    public static Interval positiveMean(double[] values) {
        double mean = average(values);
        double error = Math.sqrt(variance(values) / values.length);
        double factor = mean == 0 ? 1 : Math.exp(student(values.length - 1) * error / mean);
        return new Interval(mean, mean / factor, mean * factor);
    }

    /**
     * How many times larger the first sample is than the second: the ratio of geometric means, with Welch's interval on
     * logarithms. Values below {@link #FLOOR} count as that.
     *
     * @param first  at least two values
     * @param second at least two values
     * @return the ratio with its interval
     * @throws IllegalArgumentException if there are fewer than two
     */
    public static Interval ratio(double[] first, double[] second) {
        double[] a = logs(first);
        double[] b = logs(second);
        double va = variance(a) / a.length;
        double vb = variance(b) / b.length;
        double difference = average(a) - average(b);
        double freedom = va + vb == 0 ? a.length + b.length - 2
                : (va + vb) * (va + vb) / (va * va / (a.length - 1) + vb * vb / (b.length - 1));
        double half = student(freedom) * Math.sqrt(va + vb);
        return new Interval(Math.exp(difference), Math.exp(difference - half), Math.exp(difference + half));
    }

    /** The 97.5% point of Student's t. */
    private static double student(double freedom) {
        return TDistribution.of(Math.max(1, freedom)).inverseSurvivalProbability(0.025);
    }

    private static double[] logs(double[] values) {
        return Arrays.stream(values).map(value -> Math.log(Math.max(FLOOR, value))).toArray();
    }

    /**
     * The mean.
     *
     * @param values at least one value
     * @return their mean
     * @throws IllegalArgumentException if there is none
     */
    public static double average(double[] values) {
        return Arrays.stream(values).average().orElseThrow(() -> new IllegalArgumentException("no values"));
    }

    private static double variance(double[] values) {
        if (values.length < 2) {
            throw new IllegalArgumentException(values.length + " values; expected at least 2");
        }
        double mean = average(values);
        return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum() / (values.length - 1);
    }

    private Statistics() { }
}
