package org.orbifold.inference;

import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import org.orbifold.pgm.time.Tasks;

/**
 * Threads for work that can be stopped: if the thread that waits for them is interrupted, they are told, what they have
 * found until then counts, and that thread's interrupt status is set again when they are closed.
 */
final class Workers implements AutoCloseable {

    private final ForkJoinPool pool;
    private volatile boolean stopped;

    Workers(int threads) {
        this.pool = new ForkJoinPool(threads);
    }

    /** Runs work in the pool, where parallel streams use its threads, and waits for it. */
    <T> T run(Callable<T> work) {
        return Tasks.await(pool.submit(work), () -> stopped = true);
    }

    /** Whether work should end. */
    boolean isStopped() {
        return stopped;
    }

    @Override
    public void close() {
        pool.shutdown();
        if (stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
