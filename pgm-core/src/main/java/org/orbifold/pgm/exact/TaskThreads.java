package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Tasks;

/**
 * Threads that share numbered tasks, and the arrays for their tables. All of them stop when the time is over, when one
 * of them fails or when the thread that waits for them is interrupted.
 */
final class TaskThreads implements AutoCloseable {

    /** The calling thread alone, without a time limit: for steps of a chain, which are whole. */
    static final TaskThreads CALLER = new TaskThreads();

    private final int threads;
    private final @Nullable Budget budget;
    private final ExecutorService helpers;
    private final TableArrays arrays;

    private TaskThreads() {
        threads = 1;
        budget = null;
        arrays = TableArrays.NONE;
        helpers = Executors.newCachedThreadPool();
    }

    TaskThreads(int threads, Budget budget) {
        this(threads, budget, TableArrays.NONE);
    }

    TaskThreads(int threads, Budget budget, TableArrays arrays) {
        this.threads = threads;
        this.arrays = arrays;
        // An interrupt of this computation cancels nothing else.
        this.budget = budget.separate();
        this.helpers = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "orbifold-exact");
            thread.setDaemon(true);
            return thread;
        });
    }

    void checkTime() {
        if (budget != null) {
            budget.check();
        }
    }

    /** The arrays for large tables. */
    TableArrays arrays() {
        return arrays;
    }

    /** The time of this computation: cancelled when one of its tasks fails. */
    Budget budget() {
        return Objects.requireNonNull(budget);
    }

    /** Runs the tasks 0, 1, …, count − 1, each once, by whichever thread is free, and returns when all are done. */
    void forEach(int count, IntConsumer task) {
        if (threads == 1 || count == 1) {
            for (int i = 0; i < count; i++) {
                checkTime();
                task.accept(i);
            }
            return;
        }
        AtomicInteger next = new AtomicInteger();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Runnable share = () -> {
            try {
                for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                    checkTime();
                    task.accept(i);
                }
            } catch (RuntimeException | Error e) {
                // The others stop: what they do is of no use now.
                failure.compareAndSet(null, e);
                budget().cancel();
            } finally {
                next.set(count);
            }
        };
        List<Future<?>> others = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, count); i++) {
            others.add(helpers.submit(share));
        }
        share.run();
        // All of them are waited for, whatever fails: none works on when this returns.
        others.forEach(this::join);
        if (failure.get() instanceof RuntimeException e) {
            throw e;
        } else if (failure.get() instanceof Error e) {
            throw e;
        }
    }

    private void join(Future<?> other) {
        AtomicBoolean interrupted = new AtomicBoolean();
        try {
            Tasks.await(other, () -> {
                interrupted.set(true);
                budget().cancel();
            });
        } finally {
            if (interrupted.get()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        helpers.shutdown();
    }
}
