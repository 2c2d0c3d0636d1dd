package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;

/** A search ends when its time is over, and on an interrupt. */
class PromptnessTest {

    /** A torus of three dimensions, with the diagonals of its squares: regular, and slow to tell apart. */
    private static ColoredGraph torus(int side) {
        ColoredGraphBuilder graph = ColoredGraph.builder(side * side * side);
        for (int x = 0; x < side; x++) {
            for (int y = 0; y < side; y++) {
                for (int z = 0; z < side; z++) {
                    int v = (x * side + y) * side + z;
                    graph.edge(v, ((x + 1) % side * side + y) * side + z);
                    graph.edge(v, (x * side + (y + 1) % side) * side + z);
                    graph.edge(v, (x * side + y) * side + (z + 1) % side);
                }
            }
        }
        return graph.build();
    }

    private static double processorTime(Runnable work) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        work.run();
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e9;
    }

    @Test
    void timeEndsALargeSearch() {
        ColoredGraph graph = torus(64);
        double seconds = processorTime(() -> assertThat(Automorphisms.of(graph, SearchOptions.defaults()
            .withMaxTime(Duration.ofMillis(100))).limitReached()).isPresent());
        assertThat(seconds).isLessThan(0.6);
    }

    @Test
    void anInterruptEndsASearchAndStaysSet() {
        ColoredGraph graph = torus(64);
        Thread.currentThread().interrupt();
        double seconds = processorTime(() -> assertThat(Automorphisms.of(graph, SearchOptions.defaults())
            .limitReached()).hasValue("the search was cancelled"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(seconds).isLessThan(0.5);
    }
}
