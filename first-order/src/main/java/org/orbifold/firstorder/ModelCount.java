package org.orbifold.firstorder;

import java.math.BigInteger;

/**
 * A weighted number of worlds that is exact: a rational number in lowest terms.
 *
 * @param numerator   any integer
 * @param denominator a positive integer; 1 if the count is a whole number
 */
public record ModelCount(BigInteger numerator, BigInteger denominator) {

    /**
     * Brings the number into lowest terms.
     *
     * @param numerator   any integer
     * @param denominator a positive integer
     */
    public ModelCount {
        BigInteger common = numerator.gcd(denominator).max(BigInteger.ONE);
        numerator = numerator.divide(common);
        denominator = denominator.divide(common);
    }

    /**
     * Returns whether the count is a whole number.
     *
     * @return whether the denominator is 1
     */
    public boolean isInteger() {
        return denominator.equals(BigInteger.ONE);
    }

    /**
     * Returns the natural logarithm.
     *
     * @return −∞ for 0, NaN for a negative number
     */
    public double log() {
        return numerator.signum() < 0 ? Double.NaN : Balls.log(numerator, 0) - Balls.log(denominator, 0);
    }

    /** The number in decimal digits, as a quotient if it is not whole. */
    @Override
    public String toString() {
        return isInteger() ? numerator.toString() : numerator + "/" + denominator;
    }
}
