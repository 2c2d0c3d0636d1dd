package org.orbifold.experiments.convergence;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;

/**
 * Time as the processor time of one thread: on an idle machine the same as the wall clock's, on a busy one still the
 * time the
 * work takes, so that curves do not show what else the machine did.
 */
final class CpuClock {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Something that was made, and the seconds it took. */
    record Timed<T>(T value, double seconds) { }

    /** Processor time of this thread, in nanoseconds from an arbitrary origin. */
    static long nanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** Makes something on one thread, its parallel streams included. */
    static <T> Timed<T> time(Supplier<T> work) throws InterruptedException {
        ForkJoinPool single = new ForkJoinPool(1);
        try {
            return single.submit(() -> {
                long began = nanos();
                T value = work.get();
                return new Timed<>(value, (nanos() - began) / 1e9);
            }).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            single.shutdownNow();
        }
    }

    private CpuClock() { }
}
