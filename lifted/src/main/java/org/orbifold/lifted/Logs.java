package org.orbifold.lifted;

/** Sums of numbers whose logarithms are given. */
final class Logs {

    private Logs() { }

    static double add(double a, double b) {
        double high = Math.max(a, b);
        double low = Math.min(a, b);
        return low == Double.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
    }
}
