package org.orbifold.pgm.model;

/** Thrown when hard constraints, or evidence and hard constraints, leave no state with positive probability. */
public final class ContradictionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;
    /** The message if there is no explanation. */
    private static final String UNEXPLAINED = "the hard constraints contradict each other: no state is possible";

    /** Makes the exception where it is not known which constraints contradict each other. */
    public ContradictionException() {
        this(UNEXPLAINED);
    }

    /**
     * Makes the exception.
     *
     * @param message what contradicts what
     */
    public ContradictionException(String message) {
        super(message);
    }

    /**
     * Whether the message says what contradicts what.
     *
     * @return false if it only says that there is a contradiction
     */
    public boolean isExplained() {
        return !UNEXPLAINED.equals(getMessage());
    }
}
