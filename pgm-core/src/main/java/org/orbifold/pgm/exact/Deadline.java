package org.orbifold.pgm.exact;

/** The moment at which a computation must stop. */
final class Deadline {

    private final long start = System.nanoTime();
    private final double seconds;

    Deadline(double seconds) {
        this.seconds = seconds;
    }

    /** Ends the computation if the moment has come. */
    void check() {
        if ((System.nanoTime() - start) * 1e-9 > seconds) {
            throw new OutOfTimeException(seconds);
        }
    }
}
