package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.Contraction.Semiring;

/**
 * The entries of a table without a common factor, which is kept as a logarithm: as plain numbers, or as logarithms
 * where they span more than a double can.
 *
 * <p>Nothing is ever lost: positive plain entries are between {@value #LEAST} and {@value #MOST}, so a product of two
 * is a normal double, and an entry is 0 only if it is impossible. Bounds of the entries are carried along; the entries
 * are looked at, rescaled or turned into logarithms only when the bounds leave that range.
 *
 * @param entries  the entries, or their logarithms
 * @param logScale the logarithm of the common factor
 * @param areLogs  whether these are logarithms
 * @param low      no positive plain entry is below this
 * @param high     no plain entry is above this
 */
record ScaledTable(double[] entries, double logScale, boolean areLogs, double low, double high) {

    static final double LEAST = 1e-145;
    static final double MOST = 1e145;
    /** Differences of logarithms that plain entries can have: log(MOST / LEAST), with room for rounding. */
    private static final double RANGE = 600;

    /** The number 1. */
    static ScaledTable one() {
        return new ScaledTable(new double[] {1}, 0, false, 1, 1);
    }

    /** Of logarithms, which may be overwritten. */
    static ScaledTable ofLogs(double[] logs, double logScale) {
        double max = Double.NEGATIVE_INFINITY;
        double min = Double.POSITIVE_INFINITY;
        for (double log : logs) {
            max = Math.max(max, log);
            min = log < min && log > Double.NEGATIVE_INFINITY ? log : min;
        }
        if (max == Double.NEGATIVE_INFINITY) {
            return new ScaledTable(new double[logs.length], 0, false, 1, 1);
        }
        if (max - min > RANGE) {
            for (int i = 0; i < logs.length; i++) {
                logs[i] -= max;
            }
            return new ScaledTable(logs, logScale + max, true, 0, 0);
        }
        // Below half of the range entries are at most 1; above it, they are centred at 1.
        double shift = max - min > RANGE / 2 ? (max + min) / 2 : max;
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.exp(logs[i] - shift);
        }
        return new ScaledTable(logs, logScale + shift, false, Math.exp(min - shift), Math.exp(max - shift));
    }

    /** Of logarithms that are to stay logarithms. */
    static ScaledTable ofMaxima(double[] logs) {
        return new ScaledTable(logs, 0, true, 0, 0);
    }

    /** The logarithms, without the common factor; a copy unless they are what is kept. */
    double[] logs() {
        return areLogs ? entries : Arrays.stream(entries).map(Math::log).toArray();
    }

    /** Whether all entries are 0. */
    boolean isZero() {
        double none = areLogs ? Double.NEGATIVE_INFINITY : 0;
        return Arrays.stream(entries).allMatch(entry -> entry == none);
    }

    /** The sum of all entries' logarithm. */
    double logTotal() {
        return logScale + (areLogs ? TableMath.logSum(entries, 0, entries.length)
                : Math.log(Arrays.stream(entries).sum()));
    }

    /**
     * The contraction of two tables.
     *
     * @param contraction for their shapes
     * @param a           the first operand
     * @param b           the second
     * @param maxima      whether maxima are taken in place of sums; then both are logarithms
     * @param workers     the threads
     * @param buffer      for the result; null for a new array
     */
    static ScaledTable contract(Contraction contraction, ScaledTable a, ScaledTable b, boolean maxima,
            Workers workers, double @Nullable [] buffer) {
        double logScale = a.logScale + b.logScale;
        if (maxima) {
            return new ScaledTable(contraction.apply(a.entries, b.entries, Semiring.MAX, workers, buffer), logScale,
                    true, 0, 0);
        }
        if (a.areLogs || b.areLogs) {
            return ofLogs(contraction.apply(a.logs(), b.logs(), Semiring.LOG_SUM, workers, buffer), logScale);
        }
        double[] entries = contraction.apply(a.entries, b.entries, Semiring.SUM, workers, buffer);
        return bounded(entries, logScale, a.low * b.low, a.high * b.high * contraction.terms());
    }

    /** A table of plain numbers, rescaled if its bounds leave the range. */
    static ScaledTable bounded(double[] entries, double logScale, double low, double high) {
        if (low >= LEAST && high <= MOST) {
            return new ScaledTable(entries, logScale, false, low, high);
        }
        double max = 0;
        double min = Double.POSITIVE_INFINITY;
        for (double entry : entries) {
            max = Math.max(max, entry);
            min = entry < min && entry > 0 ? entry : min;
        }
        if (max == 0) {
            return new ScaledTable(entries, 0, false, 1, 1);
        }
        if (Math.log(max) - Math.log(min) > RANGE / 2) {
            for (int i = 0; i < entries.length; i++) {
                entries[i] = Math.log(entries[i]);
            }
            return ofLogs(entries, logScale);
        }
        // A power of two: nothing is rounded.
        int exponent = Math.getExponent(max);
        double factor = Math.scalb(1.0, -exponent);
        for (int i = 0; i < entries.length; i++) {
            entries[i] *= factor;
        }
        return new ScaledTable(entries, logScale + exponent * Math.log(2), false, min * factor, max * factor);
    }
}
