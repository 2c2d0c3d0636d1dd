package org.orbifold.mcmc.diagnose;

/** The standard normal distribution: its quantile alone is needed, which is not worth a library to every importer. */
final class Normal {

    private static final double FAR = 8;

    /** The distribution function, by the series of Marsaglia (2004); absolute error about 1e-15. */
    static double cumulative(double x) {
        if (Math.abs(x) > FAR) {
            return x < 0 ? 0 : 1;
        }
        double sum = x;
        double term = x;
        for (int i = 3; sum + term != sum; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }

    /** The inverse of the distribution function, by bisection: few values are ever needed. */
    static double quantile(double p) {
        double low = -FAR;
        double high = FAR;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (cumulative(middle) < p) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private Normal() { }
}
