package org.orbifold.pgm.io;

import java.nio.charset.StandardCharsets;

/**
 * A decimal number, parsed from bytes without a string, as a double or as the logarithm of a number that no double can
 * hold; and the way back from such a logarithm to text.
 *
 * <p>The double is the nearest one to the decimal. A mantissa below 2<sup>53</sup> and a power of ten up to 22 are
 * exact doubles, so that one multiplication or division rounds correctly (Clinger 1990); all else goes through
 * {@link Double#parseDouble}.
 */
final class Decimal {

    /** Beyond this power of ten a logarithm has no digits left after its point. */
    private static final long MAX_EXPONENT = 1_000_000_000_000_000L;
    private static final long MAX_MANTISSA = (Long.MAX_VALUE - 9) / 10;
    private static final double[] POWERS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
        1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    /** ln 10 is the sum of these two to about 32 digits. */
    private static final double LN10 = 2.302585092994046;
    private static final double LN10_REST = -2.1707562233822494e-16;
    /** Up to here exp(x) is far from both ends of the range of doubles. */
    private static final double SAFE_LOG = 690;

    private byte[] text = {};
    private int length;
    private boolean negative;
    private boolean infinite;
    private boolean truncated;
    private long mantissa;
    private long exponent;

    /**
     * Parses {@code [+-]digits[.digits][e[+-]digits]}, or an infinity ({@code inf}, {@code Infinity}, in any case).
     *
     * @return whether the bytes are such a number; {@code NaN} is not
     */
    boolean parse(byte[] bytes, int size) {
        text = bytes;
        length = size;
        mantissa = 0;
        exponent = 0;
        truncated = false;
        int i = 0;
        negative = size > 0 && bytes[0] == '-';
        if (negative || size > 0 && bytes[0] == '+') {
            i++;
        }
        infinite = isWord(i, "inf") || isWord(i, "infinity");
        if (infinite) {
            return true;
        }
        int start = i;
        i = digits(i, 0);
        int seen = i - start;
        if (i < size && bytes[i] == '.') {
            start = i + 1;
            i = digits(start, 1);
            seen += i - start;
        }
        return seen > 0 && (i == size || exponent(i));
    }

    private boolean isWord(int from, String word) {
        if (length - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if ((text[from + i] | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Takes up digits, each worth 10^-decimals of the one before; those beyond a long's range count as zeros. */
    private int digits(int from, int decimals) {
        int i = from;
        for (; i < length; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            if (mantissa <= MAX_MANTISSA) {
                mantissa = 10 * mantissa + digit;
                exponent -= decimals;
            } else {
                truncated |= digit != 0;
                exponent += 1 - decimals;
            }
        }
        return i;
    }

    private boolean exponent(int from) {
        int i = from + 1;
        if ((text[from] | 0x20) != 'e' || i == length) {
            return false;
        }
        boolean minus = text[i] == '-';
        if (minus || text[i] == '+') {
            i++;
        }
        if (i == length) {
            return false;
        }
        long power = 0;
        for (; i < length; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            power = Math.min(10 * power + digit, 2 * MAX_EXPONENT);
        }
        exponent += minus ? -power : power;
        return true;
    }

    boolean isInfinite() {
        return infinite;
    }

    /** How many digits stand after the point when the number is written without a power of ten. */
    int decimals() {
        return (int) Math.min(Math.max(0, -exponent), Integer.MAX_VALUE);
    }

    /** Whether the number is below zero. */
    boolean isNegative() {
        return negative && (infinite || mantissa != 0);
    }

    double value() {
        double absolute;
        if (infinite) {
            absolute = Double.POSITIVE_INFINITY;
        } else if (mantissa == 0) {
            absolute = 0;
        } else if (!truncated && mantissa < 1L << 53 && Math.abs(exponent) < POWERS.length) {
            absolute = exponent < 0 ? mantissa / POWERS[(int) -exponent] : mantissa * POWERS[(int) exponent];
        } else {
            return Double.parseDouble(new String(text, 0, length, StandardCharsets.ISO_8859_1));
        }
        return negative ? -absolute : absolute;
    }

    /**
     * Returns the natural logarithm of a number that is not negative, also where the number itself is too small or too
     * large for a double.
     *
     * @return a finite number; −∞ for 0; NaN if even the logarithm is out of range
     */
    double log() {
        double value = value();
        if (value == 0 && mantissa == 0 || value >= Double.MIN_NORMAL && value <= Double.MAX_VALUE) {
            return Math.log(value);
        }
        if (Math.abs(exponent) > MAX_EXPONENT) {
            return Double.NaN;
        }
        return Math.fma(exponent, LN10, Math.log(mantissa)) + exponent * LN10_REST;
    }

    /**
     * Writes exp(log) as a decimal that {@link #log()} turns back into {@code log}, up to rounding.
     *
     * @throws IllegalArgumentException if the power of ten has more than 15 digits
     */
    static String exp(double log) {
        if (log == Double.NEGATIVE_INFINITY) {
            return "0";
        }
        if (Math.abs(log) <= SAFE_LOG) {
            return shortest(log);
        }
        double power = Math.floor(log / LN10);
        if (Math.abs(power) > MAX_EXPONENT) {
            throw new IllegalArgumentException("the log-potential " + log
                    + " is too large for a format that holds potentials; a clause file can hold it");
        }
        double rest = Math.fma(-power, LN10, log) - power * LN10_REST;
        return Math.exp(rest) + "E" + (long) power;
    }

    /** exp and log each round: prefer what the user once wrote in a file, else the best of three neighbours. */
    private static String shortest(double log) {
        double near = Math.exp(log);
        double rounded = rounded(near);
        for (double candidate : new double[] {rounded, near, Math.nextDown(near), Math.nextUp(near)}) {
            if (Math.log(candidate) == log) {
                return Double.toString(candidate);
            }
        }
        return Double.toString(near);
    }

    /** The number with fourteen digits: fewer than the rounding of exp can reach, more than people write. */
    private static double rounded(double number) {
        int shift = 13 - (int) Math.floor(Math.log10(number));
        if (Math.abs(shift) >= POWERS.length) {
            return number;
        }
        return shift < 0 ? Math.rint(number / POWERS[-shift]) * POWERS[-shift]
                : Math.rint(number * POWERS[shift]) / POWERS[shift];
    }
}
