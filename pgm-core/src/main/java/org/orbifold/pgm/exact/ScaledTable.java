package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.orbifold.pgm.exact.Contraction.Semiring;

/**
 * The entries of a table without a common factor, which is kept as a logarithm: as plain numbers, or as logarithms.
 *
 * <p>Positive plain entries are between {@value #LEAST} and {@value #MOST}, so a product of two is a normal double.
 * Bounds of the entries are carried along; the entries are looked at and rescaled only when the bounds leave that
 * range. Where entries span more, there are two ways. Precise: they become logarithms, nothing is ever lost, and an
 * entry is 0 only if it is impossible; that takes ten times as long. Else entries below {@value #LEAST} of the largest
 * become 0, and a bound of what entries may have lost is carried along: whether it matters is decided where a result is
 * read ({@link #isPrecise}), and if so the pass is made again, precisely.
 *
 * @param entries  the entries, or their logarithms
 * @param logScale the logarithm of the common factor
 * @param areLogs  whether these are logarithms
 * @param low      no positive plain entry is below this
 * @param high     no plain entry is above this
 * @param lost     what a plain entry may have lost at most
 */
record ScaledTable(double[] entries, double logScale, boolean areLogs, double low, double high, double lost) {

    /** How tables are multiplied. */
    enum Mode {
        /** Sums; what is far below the rest of a table may be lost. */
        SUM,
        /** Sums; nothing is lost. */
        PRECISE_SUM,
        /** Maxima, of logarithms. */
        MAX
    }

    /** Entries between two looks at the clock: some milliseconds. */
    static final int PIECE = 1 << 20;
    static final double LEAST = 1e-145;
    static final double MOST = 1e145;
    /** Differences of logarithms that plain entries can have: log(MOST / LEAST), with room for rounding. */
    private static final double RANGE = 600;
    /** Part of a result that may be lost: far below rounding, and below any probability that is of interest. */
    private static final double NEGLIGIBLE = 1e-60;

    /** The number 1. */
    static ScaledTable one() {
        return new ScaledTable(new double[] {1}, 0, false, 1, 1, 0);
    }

    /** Of logarithms, which may be overwritten. */
    static ScaledTable ofLogs(double[] logs, double logScale, double lost, Mode mode, TaskThreads time) {
        if (mode == Mode.MAX) {
            return new ScaledTable(logs, logScale, true, 0, 0, 0);
        }
        double max = Double.NEGATIVE_INFINITY;
        double min = Double.POSITIVE_INFINITY;
        for (int i = 0; i < logs.length;) {
            for (int to = pieceEnd(i, logs, time); i < to; i++) {
                double log = logs[i];
                max = Math.max(max, log);
                min = log < min && log > Double.NEGATIVE_INFINITY ? log : min;
            }
        }
        if (max == Double.NEGATIVE_INFINITY) {
            Arrays.fill(logs, 0);
            return new ScaledTable(logs, 0, false, 1, 1, lost);
        }
        boolean fits = max - min <= RANGE;
        if (!fits && mode == Mode.PRECISE_SUM) {
            for (int i = 0; i < logs.length;) {
                for (int to = pieceEnd(i, logs, time); i < to; i++) {
                    logs[i] -= max;
                }
            }
            return new ScaledTable(logs, logScale + max, true, 0, 0, lost);
        }
        // Below half of the range entries are at most 1; above it, they are centred at 1.
        double shift = fits && max - min > RANGE / 2 ? (max + min) / 2 : max;
        double least = fits ? min - shift : Math.log(LEAST);
        for (int i = 0; i < logs.length;) {
            for (int to = pieceEnd(i, logs, time); i < to; i++) {
                logs[i] = logs[i] - shift < least ? 0 : Math.exp(logs[i] - shift);
            }
        }
        return new ScaledTable(logs, logScale + shift, false, Math.exp(least), Math.exp(max - shift),
                (lost == 0 ? 0 : lost * Math.exp(-shift)) + (fits ? 0 : LEAST));
    }

