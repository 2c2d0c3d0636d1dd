package org.orbifold.experiments.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** While open, Ctrl-C interrupts the command, which then ends with what it has, instead of the program at once. */
final class GracefulEnd implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 30;
    /** The one that was open when the program was told to end: it waits for the command's last message. */
    private static final AtomicReference<GracefulEnd> ENDING = new AtomicReference<>();

    private final Thread command = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interruptAndWait, "orbifold-end");

    GracefulEnd() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending already.
            command.interrupt();
        }
    }

    private void interruptAndWait() {
        command.interrupt();
        try {
            done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending: a command that failed prints why after this.
            ENDING.compareAndSet(null, this);
        }
    }

    /** To be called when the command has printed all: a program that was told to end ends now. */
    static void commandEnded() {
        GracefulEnd ending = ENDING.get();
        if (ending != null) {
            ending.done.countDown();
        }
    }
}
