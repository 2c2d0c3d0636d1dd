package org.orbifold.pgm.exact;

import org.orbifold.pgm.time.Budget;

/**
 * What exact inference may use.
 *
 * @param memoryBytes the most bytes its tables may take
 * @param threads     how many threads share the work, at least 1; the result does not depend on it
 * @param budget      the time it may take, and its cancellation
 */
public record ExactOptions(long memoryBytes, int threads, Budget budget) {

    /**
     * Checks the values.
     *
     * @param memoryBytes the most bytes its tables may take
     * @param threads     how many threads share the work
     * @param budget      the time it may take
     */
    public ExactOptions {
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("the memory limit is " + memoryBytes + " bytes; expected 0 or more");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("the number of threads is " + threads + "; expected 1 or more");
        }
    }

    /**
     * Returns the defaults: two thirds of the memory that the JVM may have, all processors, any time.
     *
     * @return the options
     */
    public static ExactOptions defaults() {
        Runtime runtime = Runtime.getRuntime();
        return new ExactOptions(runtime.maxMemory() / 3 * 2, runtime.availableProcessors(), Budget.unlimited());
    }

    /**
     * Returns these options with another memory limit.
     *
     * @param bytes the most bytes the tables may take
     * @return the options
     */
    public ExactOptions withMemoryBytes(long bytes) {
        return new ExactOptions(bytes, threads, budget);
    }

    /**
     * Returns these options with another number of threads.
     *
     * @param count how many threads share the work
     * @return the options
     */
    public ExactOptions withThreads(int count) {
        return new ExactOptions(memoryBytes, count, budget);
    }

    /**
     * Returns these options with a time limit.
     *
     * @param limit the time it may take; it runs from the moment the budget was made
     * @return the options
     */
    public ExactOptions withBudget(Budget limit) {
        return new ExactOptions(memoryBytes, threads, limit);
    }
}
