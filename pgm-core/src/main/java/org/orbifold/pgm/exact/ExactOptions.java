package org.orbifold.pgm.exact;

/**
 * What exact inference may use.
 *
 * @param memoryBytes the most bytes its tables may take
 * @param threads     how many threads share the work, at least 1; the result does not depend on it
 * @param seconds     the most time it may take; infinite for any
 */
public record ExactOptions(long memoryBytes, int threads, double seconds) {

    /**
     * Checks the values.
     *
     * @param memoryBytes the most bytes its tables may take
     * @param threads     how many threads share the work
     * @param seconds     the most time it may take
     */
    public ExactOptions {
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("the memory limit is " + memoryBytes + " bytes; expected 0 or more");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("the number of threads is " + threads + "; expected 1 or more");
        }
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("the time limit is " + seconds + " s; expected more than 0");
        }
    }

    /**
     * Returns the defaults: two thirds of the memory that the JVM may have, all processors, any time.
     *
     * @return the options
     */
    public static ExactOptions defaults() {
        Runtime runtime = Runtime.getRuntime();
        return new ExactOptions(runtime.maxMemory() / 3 * 2, runtime.availableProcessors(), Double.POSITIVE_INFINITY);
    }

    /**
     * Returns these options with another memory limit.
     *
     * @param bytes the most bytes the tables may take
     * @return the options
     */
    public ExactOptions withMemoryBytes(long bytes) {
        return new ExactOptions(bytes, threads, seconds);
    }

    /**
     * Returns these options with another number of threads.
     *
     * @param count how many threads share the work
     * @return the options
     */
    public ExactOptions withThreads(int count) {
        return new ExactOptions(memoryBytes, count, seconds);
    }

    /**
     * Returns these options with another time limit.
     *
     * @param limit the most seconds it may take
     * @return the options
     */
    public ExactOptions withSeconds(double limit) {
        return new ExactOptions(memoryBytes, threads, limit);
    }
}
