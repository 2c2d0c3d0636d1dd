package org.orbifold.pgm.model;

/** Thrown when evidence contradicts a hard constraint, so that no state is left. */
public final class ImpossibleEvidenceException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message which observations contradict which constraint
     */
    public ImpossibleEvidenceException(String message) {
        super(message);
    }
}
