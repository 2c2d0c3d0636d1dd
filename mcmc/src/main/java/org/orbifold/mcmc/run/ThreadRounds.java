package org.orbifold.mcmc.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Tasks;

/** Chains on threads. */
final class ThreadRounds implements Rounds {

    /** The length of a round, in seconds: ten reports of progress per second. */
    private static final double SECONDS = 0.1;

    private final int width;
    private final ExecutorService executor;

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
    public boolean mayBeShort() {
        return true;
    }

    @Override
    public double seconds() {
        return SECONDS;
    }

    @Override
    public void advance(List<ChainRun> runs, ToLongFunction<ChainRun> pause, double seconds, Budget budget) {
        List<Future<?>> futures = new ArrayList<>();
        for (ChainRun run : runs) {
            futures.add(executor.submit(() -> run.advance(pause.applyAsLong(run), budget.atMost(seconds))));
        }
        boolean[] interrupted = new boolean[1];
        for (Future<?> future : futures) {
            Tasks.await(future, () -> {
                interrupted[0] = true;
                budget.cancel();
            });
        }
        if (interrupted[0]) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
