package org.orbifold.firstorder;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Arithmetic of numbers with error bounds, to a number of bits: sums of terms of both signs show how many digits are
 * left of them. (Ball arithmetic: van der Hoeven, <em>Ball arithmetic</em>, 2009.)
 */
final class Balls implements Scalars<Ball> {

    private static final double LOG_2 = Math.log(2);
    /** Relative excess that covers the rounding of a few operations on radii. */
    private static final double SLACK = 1 + 1e-12;
    /** Bits beyond the precision in which exponentials are computed. */
    private static final int GUARD = 64;
    /** Exponentials are computed of arguments below 2^-REDUCED: fewer terms of the series. */
    private static final int REDUCED = 16;

    private final int bits;

    /**
     * Makes an arithmetic.
     *
     * @param bits of a mantissa, at least 64
     */
    Balls(int bits) {
        this.bits = bits;
    }

    /** The natural logarithm of mantissa · 2^exponent for a mantissa that is not negative. */
    static double log(BigInteger mantissa, long exponent) {
        if (mantissa.signum() == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        int shift = Math.max(0, mantissa.bitLength() - 64);
        return Math.log(mantissa.shiftRight(shift).doubleValue()) + (exponent + shift) * LOG_2;
    }

    @Override
    public Ball zero() {
        return Ball.ZERO;
    }

    @Override
    public Ball of(BigInteger value) {
        return rounded(value, 0, 0);
    }

    @Override
    public Ball of(Weight weight) {
        Ball value = of(weight.numerator());
        if (!weight.denominator().equals(BigInteger.ONE)) {
            int shift = bits + GUARD + weight.denominator().bitLength();
            value = multiply(value, rounded(BigInteger.ONE.shiftLeft(shift).divide(weight.denominator()), -shift, 1));
        }
        return weight.exponent() == 0 ? value : multiply(value, exp(weight.exponent()));
    }

    /** The exponential by its series, of the argument divided by a power of 2, and squarings. */
    private Ball exp(double argument) {
        int halvings = Math.max(0, Math.getExponent(argument) + 1 + REDUCED);
        int fraction = bits + GUARD + halvings;
        BigInteger unit = BigInteger.ONE.shiftLeft(fraction);
        BigInteger reduced = new BigDecimal(argument).multiply(new BigDecimal(unit)).toBigInteger()
                .shiftRight(halvings);
        BigInteger term = unit;
        BigInteger sum = unit;
        int terms = 0;
        while (term.signum() != 0 && term.bitLength() > 1) {
            terms++;
            term = term.multiply(reduced).shiftRight(fraction).divide(BigInteger.valueOf(terms));
            sum = sum.add(term);
        }
        // Each term is cut off by less than 2 units, and so is the argument; the rest of the series is below one.
        Ball power = rounded(sum, -fraction, 4.0 * terms + 8);
        for (int i = 0; i < halvings; i++) {
            power = multiply(power, power);
        }
        return power;
    }

    @Override
    public Ball add(Ball left, Ball right) {
        if (isZero(left)) {
            return right;
        } else if (isZero(right)) {
            return left;
        }
        long top = Math.max(left.mantissa().bitLength() + left.exponent(),
                right.mantissa().bitLength() + right.exponent());
        long unit = Math.max(Math.max(Math.min(left.exponent(), right.exponent()), top - bits),
                Math.max(finest(left), finest(right)));
        Ball one = shifted(left, unit);
        Ball other = shifted(right, unit);
        return rounded(one.mantissa().add(other.mantissa()), unit, (one.radius() + other.radius()) * SLACK);
    }

    /** The finest unit that makes sense beside a ball's radius: with finer ones the radius would overflow a double. */
    private static long finest(Ball ball) {
        return ball.radius() == 0 ? Long.MIN_VALUE : ball.exponent() + Math.getExponent(ball.radius()) - GUARD;
    }

    /** The same ball in other units. */
    private static Ball shifted(Ball ball, long unit) {
        long shift = unit - ball.exponent();
        if (shift <= 0) {
            return new Ball(ball.mantissa().shiftLeft((int) -shift), unit, scaled(ball.radius(), -shift));
        }
        if (shift > ball.mantissa().bitLength() + 1) {
            return new Ball(BigInteger.ZERO, unit, scaled(ball.radius(), -shift) + 1);
        }
        return new Ball(ball.mantissa().shiftRight((int) shift), unit, scaled(ball.radius(), -shift) + 1);
    }

    private static double scaled(double value, long shift) {
        return value == 0 ? 0 : Math.scalb(value, (int) Math.max(-2000, Math.min(2000, shift))) + Double.MIN_NORMAL;
    }

    @Override
    public Ball multiply(Ball left, Ball right) {
        if (isZero(left) || isZero(right)) {
            return Ball.ZERO;
        }
        BigInteger product = left.mantissa().multiply(right.mantissa());
        int known = Math.max(radiusBits(left, right), radiusBits(right, left)) - GUARD;
        int shift = Math.max(0, Math.max(product.bitLength() - bits, known));
        double radius = scaled(right.radius(), left.mantissa().bitLength() - shift)
                + scaled(left.radius(), right.mantissa().bitLength() - shift)
                + scaled(left.radius() * right.radius(), -shift);
        return new Ball(product.shiftRight(shift), left.exponent() + right.exponent() + shift,
                (radius + (shift > 0 ? 1 : 0)) * SLACK);
    }

    /** Bits of a product that are in doubt because of one ball's radius. */
    private static int radiusBits(Ball doubtful, Ball other) {
        return doubtful.radius() == 0 ? 0 : other.mantissa().bitLength() + Math.getExponent(doubtful.radius());
    }

    private Ball rounded(BigInteger mantissa, long exponent, double radius) {
        int shift = mantissa.bitLength() - bits;
        return shift <= 0 ? new Ball(mantissa, exponent, radius)
                : new Ball(mantissa.shiftRight(shift), exponent + shift, (scaled(radius, -shift) + 1) * SLACK);
    }

    /** Whether a ball is exactly 0. */
    @Override
    public boolean isZero(Ball value) {
        return value.mantissa().signum() == 0 && value.radius() == 0;
    }
}
