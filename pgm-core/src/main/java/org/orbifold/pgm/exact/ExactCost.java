package org.orbifold.pgm.exact;

import java.util.Locale;

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
    static final double MAX_OPERATIONS = 1e12;
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