    /** Where a piece of a table ends; before every piece but the first, the time is checked. */
    static int pieceEnd(int from, double[] entries, TaskThreads time) {
        if (from > 0) {
            time.checkTime();
        }
        return Math.min(entries.length - from, PIECE) + from;
    }

    /** The logarithms, without the common factor; a copy unless they are what is kept. */
    double[] logs(TaskThreads workers) {
        return areLogs ? entries : toLogs(entries, workers.arrays().take(entries.length), workers);
    }

    private static double[] toLogs(double[] entries, double[] logs, TaskThreads time) {
        for (int i = 0; i < entries.length;) {
            for (int to = pieceEnd(i, entries, time); i < to; i++) {
                logs[i] = Math.log(entries[i]);
            }
        }
        return logs;
    }

    /** Whether the sum of the entries is right but for rounding. */
    boolean isPrecise() {
        return lost == 0 || !areLogs && entries.length * lost <= NEGLIGIBLE * total();
    }

    /** The logarithm of the sum of all entries. */
    double logTotal() {
        return logScale + (areLogs ? Logs.sum(entries, 0, entries.length) : Math.log(total()));
    }

    private double total() {
        double sum = 0;
        for (double entry : entries) {
            sum += entry;
        }
        return sum;
    }

    /**
     * The contraction of two tables.
     *
     * @param contraction for their shapes
     * @param a           the first operand
     * @param b           the second
     * @param mode        sums or maxima
     * @param workers     the threads
     * @param out         for the entries of the result
     */
    static ScaledTable contract(Contraction contraction, ScaledTable a, ScaledTable b, Mode mode, TaskThreads workers,
            double[] out) {
        double logScale = a.logScale + b.logScale;
        if (mode == Mode.MAX) {
            contraction.apply(a.entries, b.entries, Semiring.MAX, workers, out);
            return ofLogs(out, logScale, 0, mode, workers);
        }
        if (a.areLogs || b.areLogs) {
            double[] logsA = a.logs(workers);
            double[] logsB = b.logs(workers);
            contraction.apply(logsA, logsB, Semiring.LOG_SUM, workers, out);
            if (!a.areLogs) {
                workers.arrays().give(logsA);
            } else if (!b.areLogs) {
                workers.arrays().give(logsB);
            }
            return ofLogs(out, logScale, 0, mode, workers);
        }
        contraction.apply(a.entries, b.entries, Semiring.SUM, workers, out);
        double lost = contraction.terms() * (a.lost * b.high + a.high * b.lost + a.lost * b.lost);
        return bounded(out, logScale, a.low * b.low, a.high * b.high * contraction.terms(), lost, mode,
                workers);
    }

    /** A table of plain numbers, rescaled if its bounds leave the range. */
    static ScaledTable bounded(double[] entries, double logScale, double low, double high, double lost, Mode mode,
            TaskThreads time) {
        if (low >= LEAST && high <= MOST) {
            return new ScaledTable(entries, logScale, false, low, high, lost);
        }
        double max = 0;
        double min = Double.POSITIVE_INFINITY;
        for (int i = 0; i < entries.length;) {
            for (int to = pieceEnd(i, entries, time); i < to; i++) {
                double entry = entries[i];
                max = Math.max(max, entry);
                min = entry < min && entry > 0 ? entry : min;
            }
        }
        if (max == 0) {
            return new ScaledTable(entries, 0, false, 1, 1, lost);
        }
        boolean fits = Math.log(max) - Math.log(min) <= RANGE / 2;
        if (!fits && mode == Mode.PRECISE_SUM) {
            return ofLogs(toLogs(entries, entries, time), logScale, lost, mode, time);
        }
        // A power of two: nothing is rounded.
        int exponent = Math.getExponent(max);
        double factor = Math.scalb(1.0, -exponent);
        double least = fits ? 0 : LEAST;
        for (int i = 0; i < entries.length;) {
            for (int to = pieceEnd(i, entries, time); i < to; i++) {
                double entry = entries[i] * factor;
                entries[i] = entry < least ? 0 : entry;
            }
        }
        return new ScaledTable(entries, logScale + exponent * Math.log(2), false, fits ? min * factor : LEAST,
                max * factor, lost * factor + least);
    }
}
