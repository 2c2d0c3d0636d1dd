package org.orbifold.pgm.exact;

/** Sums of numbers that are given by their logarithms. */
public final class Logs {

    private Logs() { }

    /**
     * The logarithm of a sum of two numbers.
     *
     * @param a the logarithm of the first; −∞ for 0
     * @param b the logarithm of the second
     * @return log(e^a + e^b)
     */
    public static double add(double a, double b) {
        double larger = Math.max(a, b);
        double smaller = Math.min(a, b);
        return smaller == Double.NEGATIVE_INFINITY ? larger : larger + Math.log1p(Math.exp(smaller - larger));
    }

    /**
     * The logarithm of a sum.
     *
     * @param logs  the logarithms of the numbers
     * @param from  the first one
     * @param count how many
     * @return log Σ e^logs[i]; −∞ if there are none
     */
    public static double sum(double[] logs, int from, int count) {
        double max = Double.NEGATIVE_INFINITY;
        for (int i = from; i < from + count; i++) {
            max = Math.max(max, logs[i]);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            return max;
        }
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += Math.exp(logs[i] - max);
        }
        return max + Math.log(sum);
    }

    /**
     * The logarithms of factorials.
     *
     * @param n the last number
     * @return log(0!) … log(n!)
     */
    public static double[] factorials(int n) {
        double[] logs = new double[n + 1];
        double rest = 0;
        for (int i = 2; i <= n; i++) {
            // Compensated: the sum of many logarithms is right to the last bit.
            double term = Math.log(i) - rest;
            double sum = logs[i - 1] + term;
            rest = sum - logs[i - 1] - term;
            logs[i] = sum;
        }
        return logs;
    }
}
