package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Tasks;

/**
 * Threads that share numbered tasks. All of them stop when the time is over, when one of them fails or when the thread
 * that waits for them is interrupted.
 */
final class Workers implements AutoCloseable {

    /** The calling thread alone, without a time limit: for steps of a chain, which are whole. */
    static final Workers CALLER = new Workers();

    private final int threads;
    private final @Nullable Budget budget;
    private final ExecutorService helpers;

    private Workers() {
        threads = 1;
        budget = null;
        helpers = Executors.newCachedThreadPool();
    }

    Workers(int threads, Budget budget) {
        this.threads = threads;
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

    /** Runs the tasks 0, 1, …, count − 1, each once, by whichever thread is free, and returns when all are done. */
    void forEach(int count, IntConsumer task) {
        AtomicInteger next = new AtomicInteger();
        Runnable share = () -> {
            try {
                for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                    checkTime();
                    task.accept(i);
                }
            } finally {
                // After a failure the others need not go on; without one there is nothing left.
                next.set(count);
            }
        };
        List<Future<?>> others = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, count); i++) {
            others.add(helpers.submit(share));
        }
        RuntimeException failure = attempt(share, null);
        for (Future<?> other : others) {
            // All of them are waited for, whatever fails: none works on when this returns.
            failure = attempt(() -> join(other), failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static @Nullable RuntimeException attempt(Runnable work, @Nullable RuntimeException before) {
        try {
            work.run();
            return before;
        } catch (RuntimeException e) {
            if (before == null) {
                return e;
            }
            before.addSuppressed(e);
            return before;
        }
    }

    private void join(Future<?> other) {
        AtomicBoolean interrupted = new AtomicBoolean();
        try {
            Tasks.await(other, () -> {
                interrupted.set(true);
                Objects.requireNonNull(budget).cancel();
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
