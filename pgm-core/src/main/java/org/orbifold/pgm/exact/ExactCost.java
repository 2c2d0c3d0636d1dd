package org.orbifold.pgm.exact;

import java.util.Locale;
import org.orbifold.pgm.time.Budget;

/**
 * What exact inference would cost, known before it starts.
 *
 * @param width        the number of variables in the widest product of two tables, less one
 * @param largestTable the number of entries of the largest table that is kept
 * @param bytes        the memory for all tables
 * @param operations   multiplications for Z and all marginals; about a thousand million a second
 * @param sliced       how many variables are fixed to one joint value after another, to make tables smaller
 * @param lowerBound   whether the true cost is this or more: planning stops once no plan can be cheap
 */
public record ExactCost(int width, double largestTable, double bytes, double operations, int sliced,
        boolean lowerBound) {

    /** Operations above which nothing is begun without a time limit: about a quarter of an hour of a thread. */
    static final double UNTIMED_OPERATIONS = 1e12;
    /** Above what a thread does in a second, so that nothing is refused that could end in time. */
    private static final double OPERATIONS_PER_SECOND = 2e9;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    /**
     * Formats a number of bytes for people.
     *
     * @param bytes the number
     * @return for example "1.5 GiB"
     */
    public static String readable(double bytes) {
        if (Double.isInfinite(bytes)) {
            return "more than 2^1023 B";
        }
        double rest = bytes;
        int unit = 0;
        while (rest >= 1024 && unit < UNITS.length - 1) {
            rest /= 1024;
            unit++;
        }
        if (rest >= 1e6) {
            return String.format(Locale.ROOT, "2^%.0f B", Math.log(bytes) / Math.log(2));
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", rest, UNITS[unit]);
    }

    /** Seconds that operations take, at the least. */
    static double leastSeconds(double operations, int threads) {
        return operations / (OPERATIONS_PER_SECOND * threads);
    }

    /** The most operations worth planning for: what the time allows, if that is more than what needs no time limit. */
    static double plannedOperations(Budget budget) {
        return budget.isLimited() ? Math.max(UNTIMED_OPERATIONS, budget.secondsLeft() * OPERATIONS_PER_SECOND
                * Runtime.getRuntime().availableProcessors()) : UNTIMED_OPERATIONS;
    }

    /**
     * Returns this cost with work that comes on top.
     *
     * @param more further operations
     * @return the sum
     */
    public ExactCost plusOperations(double more) {
        return new ExactCost(width, largestTable, bytes, operations + more, sliced, lowerBound);
    }

    @Override
    public String toString() {
        String bound = lowerBound ? "at least " : "";
        return "width " + bound + width + ", " + bound + readable(bytes);
    }
}
