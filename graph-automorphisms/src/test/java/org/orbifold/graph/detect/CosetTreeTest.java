package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.element.UnionFind;

/** Decides for every vertex whether it is in the orbit of the first base point, against the complete search. */
class CosetTreeTest {

    /** Graphs that colour refinement sees as one cell, though most have several orbits. */
    static Stream<ColoredGraph> graphs() {
        return Stream.of(union(TestGraphs.shrikhande(), TestGraphs.rook(4)), TestGraphs.hallPlane9(),
            union(TestGraphs.cycle(5), TestGraphs.cycle(7)), TestGraphs.latinSquare(TestGraphs.mixedSquare(6, 3)),
            TestGraphs.latinSquare(TestGraphs.mixedSquare(9, 1)), TestGraphs.randomRegular(20, 3, 6),
            TestGraphs.kneser(6, 2), TestGraphs.cfi(TestGraphs.complete(4), true));
    }

    private static ColoredGraph union(ColoredGraph a, ColoredGraph b) {
        ColoredGraphBuilder builder = ColoredGraph.builder(a.vertexCount() + b.vertexCount());
        for (int v = 0; v < a.vertexCount(); v++) {
            for (int i = 0; i < a.degree(v); i++) {
                builder.edge(v, a.neighbour(v, i));
            }
        }
        for (int v = 0; v < b.vertexCount(); v++) {
            for (int i = 0; i < b.degree(v); i++) {
                builder.edge(a.vertexCount() + v, a.vertexCount() + b.neighbour(v, i));
            }
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void agreesWithTheOrbits(ColoredGraph graph) {
        LocalGraph g = LocalGraphs.of(graph);
        StabilizerPath path = new AutomorphismSearch(g, new NodeWalker(g), LocalGraphs.certifier(g),
            LocalGraphs.unlimited()).run();
        UnionFind orbits = Generators.orbits(g.size(), path.generators);
        NodeWalker walker = new NodeWalker(g);
        CosetTree tree = new CosetTree(g, walker, LocalGraphs.certifier(g), LocalGraphs.unlimited(), path,
            new CellSelector(g)::select,
            Long.MAX_VALUE);
        int cells = walker.coloring.cellCount();
        for (int v = 0; v < g.size(); v++) {
            int base = path.base[0];
            if (v == base || walker.coloring.cellOf(v) != walker.coloring.cellOf(base)) {
                continue;
            }
            int[] found = tree.decide(0, v);
            assertThat(found != null).isEqualTo(orbits.find(v) == orbits.find(base));
            assertThat(walker.coloring.cellCount()).isEqualTo(cells);
            if (found != null) {
                assertThat(LocalGraphs.certifier(g).isAutomorphism(found)).isTrue();
                assertThat(imageOf(base, found)).isEqualTo(v);
            }
        }
    }

    private static int imageOf(int point, int[] generator) {
        int size = generator.length / 2;
        for (int i = 0; i < size; i++) {
            if (generator[i] == point) {
                return generator[size + i];
            }
        }
        return point;
    }

    @Test
    void aNarrowLimitIsKept() {
        LocalGraph g = LocalGraphs.of(TestGraphs.hallPlane9());
        StabilizerPath path = new AutomorphismSearch(g, new NodeWalker(g), LocalGraphs.certifier(g),
            LocalGraphs.unlimited()).run();
        NodeWalker walker = new NodeWalker(g);
        CosetTree tree = new CosetTree(g, walker, LocalGraphs.certifier(g), LocalGraphs.unlimited(), path,
            new CellSelector(g)::select, 1);
        int cells = walker.coloring.cellCount();
        assertThatThrownBy(() -> {
            for (int v = 0; v < g.size(); v++) {
                if (v != path.base[0]) {
                    tree.decide(0, v);
                }
            }
        }).isInstanceOf(CosetTree.TooWide.class);
        assertThat(walker.coloring.cellCount()).isEqualTo(cells);
        assertThat(walker.depth()).isZero();
    }
}
