package org.orbifold.pgm.exact;

import java.util.Locale;

/** Thrown, before any work is done, when exact inference would need more than it may use. */
public final class TooLargeException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient ExactCost cost;

    TooLargeException(ExactCost cost, long limit) {
        super("exact inference is too large for this model: it " + (cost.bytes() > limit ? "needs tables of "
                + (cost.lowerBound() ? "at least " : "") + (cost.width() + 1) + " variables (" + cost
                + "), but the memory limit is " + ExactCost.readable(limit) + "; raise the limit,"
                : String.format(Locale.ROOT, "takes %s%.1e operations (%s), which is too long",
                        cost.lowerBound() ? "at least " : "", cost.operations(), cost)
                // More than that is not begun where nobody set a time, and memory does not make it fewer.
                + (cost.operations() > ExactCost.MAX_OPERATIONS ? ";" : "; allow more time or memory,"))
                + " add evidence, or sample instead");
        this.cost = cost;
    }

    /**
     * Returns what it would cost.
     *
     * @return the cost
     */
    public ExactCost cost() {
        return cost;
    }
}
