package org.orbifold.pgm.exact;

/** Thrown, before any work is done, when exact inference would need more than it may use. */
public final class TooLargeException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient ExactCost cost;

    TooLargeException(ExactCost cost, long limit) {
        super("exact inference is too large for this model: it needs tables of "
                + (cost.lowerBound() ? "at least " : "") + (cost.width() + 1) + " variables (" + cost
                + "), but the memory limit is " + ExactCost.readable(limit)
                + "; raise the limit, add evidence, or sample instead");
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
