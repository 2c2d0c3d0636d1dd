package org.orbifold.pgm.time;

/** A computation stopped by its {@link Budget}: the time was over, or the question was cancelled. */
public final class OutOfTimeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * A stop.
     *
     * @param reason what was not finished, and why
     */
    public OutOfTimeException(String reason) {
        super(reason);
    }
}
