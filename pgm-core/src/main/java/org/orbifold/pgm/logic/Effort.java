package org.orbifold.pgm.logic;

/** Counts the partial bindings that joins try, and may put a limit to them. */
final class Effort {

    private final long limit;
    private long spent;

    Effort(long limit) {
        this.limit = limit;
    }

    static Effort unlimited() {
        return new Effort(Long.MAX_VALUE);
    }

    /** Counts one partial binding; false if it is one too many. */
    boolean spend() {
        return ++spent <= limit;
    }

    void add(long more) {
        spent += more;
    }

    long limit() {
        return limit;
    }

    long spent() {
        return spent;
    }

    boolean isExceeded() {
        return spent > limit;
    }
}
