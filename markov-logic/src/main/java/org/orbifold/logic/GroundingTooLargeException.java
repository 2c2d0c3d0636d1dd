package org.orbifold.logic;

import java.util.Locale;

/** Thrown when a ground network would be larger than allowed. Its message has the counts. */
public final class GroundingTooLargeException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /** The counts; not part of the serialized form. */
    private final transient GroundingSize size;

    GroundingTooLargeException(GroundingSize size, long limit) {
        super(message(size, limit));
        this.size = size;
    }

    private static String message(GroundingSize size, long limit) {
        boolean features = size.features() > limit;
        return String.format(Locale.ROOT, "the ground network is too large: %s%s %s, the limit is %,d; %s; a database "
                        + "that decides more atoms, fewer constants or a higher limit can help",
                features ? "at most " : "", GroundingSize.number(features ? size.features() : size.variableCount()),
                features ? "ground features" : "variables", limit,
                GroundingSize.largest(features ? size.formulas() : size.variables()));
    }

    /**
     * Returns the counts.
     *
     * @return groundings per formula and variables per predicate
     */
    public GroundingSize size() {
        return size;
    }
}
