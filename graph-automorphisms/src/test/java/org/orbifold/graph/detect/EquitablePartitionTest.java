package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.TestGraphs;

class EquitablePartitionTest {

    /** Refines by definition: recolour by (colour, sorted colours of the neighbours) until nothing changes. */
    private static int[] naive(ColoredGraph g) {
        int n = g.vertexCount();
        int[] colors = g.copyColors();
        int classes = -1;
        while (true) {
            Map<String, Integer> names = new HashMap<>();
            int[] next = new int[n];
            for (int v = 0; v < n; v++) {
                int[] around = new int[g.degree(v)];
                for (int i = 0; i < around.length; i++) {
                    around[i] = colors[g.neighbour(v, i)];
                }
                Arrays.sort(around);
                next[v] = names.computeIfAbsent(colors[v] + Arrays.toString(around), key -> names.size());
            }
            if (names.size() == classes) {
                return next;
            }
            classes = names.size();
            colors = next;
        }
    }

    @Property(tries = 2000, seed = "1")
    void agreesWithTheDefinition(@ForAll @IntRange(min = 0, max = 30) int n,
            @ForAll @DoubleRange(max = 1) double density, @ForAll @IntRange(min = 1, max = 4) int colors,
            @ForAll long seed) {
        ColoredGraph g = TestGraphs.random(n, density * density, colors, seed);
        EquitablePartition found = EquitablePartition.of(g);
        int[] expected = naive(g);
        for (int v = 0; v < n; v++) {
            for (int w = 0; w < v; w++) {
                assertThat(found.cellOf(v) == found.cellOf(w)).isEqualTo(expected[v] == expected[w]);
            }
        }
    }

    @Property(tries = 500, seed = "2")
    void cellsDoNotDependOnNames(@ForAll @IntRange(min = 1, max = 40) int n,
            @ForAll @DoubleRange(max = 1) double density, @ForAll long seed) {
        ColoredGraph g = TestGraphs.random(n, density, 2, seed);
        int[] name = TestGraphs.randomPermutation(n, new SplittableRandom(seed));
        EquitablePartition first = EquitablePartition.of(g);
        EquitablePartition second = EquitablePartition.of(g.relabel(v -> name[v]));
        for (int v = 0; v < n; v++) {
            assertThat(second.cellOf(name[v])).isEqualTo(first.cellOf(v));
        }
    }

    @Test
    void regularGraphsAreOneCellAndPathsAreFolded() {
        assertThat(EquitablePartition.of(TestGraphs.kneser(5, 2)).cellCount()).isEqualTo(1);
        EquitablePartition path = EquitablePartition.of(TestGraphs.path(7));
        assertThat(path.cellCount()).isEqualTo(4);
        assertThat(path.size(path.cellOf(3))).isEqualTo(1);
        assertThat(path.vertices(path.cellOf(0))).containsExactlyInAnyOrder(0, 6);
        assertThat(path.isDiscrete()).isFalse();
    }

    @Test
    void givenColoursReplaceTheGraphsOwn() {
        ColoredGraph path = TestGraphs.path(5);
        EquitablePartition p = EquitablePartition.of(path, new int[] {1, 0, 0, 0, 0});
        assertThat(p.isDiscrete()).isTrue();
        assertThatThrownBy(() -> EquitablePartition.of(path, new int[4])).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("4 colours for 5 vertices");
    }

    @Test
    void extremeColourValuesAreOrdered() {
        ColoredGraph g = ColoredGraph.builder(3).color(0, Integer.MAX_VALUE).color(1, Integer.MIN_VALUE).build();
        EquitablePartition p = EquitablePartition.of(g);
        assertThat(new int[] {p.cellOf(1), p.cellOf(2), p.cellOf(0)}).containsExactly(0, 1, 2);
    }

    @Test
    void emptyGraph() {
        assertThat(EquitablePartition.of(ColoredGraph.builder(0).build()).cellCount()).isZero();
    }

    @Test
    void mistakesAreNamed() {
        EquitablePartition partition = EquitablePartition.of(ColoredGraph.builder(3).edge(0, 1).build());
        assertThat(partition).hasToString("EquitablePartition(3 vertices, 2 cells)");
        assertThatThrownBy(() -> partition.size(2)).hasMessage("cell 2 of 2, numbered from 0");
        assertThatThrownBy(() -> partition.cellOf(3)).hasMessageContaining("vertex 3 is out of range");
        assertThatThrownBy(() -> CanonicalLabeling.of(null)).hasMessage("the graph is null");
    }
}
