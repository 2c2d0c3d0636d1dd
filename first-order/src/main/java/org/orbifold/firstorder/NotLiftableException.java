package org.orbifold.firstorder;

/** A model is outside of what can be computed without grounding; the message is the reason. */
public final class NotLiftableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    NotLiftableException(String reason) {
        super(reason);
    }
}
