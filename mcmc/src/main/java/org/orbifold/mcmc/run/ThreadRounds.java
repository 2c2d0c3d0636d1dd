package org.orbifold.mcmc.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import org.orbifold.pgm.time.Tasks;

/** Chains on threads. */
final class ThreadRounds implements Rounds {

    private static final long NANOS = 100_000_000;

    private final int width;
    private final ExecutorService executor;
    private final Stop stop = new Stop();
    private boolean interrupted;

    ThreadRounds(int threads, int chains) {
        this.width = Math.min(threads, chains);
        // Threads that no chain needs take replicas of chains with tempering.
        this.executor = new ForkJoinPool(threads);
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long nanos() {
        return NANOS;
    }

    @Override
    public boolean advance(List<ChainRun> runs, ToLongFunction<ChainRun> pause, long nanos) {
        List<Future<?>> futures = new ArrayList<>();
        for (ChainRun run : runs) {
            futures.add(executor.submit(() -> run.advance(pause.applyAsLong(run), System.nanoTime() + nanos, stop)));
        }
        for (Future<?> future : futures) {
            Tasks.await(future, this::interrupt);
        }
        return !interrupted;
    }

    private void interrupt() {
        interrupted = true;
        stop.request();
    }

    @Override
    public void close() {
        stop.request();
        executor.shutdown();
    }
}
