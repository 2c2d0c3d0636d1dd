package org.orbifold.pgm.time;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for tasks of other threads. */
public final class Tasks {

    private Tasks() { }

    /**
     * Waits until a task is done, also if this thread is interrupted meanwhile, and throws what the task threw.
     *
     * @param task        the task
     * @param interrupted is run at each interrupt, whose status is clear then
     * @param <T>         the type of the result
     * @return the task's result
     * @throws IllegalStateException if the task threw a checked exception, which is the cause
     */
    public static <T> T await(Future<T> task, Runnable interrupted) {
        while (true) {
            try {
                return task.get();
            } catch (InterruptedException e) {
                interrupted.run();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                } else if (e.getCause() instanceof Error cause) {
                    throw cause;
                }
                throw new IllegalStateException(e.getCause());
            }
        }
    }
}
