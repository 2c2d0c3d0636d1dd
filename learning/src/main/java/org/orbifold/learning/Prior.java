package org.orbifold.learning;

/**
 * A prior of the weights: independent Gaussians with mean 0, and an L1 penalty.
 *
 * @param deviation the standard deviation σ of the Gaussian; +∞ for none
 * @param l1        the factor λ of the penalty λ Σ |w|, which makes weights 0 that the data do not need; 0 for none
 */
public record Prior(double deviation, double l1) {

    /** A narrower Gaussian fixes all weights at 0, and its precision would exceed what a double can sum. */
    private static final double LEAST_DEVIATION = 1e-9;

    /** No prior: maximum likelihood. */
    public static final Prior NONE = new Prior(Double.POSITIVE_INFINITY, 0);

    /**
     * Checks the values.
     *
     * @param deviation the standard deviation of the Gaussian
     * @param l1        the factor of the L1 penalty
     */
    public Prior {
        if (!(deviation >= LEAST_DEVIATION)) {
            throw new IllegalArgumentException("the prior's standard deviation is " + deviation
                    + "; expected a number above 0" + (deviation > 0 ? ", at least " + LEAST_DEVIATION : ""));
        }
        if (!(l1 >= 0) || l1 == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the factor of the L1 penalty is " + l1
                    + "; expected a finite number of at least 0");
        }
    }

    /**
     * A Gaussian prior with mean 0.
     *
     * @param deviation its standard deviation
     * @return the prior
     */
    public static Prior gaussian(double deviation) {
        return new Prior(deviation, 0);
    }

    /** 1 / σ²: what the Gaussian adds to the curvature. */
    double precision() {
        return 1 / (deviation * deviation);
    }
}
