package org.orbifold.firstorder;

import java.math.BigInteger;

/**
 * A real number and how far it may be from the true one: (mantissa ± radius) · 2^exponent.
 *
 * @param mantissa any integer
 * @param exponent of 2
 * @param radius   at least 0, in units of 2^exponent
 */
record Ball(BigInteger mantissa, long exponent, double radius) {

    static final Ball ZERO = new Ball(BigInteger.ZERO, 0, 0);

    /** The largest possible error relative to the number; infinite if its sign is not known. */
    double relativeError() {
        if (radius == 0) {
            return 0;
        }
        int bits = mantissa.bitLength();
        return bits == 0 ? Double.POSITIVE_INFINITY : radius / Math.scalb(1.0, Math.min(bits - 1, 1023));
    }

    int signum() {
        return mantissa.signum();
    }

    /** The natural logarithm of the absolute value; −∞ for 0. */
    double log() {
        return Balls.log(mantissa.abs(), exponent);
    }

    /** The quotient of two balls as a double. */
    double over(Ball divisor) {
        if (mantissa.signum() == 0) {
            return 0;
        }
        // Quotients of 64-bit mantissas are right to the last bits of a double.
        int shift = mantissa.bitLength() - 64;
        int other = divisor.mantissa.bitLength() - 64;
        BigInteger above = shift > 0 ? mantissa.shiftRight(shift) : mantissa.shiftLeft(-shift);
        BigInteger below = other > 0 ? divisor.mantissa.shiftRight(other) : divisor.mantissa.shiftLeft(-other);
        long scale = exponent + shift - divisor.exponent - other;
        return Math.scalb(above.doubleValue() / below.doubleValue(), (int) Math.max(-3000, Math.min(3000, scale)));
    }
}
