package org.orbifold.pgm.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TasksTest {

    private static void await(Throwable failure) {
        Tasks.await(CompletableFuture.failedFuture(failure), () -> { });
    }

    @Test
    void whatTheTaskThrewIsThrown() {
        RuntimeException failure = new UnsupportedOperationException("no");
        Error error = new StackOverflowError();
        IOException checked = new IOException("no file");
        assertThatThrownBy(() -> await(failure)).isSameAs(failure);
        assertThatThrownBy(() -> await(error)).isSameAs(error);
        assertThatIllegalStateException().isThrownBy(() -> await(checked)).withCause(checked);
    }

    /** The task is done only after the second interrupt, so each must have been told, and waiting gone on. */
    @Test
    void interruptsAreToldAndDoNotEndTheWaiting() {
        CompletableFuture<String> task = new CompletableFuture<>();
        AtomicInteger told = new AtomicInteger();
        Thread.currentThread().interrupt();
        String result = Tasks.await(task, () -> {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            if (told.incrementAndGet() < 2) {
                Thread.currentThread().interrupt();
            } else {
                task.complete("done");
            }
        });
        assertThat(result).isEqualTo("done");
        assertThat(told).hasValue(2);
        assertThat(Thread.interrupted()).isFalse();
    }
}
