package org.orbifold.pgm.exact;

import org.orbifold.pgm.option.OptionValues;
import org.orbifold.pgm.time.Budget;

/** What exact inference may use; an immutable value. */
public final class ExactOptions {

    private final long memoryBytes;
    private final int threads;
    private final Budget budget;

    private ExactOptions(long memoryBytes, int threads, Budget budget) {
        this.memoryBytes = OptionValues.atLeast(0, memoryBytes, "the memory limit in bytes");
        this.threads = (int) OptionValues.atLeast(1, threads, "the number of threads");
        this.budget = budget;
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
     * Sets the memory limit.
     *
     * @param bytes the most bytes the tables may take, at least 0; {@code Long.MAX_VALUE} for no limit
     * @return new options
     */
    public ExactOptions withMemoryBytes(long bytes) {
        return new ExactOptions(bytes, threads, budget);
    }

    /**
     * Sets the number of threads that share the work; the result does not depend on it.
     *
     * @param count at least 1
     * @return new options
     */
    public ExactOptions withThreads(int count) {
        return new ExactOptions(memoryBytes, count, budget);
    }

    /**
     * Sets the time, and its cancellation.
     *
     * @param limit the time it may take; it runs from the moment the budget was made
     * @return new options
     */
    public ExactOptions withBudget(Budget limit) {
        return new ExactOptions(memoryBytes, threads, limit);
    }

    /**
     * The memory limit.
     *
     * @return the most bytes the tables may take
     */
    public long memoryBytes() {
        return memoryBytes;
    }

    /**
     * The number of threads.
     *
     * @return at least 1
     */
    public int threads() {
        return threads;
    }

    /**
     * The time and its cancellation.
     *
     * @return the budget
     */
    public Budget budget() {
        return budget;
    }
}
