package org.orbifold.firstorder;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A factor of a world's weight: a rational number, or the exponential of a double. Immutable.
 */
public final class Weight {

    /** The weight 1. */
    public static final Weight ONE = new Weight(BigInteger.ONE, BigInteger.ONE, 0);
    /** The weight 0, of worlds that are impossible. */
    public static final Weight ZERO = new Weight(BigInteger.ZERO, BigInteger.ONE, 0);

    /** In lowest terms; times exp(exponent). */
    private final BigInteger numerator;
    private final BigInteger denominator;
    private final double exponent;

    private Weight(BigInteger numerator, BigInteger denominator, double exponent) {
        BigInteger common = numerator.gcd(denominator).max(BigInteger.ONE);
        this.numerator = numerator.divide(common);
        this.denominator = denominator.divide(common);
        this.exponent = exponent;
    }

    /**
     * Returns a rational weight.
     *
     * @param numerator   any integer
     * @param denominator a positive integer
     * @return the weight
     */
    public static Weight of(BigInteger numerator, BigInteger denominator) {
        if (denominator.signum() <= 0) {
            throw new IllegalArgumentException("a weight of " + numerator + "/" + denominator
                    + "; expected a positive denominator");
        }
        return new Weight(numerator, denominator, 0);
    }

    /**
     * Reads a decimal number or a quotient exactly.
     *
     * @param text such as {@code 2.7}, {@code -1}, {@code 1e-3} or {@code 1/3}
     * @return the weight
     * @throws NumberFormatException if it is none
     */
    public static Weight parse(String text) {
        int slash = text.indexOf('/');
        if (slash >= 0) {
            Weight below = parse(text.substring(slash + 1).strip());
            if (below.numerator.signum() <= 0) {
                throw new NumberFormatException("the denominator of " + text + " is not positive");
            }
            Weight above = parse(text.substring(0, slash).strip());
            return new Weight(above.numerator.multiply(below.denominator),
                    above.denominator.multiply(below.numerator), 0);
        }
        BigDecimal value = new BigDecimal(text);
        if (Math.abs((long) value.scale()) > MAX_SCALE || value.precision() > MAX_SCALE) {
            throw new NumberFormatException(text + " has too many digits");
        }
        return value.scale() > 0 ? new Weight(value.unscaledValue(), BigInteger.TEN.pow(value.scale()), 0)
                : new Weight(value.toBigIntegerExact(), BigInteger.ONE, 0);
    }

    /** Digits before and after the point of a weight that is read: more are a mistake, and slow. */
    private static final int MAX_SCALE = 400;

    /**
     * Returns exp(w), the weight that a formula of weight w has in Markov logic.
     *
     * @param exponent a finite number
     * @return the weight
     */
    public static Weight exp(double exponent) {
        if (!Double.isFinite(exponent)) {
            throw new IllegalArgumentException("a weight of exp(" + exponent + "); expected a finite exponent");
        }
        return exponent == 0 ? ONE : new Weight(BigInteger.ONE, BigInteger.ONE, exponent);
    }

    /**
     * Returns whether the weight is a rational number.
     *
     * @return false for an exponential
     */
    public boolean isRational() {
        return exponent == 0;
    }

    /**
     * Returns whether it is the weight of something impossible.
     *
     * @return whether it is 0
     */
    public boolean isZero() {
        return numerator.signum() == 0;
    }

    /**
     * Returns the sign.
     *
     * @return −1, 0 or 1
     */
    public int signum() {
        return numerator.signum();
    }

    /**
     * Returns the natural logarithm of the weight.
     *
     * @return −∞ for 0, NaN for a negative weight
     */
    public double log() {
        return numerator.signum() < 0 ? Double.NaN : numerator.signum() == 0 ? Double.NEGATIVE_INFINITY
                : Balls.log(numerator, 0) - Balls.log(denominator, 0) + exponent;
    }

    Weight times(BigInteger factor) {
        return new Weight(numerator.multiply(factor), denominator, exponent);
    }

    BigInteger numerator() {
        return numerator;
    }

    BigInteger denominator() {
        return denominator;
    }

    double exponent() {
        return exponent;
    }

    /** The weight as an integer, which it must be. */
    BigInteger integer() {
        if (exponent != 0 || !denominator.equals(BigInteger.ONE)) {
            throw new IllegalStateException("the weight " + this + " is no integer");
        }
        return numerator;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Weight that && numerator.equals(that.numerator)
                && denominator.equals(that.denominator) && exponent == that.exponent;
    }

    @Override
    public int hashCode() {
        return 31 * numerator.hashCode() + denominator.hashCode() + Double.hashCode(exponent);
    }

    @Override
    public String toString() {
        String rational = denominator.equals(BigInteger.ONE) ? numerator.toString() : numerator + "/" + denominator;
        return exponent == 0 ? rational : (rational.equals("1") ? "" : rational + "*") + "exp(" + exponent + ")";
    }
}
