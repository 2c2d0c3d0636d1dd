package org.orbifold.pgm.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Consumer;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * A computation of many seconds that must end soon after its time is over, or after an interrupt.
 *
 * <p>What it takes is the processor time of the calling thread, so that a busy machine does not matter; the wall clock
 * has a wide margin, for threads that the caller waits for.
 */
public final class LongComputation {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double SECONDS = 0.2;
    private static final double MARGIN = 0.5;
    private static final double WALL = 10;

    private final String name;
    private final Consumer<Budget> work;

    private LongComputation(String name, Consumer<Budget> work) {
        this.name = name;
        this.work = work;
    }

    /** Some work that keeps a budget. */
    public static LongComputation of(String name, Consumer<Budget> work) {
        return new LongComputation(name, work);
    }

    /** Requires that the work ends in time. */
    public void endsInTime() {
        Budget budget = Budget.ofSeconds(SECONDS);
        run(budget);
        assertThat(budget.isOver()).as("%s is long", name).isTrue();
    }

    /** Requires that an interrupt ends the work, and stays set. */
    public void endsOnInterrupt() throws InterruptedException {
        Thread caller = Thread.currentThread();
        Thread other = new Thread(() -> {
            try {
                Thread.sleep((long) (1000 * SECONDS));
                caller.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        other.start();
        run(Budget.unlimited());
        boolean interrupted = Thread.interrupted();
        other.interrupt();
        other.join();
        assertThat(interrupted).as("%s is long, and its interrupt status is kept", name).isTrue();
    }

    private void run(Budget budget) {
        long start = System.nanoTime();
        long busy = THREADS.getCurrentThreadCpuTime();
        try {
            work.accept(budget);
        } catch (OutOfTimeException e) {
            assertThat(budget.isOver()).isTrue();
        }
        double seconds = (THREADS.getCurrentThreadCpuTime() - busy) / 1e9;
        assertThat(seconds).as("processor time of %s", name).isLessThan(SECONDS + MARGIN);
        assertThat((System.nanoTime() - start) / 1e9).as("time of %s", name).isLessThan(WALL);
    }

    @Override
    public String toString() {
        return name;
    }
}
