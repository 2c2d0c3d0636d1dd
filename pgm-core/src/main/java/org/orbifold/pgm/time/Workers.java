package org.orbifold.pgm.time;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Threads for the tasks of one phase. If the thread that waits for them is interrupted, the budget is cancelled, so
 * that tasks which ask it end; their results count, and the interrupt status is set again when the threads are closed.
 */
public final class Workers implements AutoCloseable {

    private final int threads;
    private final Budget budget;
    private final ForkJoinPool pool;
    private volatile boolean interrupted;

    /**
     * Starts threads.
     *
     * @param threads how many, at least 1
     * @param budget  is cancelled when the waiting thread is interrupted
     */
    public Workers(int threads, Budget budget) {
        if (threads < 1) {
            throw new IllegalArgumentException("the number of threads is " + threads + "; expected at least 1");
        }
        this.threads = threads;
        this.budget = budget;
        this.pool = new ForkJoinPool(threads);
    }

    /**
     * Applies a function to all of a list.
     *
     * @param items    any values
     * @param function is called by several threads
     * @param <T>      the values
     * @param <R>      the results
     * @return the results, in the order of the values
     */
    public <T, R> List<R> map(List<T> items, Function<? super T, ? extends R> function) {
        if (threads == 1 || items.size() < 2) {
            return items.stream().<R>map(function).toList();
        }
        // A parallel stream uses the pool from which it is started.
        return run(() -> items.parallelStream().<R>map(function).toList());
    }

    /**
     * Applies a function to the numbers from 0.
     *
     * @param count    how many numbers
     * @param function is called by several threads
     * @param <R>      the results
     * @return the results, by number
     */
    public <R> List<R> map(int count, IntFunction<? extends R> function) {
        return map(IntStream.range(0, count).boxed().toList(), i -> function.apply(i));
    }

    private <R> R run(Callable<R> work) {
        return Tasks.await(pool.submit(work), () -> {
            interrupted = true;
            budget.cancel();
        });
    }

    @Override
    public void close() {
        pool.shutdown();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
