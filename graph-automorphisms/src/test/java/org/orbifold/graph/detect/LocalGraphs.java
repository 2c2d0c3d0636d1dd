package org.orbifold.graph.detect;

import org.orbifold.graph.ColoredGraph;

/** What the tests of this package share. */
final class LocalGraphs {

    private LocalGraphs() {
    }

    static LocalGraph of(ColoredGraph g) {
        return new LocalGraph(g.copyOffsets(), g.copyNeighbours(), g.copyColors());
    }

    static Certifier certifier(LocalGraph g) {
        return new Certifier(g.offsets(), g.neighbours(), g.colors());
    }

    static SearchBudget unlimited() {
        return new SearchBudget(Long.MAX_VALUE, Long.MAX_VALUE, () -> false, null);
    }

    static boolean adjacent(LocalGraph g, int v, int w) {
        for (int i = g.offsets()[v]; i < g.offsets()[v + 1]; i++) {
            if (g.neighbours()[i] == w) {
                return true;
            }
        }
        return false;
    }
}
