package org.orbifold.experiments.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** While open, Ctrl-C interrupts the command, which then ends with what it has, instead of the program at once. */
final class GracefulEnd implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 30;
    /** The same for what the program prints after the command, such as why there is no answer. */
    private static final long PRINTING_SECONDS = 2;
    private static final CountDownLatch PRINTED = new CountDownLatch(1);

    private final Thread command = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interruptAndWait, "orbifold-end");

    GracefulEnd() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void interruptAndWait() {
        command.interrupt();
        try {
            done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            PRINTED.await(PRINTING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The program has printed all: Ctrl-C need not wait any more. */
    static void allIsPrinted() {
        PRINTED.countDown();
    }

    /**
     * Files cannot be written by a thread that is marked as interrupted.
     *
     * @return whether it was
     */
    boolean clearInterrupt() {
        return Thread.interrupted();
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending already: the hook has done its work.
            return;
        }
    }
}
