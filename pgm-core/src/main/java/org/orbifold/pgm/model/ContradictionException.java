package org.orbifold.pgm.model;

/** Thrown when hard constraints, or evidence and hard constraints, leave no state with positive probability. */
public final class ContradictionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what contradicts what
     */
    public ContradictionException(String message) {
        super(message);
    }
}
