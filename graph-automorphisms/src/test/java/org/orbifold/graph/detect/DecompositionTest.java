package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.TestGraphs;
import org.orbifold.graph.refine.Trace;

/** Which edges are kept, against the definition by edges between whole cells. */
class DecompositionTest {

    /** Whether the pair is joined in the reduced graph: the rarer of edge and non-edge between the two cells. */
    private static boolean expected(ColoredGraph g, Decomposition parts, int v, int w) {
        int c = parts.coloring.cellOf(v);
        int d = parts.coloring.cellOf(w);
        int edges = 0;
        int others = 0;
        for (int x : parts.coloring.members(d)) {
            if (x != v) {
                edges += g.hasEdge(v, x) ? 1 : 0;
                others += g.hasEdge(v, x) ? 0 : 1;
            }
        }
        if (edges == 0 || others == 0 || parts.coloring.length(c) == 1 || parts.coloring.length(d) == 1) {
            return false;
        }
        return g.hasEdge(v, w) == (edges <= others);
    }

    @Property(tries = 600, seed = "14")
    void keptEdgesAreTheRarerOnes(@ForAll @IntRange(min = 1, max = 14) int n,
            @ForAll @DoubleRange(max = 1) double density, @ForAll @IntRange(min = 1, max = 2) int colors,
            @ForAll @IntRange(min = 1, max = 3) int copies, @ForAll long seed) {
        ColoredGraph one = TestGraphs.random(n, density, colors, seed);
        ColoredGraph g = seed % 2 == 0 ? TestGraphs.disjointCopies(one, copies)
            : TestGraphs.complement(TestGraphs.disjointCopies(one, copies));
        Decomposition parts = new Decomposition(LocalGraphs.of(g), Trace.NONE);
        int[] componentOf = new int[g.vertexCount()];
        for (int k = 0; k < parts.componentCount(); k++) {
            LocalGraph part = parts.extract(k);
            for (int i = 0; i < part.size(); i++) {
                int v = parts.member(parts.from(k) + i);
                componentOf[v] = k + 1;
                for (int j = 0; j < part.size(); j++) {
                    int w = parts.member(parts.from(k) + j);
                    assertThat(LocalGraphs.adjacent(part, i, j)).isEqualTo(v != w && expected(g, parts, v, w));
                }
            }
        }
        for (int v = 0; v < g.vertexCount(); v++) {
            assertThat(componentOf[v] == 0).isEqualTo(parts.coloring.length(parts.coloring.cellOf(v)) == 1);
            for (int w = 0; w < g.vertexCount(); w++) {
                if (componentOf[v] != componentOf[w]) {
                    assertThat(expected(g, parts, v, w)).isFalse();
                }
            }
        }
    }
}
