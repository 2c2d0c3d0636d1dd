package org.orbifold.logic;

/** The truth value of a ground atom, or that it is unknown. */
public enum TruthValue {
    /** It is false. */
    FALSE,
    /** It is true. */
    TRUE,
    /** It is not known. */
    UNKNOWN;

    /**
     * Returns the truth value of a statement.
     *
     * @param value whether it holds
     * @return {@link #TRUE} or {@link #FALSE}
     */
    public static TruthValue of(boolean value) {
        return value ? TRUE : FALSE;
    }
}
