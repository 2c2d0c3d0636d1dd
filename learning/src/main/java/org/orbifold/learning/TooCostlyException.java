package org.orbifold.learning;

/** An exact expectation is out of reach; the message says why. */
final class TooCostlyException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooCostlyException(String reason) {
        super(reason);
    }
}
