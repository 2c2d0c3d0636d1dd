package org.orbifold.pgm.exact;

import java.util.Objects;
import org.orbifold.pgm.option.OptionValues;
import org.orbifold.pgm.time.Budget;

/**
 * What exact inference may use; an immutable value. Without a time limit a computation of more than 10^12 operations is
 * refused; with one it is tried for that long.
 */
public final class ExactOptions {

    private final long memoryBytes;
    private final int threads;
    private final Budget budget;

    private ExactOptions(long memoryBytes, int threads, Budget budget) {
        this.memoryBytes = OptionValues.atLeast(0, memoryBytes, "the memory limit in bytes");
        this.threads = (int) OptionValues.atLeast(1, threads, "the number of threads");
        this.budget = Objects.requireNonNull(budget, "the budget is null");
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
     * Whether a computation is begun: without a time limit one of at most 10^12 operations, about a quarter of an hour
     * of a thread; with one, any that could end in time.
     *
     * @param operations multiplications
     * @return whether they are few enough
     */
    public boolean allows(double operations) {
        return budget.isLimited() ? ExactCost.leastSeconds(operations, threads) <= budget.secondsLeft()
                : operations <= ExactCost.UNTIMED_OPERATIONS;
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

    @Override
    public String toString() {
        return "memoryBytes " + memoryBytes + ", threads " + threads
                + (budget.isLimited() ? ", seconds " + budget.seconds() : "");
    }
}
