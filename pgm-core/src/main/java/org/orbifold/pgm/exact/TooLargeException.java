package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.orbifold.pgm.model.Table;

/**
 * Thrown, before any work is done, when exact inference would need more than it may use. The message names what would
 * help: memory, time, or neither.
 */
public final class TooLargeException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** Seconds that nobody waits: a year. */
    private static final double NEVER = 365.0 * 24 * 60 * 60;

    private final transient ExactCost cost;
    /** The least time it would take. */
    private final double seconds;

    private TooLargeException(String message, ExactCost cost, double seconds) {
        super(message);
        this.cost = cost;
        this.seconds = seconds;
    }

    /**
     * Finds out what is too large, and what would help.
     *
     * @param whole   the cost in any memory
     * @param planned the cost in the memory there is; if that does not fit either, slices do not help
     * @param options what it may use
     * @return the exception
     */
    static TooLargeException of(ExactCost whole, ExactCost planned, ExactOptions options) {
        boolean fits = planned.bytes() <= options.memoryBytes() && planned.largestTable() <= Table.MAX_ENTRIES;
        ExactCost cost = fits ? planned : whole;
        String atLeast = cost.lowerBound() ? "at least " : "";
        boolean narrow = cost.bytes() > options.memoryBytes();
        // Where memory suffices, only slices make a table small enough for an array, and they take longer.
        boolean slow = !options.allows(cost.operations()) || !narrow;
        double least = ExactCost.leastSeconds(cost.operations(), options.threads());
        // A table too large for an array stays so where only a bound is known.
        boolean never = least > NEVER || cost.lowerBound() && cost.largestTable() > Table.MAX_ENTRIES;
        List<String> advice = new ArrayList<>();
        String needed;
        if (slow && !(never && narrow)) {
            needed = String.format(Locale.ROOT, "takes %s%.1e operations (%s)", atLeast, cost.operations(), cost)
                    + (never ? ", which is more than a year" : ", which is " + readable(least) + " or more, but "
                    + (options.budget().isLimited() ? readable(options.budget().secondsLeft()) + " are left"
                    : "no time limit is set"));
        } else {
            needed = "needs tables of " + atLeast + (cost.width() + 1) + " variables (" + cost
                    + "), but the memory limit is " + ExactCost.readable(options.memoryBytes());
        }
        if (slow && !never) {
            advice.add("allow that time" + (narrow ? " and " + atLeast + ExactCost.readable(cost.bytes())
                    + " of memory" : ""));
        } else if (!never) {
            advice.add("raise the limit");
        }
        if (fits && cost.sliced() > 0 && options.allows(whole.operations())) {
            advice.add("raise the memory limit to " + ExactCost.readable(whole.bytes()));
        }
        advice.add("add evidence");
        return new TooLargeException("exact inference is too large for this model: it " + needed + "; "
                + String.join(", ", advice) + ", or sample instead", cost, slow && !never ? least : Double.NaN);
    }

    private static String readable(double seconds) {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%,.0f s", seconds);
    }

    /**
     * Returns what it would cost.
     *
     * @return the cost
     */
    public ExactCost cost() {
        return cost;
    }

    /**
     * The time that would have to be allowed.
     *
     * @return seconds, at the least; empty if the time is enough, or if no time is
     */
    public OptionalDouble leastSeconds() {
        return Double.isNaN(seconds) ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }
}
