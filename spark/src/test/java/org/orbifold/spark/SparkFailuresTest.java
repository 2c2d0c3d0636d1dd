package org.orbifold.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SparkFailuresTest {

    /** Both were seen: the executor's last words, and only the code that it ended with. */
    @Test
    void executorsWithoutMemory() {
        for (String reason : new String[] {"java.lang.OutOfMemoryError: Java heap space",
            "ExecutorLostFailure (executor 2 exited) Reason: Command exited with code 52"}) {
            assertThat(SparkFailures.of(new IllegalStateException("Job aborted, most recent failure: Lost task: "
                    + reason + "\nDriver stacktrace:"))).hasMessageStartingWith("Spark gave up: Lost task: ")
                    .hasMessageContaining("OutOfMemoryError").hasMessageContaining("spark.executor.memory");
        }
        assertThat(SparkFailures.of(new IllegalStateException("no route to host"))).hasMessage(
                "Spark gave up: no route to host");
    }
}
