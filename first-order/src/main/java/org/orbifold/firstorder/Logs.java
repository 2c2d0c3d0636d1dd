package org.orbifold.firstorder;

/** Sums of numbers given by their logarithms. */
final class Logs {

    private Logs() { }

    /** log(exp(a) + exp(b)). */
    static double add(double a, double b) {
        double larger = Math.max(a, b);
        double smaller = Math.min(a, b);
        return smaller == Double.NEGATIVE_INFINITY ? larger : larger + Math.log1p(Math.exp(smaller - larger));
    }

    /** log(0!) … log(n!). */
    static double[] factorials(int n) {
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
