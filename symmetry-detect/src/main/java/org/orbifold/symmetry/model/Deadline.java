package org.orbifold.symmetry.model;

import java.time.Duration;

/**
 * When to stop. Work looks at it often, and is left by {@link Passed} at once; what was proved up to then is kept by
 * whoever catches that.
 */
final class Deadline {

    static final Deadline NEVER = new Deadline(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    private static final double NANOS = 1e9;

    /** Thrown when it is too late; control flow, so without a stack trace. */
    static final class Passed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private Passed(String limit) {
            super(limit, null, false, false);
        }
    }

    /** The time that was allowed in all, which is what people are told. */
    private final double allowed;
    private final boolean isNever;
    private final long end;

    private Deadline(double allowed, double seconds) {
        this.allowed = allowed;
        // Longer than a process lives, and no overflow.
        this.isNever = seconds > Integer.MAX_VALUE;
        this.end = isNever ? 0 : System.nanoTime() + (long) (seconds * NANOS);
    }

    static Deadline in(double seconds) {
        return new Deadline(seconds, seconds);
    }

    /** One that comes after a share of the time that is left. */
    Deadline share(double share) {
        return isNever ? this : new Deadline(allowed, share * Math.max(0, end - System.nanoTime()) / NANOS);
    }

    boolean isPassed() {
        return !isNever && System.nanoTime() - end >= 0;
    }

    void check() {
        if (isPassed()) {
            throw new Passed(message());
        }
    }

    String message() {
        return "the time limit of " + allowed + " s was reached";
    }

    boolean isNever() {
        return isNever;
    }

    double secondsLeft() {
        return isNever ? Double.POSITIVE_INFINITY : Math.max(0, end - System.nanoTime()) / NANOS;
    }

    Duration left() {
        return Duration.ofNanos(isNever ? Long.MAX_VALUE : Math.max(0, end - System.nanoTime()));
    }
}
