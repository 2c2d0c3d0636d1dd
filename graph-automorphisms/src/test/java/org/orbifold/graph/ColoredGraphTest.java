package org.orbifold.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ColoredGraphTest {

    @Test
    void mergesDoubleEdgesAndSortsRows() {
        ColoredGraph g = ColoredGraph.builder(4)
            .edge(3, 1).edge(1, 3).edge(0, 1).edge(1, 0).edge(1, 2).color(2, 9).build();
        assertThat(g.edgeCount()).isEqualTo(3);
        assertThat(g.degree(1)).isEqualTo(3);
        assertThat(new int[] {g.neighbour(1, 0), g.neighbour(1, 1), g.neighbour(1, 2)}).containsExactly(0, 2, 3);
        assertThat(g.color(2)).isEqualTo(9);
        assertThat(g.hasEdge(3, 1)).isTrue();
        assertThat(g.hasEdge(3, 2)).isFalse();
        assertThat(g).hasToString("ColoredGraph(4 vertices, 3 edges)");
    }

    @Test
    void arcsLoopsAndColoursAreKept() {
        ColoredGraph g = ColoredGraph.builder(3)
            .edge(0, 1).arc(0, 1, 5).edge(0, 1, -7).edge(2, 2, Integer.MAX_VALUE).arc(1, 2).arc(2, 1).build();
        assertThat(g.isPlain()).isFalse();
        assertThat(g.colorsOfArcs(0, 1)).containsExactly(-7, 0, 5);
        assertThat(g.colorsOfArcs(1, 0)).containsExactly(-7, 0);
        assertThat(g.colorsOfArcs(2, 2)).containsExactly(Integer.MAX_VALUE);
        assertThat(g.edgeCount()).isEqualTo(5);
        assertThat(g.hasEdge(2, 2)).isTrue();
        StringBuilder edges = new StringBuilder();
        g.forEachEdge((u, v, c, directed) -> edges.append(u).append(directed ? '>' : '-').append(v).append(':')
            .append(c).append(' '));
        assertThat(edges).hasToString("0-1:-7 0-1:0 0>1:5 1-2:0 2-2:2147483647 ");
        assertThat(g.relabel(v -> 2 - v).relabel(v -> 2 - v)).isEqualTo(g);
        assertThat(ColoredGraph.builder(2).arc(0, 1).arc(1, 0).build())
            .isEqualTo(ColoredGraph.builder(2).edge(0, 1).build());
        assertThat(ColoredGraph.builder(2).edge(0, 1, 5).build())
            .isNotEqualTo(ColoredGraph.builder(2).edge(0, 1, 9).build());
    }

    @Test
    void refusesStrangers() {
        assertThatThrownBy(() -> ColoredGraph.builder(3).edge(0, 3))
            .isInstanceOf(IndexOutOfBoundsException.class).hasMessageContaining("vertex 3", "3 vertices");
        assertThatThrownBy(() -> ColoredGraph.builder(3).edge(-1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ColoredGraph.builder(3).color(3, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ColoredGraph.builder(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void builderGoesOnAfterBuild() {
        ColoredGraphBuilder b = ColoredGraph.builder(3).edge(0, 1);
        ColoredGraph first = b.build();
        ColoredGraph second = b.edge(1, 2).color(0, 4).build();
        assertThat(first.edgeCount()).isEqualTo(1);
        assertThat(first.color(0)).isZero();
        assertThat(second.edgeCount()).isEqualTo(2);
    }

    @Test
    void agreesWithAnAdjacencyMatrix() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 200; round++) {
            int n = 1 + random.nextInt(12);
            boolean[][] matrix = new boolean[n][n];
            ColoredGraphBuilder b = ColoredGraph.builder(n);
            for (int i = 0; n > 1 && i < 40; i++) {
                int u = random.nextInt(n);
                int v = (u + 1 + random.nextInt(n - 1)) % n;
                matrix[u][v] = true;
                matrix[v][u] = true;
                b.edge(u, v);
            }
            ColoredGraph g = b.build();
            int edges = 0;
            for (int u = 0; u < n; u++) {
                for (int v = 0; v < n; v++) {
                    assertThat(g.hasEdge(u, v)).isEqualTo(matrix[u][v]);
                    edges += matrix[u][v] ? 1 : 0;
                }
            }
            assertThat(2 * g.edgeCount()).isEqualTo(edges);
        }
    }

    @Test
    void copiesAreCopies() {
        ColoredGraph g = TestGraphs.cycle(5);
        Arrays.fill(g.copyColors(), 7);
        Arrays.fill(g.copyNeighbours(), 0);
        Arrays.fill(g.copyOffsets(), 0);
        assertThat(g).isEqualTo(TestGraphs.cycle(5)).hasSameHashCodeAs(TestGraphs.cycle(5));
    }

    @Test
    void relabelChecksItsPermutation() {
        ColoredGraph path = ColoredGraph.builder(3).edge(0, 1).edge(1, 2).color(0, 5).build();
        ColoredGraph turned = path.relabel(v -> 2 - v);
        assertThat(turned.color(2)).isEqualTo(5);
        assertThat(turned.relabel(v -> 2 - v)).isEqualTo(path);
        assertThatThrownBy(() -> path.relabel(v -> 0)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("vertex 1 cannot be renamed to 0");
        assertThatThrownBy(() -> path.relabel(v -> v + 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void wrongNumbersAreNamed() {
        ColoredGraph graph = ColoredGraph.builder(3).edge(0, 1).build();
        assertThatThrownBy(() -> graph.color(3)).hasMessageContaining("vertex 3 is out of range: the graph has 3");
        assertThatThrownBy(() -> graph.degree(-1)).hasMessageContaining("vertex -1");
        assertThatThrownBy(() -> graph.hasEdge(0, 9)).hasMessageContaining("vertex 9");
        assertThatThrownBy(() -> graph.neighbour(0, 1)).hasMessageContaining("neighbour 1 of vertex 0, which has 1");
    }
}
