package org.orbifold.experiments.cli;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Supplier;

/**
 * What a computation gave, and the best time of several runs.
 *
 * <p>Who asks for several runs wants to know how fast the code is once the JVM has compiled it. What takes a
 * millisecond needs thousands of runs until then, so several runs are preceded by as many as fit into a short warm-up,
 * but not by more than the compiler asks for.
 *
 * @param result the last run's result
 * @param seconds wall clock
 * @param cpuSeconds time of the calling thread
 * @param <T> the type of the result
 */
record BestTime<T>(T result, double seconds, double cpuSeconds) {

    static final double WARM_UP_SECONDS = 3;
    /** Runs after which HotSpot has compiled all that each of them calls (it asks for 5,000 to 15,000 calls). */
    static final int WARM_UP_RUNS = 50_000;

    /**
     * Runs a computation a number of times, after a warm-up if that is more than one.
     *
     * @param runs how often, at least 1
     * @param computation what to run; every call starts afresh
     * @return the last result and the best times
     */
    static <T> BestTime<T> of(int runs, Supplier<T> computation) {
        if (runs > 1) {
            long end = System.nanoTime() + (long) (WARM_UP_SECONDS * 1e9);
            int done = 0;
            do {
                computation.get();
                done++;
            } while (done < WARM_UP_RUNS && System.nanoTime() < end);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        T result = null;
        long best = Long.MAX_VALUE;
        long bestCpu = Long.MAX_VALUE;
        for (int i = 0; i < runs; i++) {
            long start = System.nanoTime();
            long startCpu = threads.getCurrentThreadCpuTime();
            result = computation.get();
            best = Math.min(best, System.nanoTime() - start);
            bestCpu = Math.min(bestCpu, threads.getCurrentThreadCpuTime() - startCpu);
        }
        return new BestTime<>(result, best / 1e9, bestCpu / 1e9);
    }
}
