package org.orbifold.symmetry.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.symmetry.graph.ColoredGraph;
import org.orbifold.symmetry.graph.ColoredGraphBuilder;
import org.orbifold.symmetry.graph.TestGraphs;

/** Large graphs are searched under other names; the names must come back right. */
class RenumberingTest {

    /** More than 2^14 vertices, in random order. */
    private static ColoredGraph large() {
        return TestGraphs.shuffled(TestGraphs.studentCurriculum(2000, 3), new SplittableRandom(1));
    }

    @Test
    void smallGraphsKeepTheirNames() {
        ColoredGraph g = TestGraphs.kneser(5, 2);
        Renumbering same = new Renumbering(LocalGraphs.of(g));
        same.check(g);
        assertThat(same.toInput(new int[] {3, 1, 4})).containsExactly(3, 1, 4);
    }

    @Test
    void largeGraphsAreTheInputUnderOtherNames() {
        ColoredGraph g = large();
        Renumbering renumbering = new Renumbering(LocalGraphs.of(g));
        renumbering.check(g);
        int n = g.vertexCount();
        assertThat(n).isGreaterThan(1 << 14);
        int[] all = new int[n];
        for (int v = 0; v < n; v++) {
            all[v] = v;
        }
        int[] old = renumbering.toInput(all);
        int moved = 0;
        for (int v = 0; v < n; v++) {
            moved += old[v] != v ? 1 : 0;
            for (int i = renumbering.graph.offsets()[v]; i < renumbering.graph.offsets()[v + 1]; i++) {
                assertThat(g.hasEdge(old[v], old[renumbering.graph.neighbours()[i]])).isTrue();
            }
        }
        assertThat(moved).isPositive();
        assertThat(renumbering.graph.neighbours()).hasSize(2 * g.edgeCount());
    }

    @Test
    void anotherGraphIsNoticed() {
        ColoredGraph g = large();
        Renumbering renumbering = new Renumbering(LocalGraphs.of(g));
        ColoredGraph other = TestGraphs.shuffled(g, new SplittableRandom(2));
        assertThatThrownBy(() -> renumbering.check(other)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("report");
        assertThatThrownBy(() -> renumbering.check(TestGraphs.cycle(5))).isInstanceOf(IllegalStateException.class);
    }

    /** One colour, or two edges exchanged so that all degrees stay. */
    @Test
    void aSmallDifferenceIsNoticed() {
        ColoredGraph g = large();
        Renumbering renumbering = new Renumbering(LocalGraphs.of(g));
        ColoredGraphBuilder colored = ColoredGraph.builder(g.vertexCount());
        ColoredGraphBuilder crossed = ColoredGraph.builder(g.vertexCount());
        int v = 0;
        int w = g.neighbour(0, 0);
        int x = 1;
        while (x == v || x == w || g.hasEdge(v, x) || g.hasEdge(w, g.neighbour(x, 0)) || g.neighbour(x, 0) == w) {
            x++;
        }
        int y = g.neighbour(x, 0);
        for (int a = 0; a < g.vertexCount(); a++) {
            colored.color(a, a == 5 ? 99 : g.color(a));
            crossed.color(a, g.color(a));
            for (int i = 0; i < g.degree(a); i++) {
                int b = g.neighbour(a, i);
                colored.edge(a, b);
                if (!(a == v && b == w || a == w && b == v || a == x && b == y || a == y && b == x)) {
                    crossed.edge(a, b);
                }
            }
        }
        crossed.edge(v, x).edge(w, y);
        assertThatThrownBy(() -> renumbering.check(colored.build())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> renumbering.check(crossed.build())).isInstanceOf(IllegalStateException.class);
        renumbering.check(g);
    }

    /** A component too large for the cache, small ones with rows of each length up to seven, and lone vertices. */
    private static ColoredGraph mixed() {
        int side = 120;
        int cliques = 300;
        ColoredGraphBuilder b = ColoredGraph.builder(side * side + 8 * cliques + 2000);
        for (int v = 0; v < side * side; v++) {
            b.edge(v, v / side * side + (v + 1) % side).edge(v, (v + side) % (side * side));
        }
        int next = side * side;
        for (int k = 0; k < cliques; k++) {
            int size = 1 + k % 8;
            for (int u = 0; u < size; u++) {
                b.color(next + u, k % 3);
                for (int v = 0; v < u; v++) {
                    b.edge(next + u, next + v);
                }
            }
            next += size;
        }
        return TestGraphs.shuffled(b.build(), new SplittableRandom(7));
    }

    @Test
    void largeAndSmallComponentsAreChecked() {
        ColoredGraph g = mixed();
        Renumbering renumbering = new Renumbering(LocalGraphs.of(g));
        renumbering.check(g);
        int[] ends = renumbering.componentEnds();
        assertThat(ends[ends.length - 1]).isEqualTo(g.vertexCount());
        SplittableRandom random = new SplittableRandom(8);
        for (int round = 0; round < 50; round++) {
            ColoredGraph other = withOneEdgeMoved(g, random.nextInt(g.vertexCount()));
            assertThatThrownBy(() -> renumbering.check(other)).isInstanceOf(IllegalStateException.class);
        }
    }

    /** What is checked late is the copy as it then is. */
    @Test
    void aDamagedCopyOfALargeComponentIsNoticed() {
        ColoredGraph g = mixed();
        Renumbering renumbering = new Renumbering(LocalGraphs.of(g));
        int from = 0;
        int k = 0;
        while (renumbering.componentEnds()[k] - from < 10_000) {
            from = renumbering.componentEnds()[k++];
        }
        int[] row = renumbering.graph.neighbours();
        int at = renumbering.graph.offsets()[from + 77];
        row[at] ^= 1;
        assertThatThrownBy(() -> renumbering.check(g)).isInstanceOf(IllegalStateException.class);
        row[at] ^= 1;
        renumbering.graph.colors()[from + 5]++;
        assertThatThrownBy(() -> renumbering.check(g)).isInstanceOf(IllegalStateException.class);
        renumbering.graph.colors()[from + 5]--;
        renumbering.check(g);
    }

    /** With another end of the first edge of a vertex that has one, from the given one on. */
    private static ColoredGraph withOneEdgeMoved(ColoredGraph g, int from) {
        int n = g.vertexCount();
        int v = from;
        while (g.degree(v) == 0) {
            v = (v + 1) % n;
        }
        int other = (v + 1) % n;
        while (g.hasEdge(v, other)) {
            other = (other + 1) % n;
        }
        ColoredGraphBuilder b = ColoredGraph.builder(n).edge(v, other);
        for (int a = 0; a < n; a++) {
            b.color(a, g.color(a));
            for (int i = a == v ? 1 : 0; i < g.degree(a); i++) {
                if (g.neighbour(a, i) != v || a != g.neighbour(v, 0)) {
                    b.edge(a, g.neighbour(a, i));
                }
            }
        }
        return b.build();
    }

    @Test
    void componentsAreOneAfterTheOther() {
        Renumbering renumbering = new Renumbering(LocalGraphs.of(large()));
        LocalGraph graph = renumbering.graph;
        UnionFind sets = new UnionFind(graph.size());
        int from = 0;
        for (int to : renumbering.componentEnds()) {
            for (int v = from; v < to; v++) {
                for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
                    assertThat(graph.neighbours()[i]).isBetween(from, to - 1);
                    sets.union(v, graph.neighbours()[i]);
                }
            }
            assertThat(sets.sizeOf(from)).isEqualTo(to - from);
            from = to;
        }
        assertThat(from).isEqualTo(graph.size());
    }

    @Test
    void setsAreTranslated() {
        ColoredGraph g = large();
        Renumbering renumbering = new Renumbering(LocalGraphs.of(g));
        UnionFind sets = new UnionFind(g.vertexCount());
        SplittableRandom random = new SplittableRandom(4);
        int[] pairs = new int[600];
        for (int i = 0; i < pairs.length; i += 2) {
            pairs[i] = random.nextInt(g.vertexCount());
            pairs[i + 1] = random.nextInt(g.vertexCount());
            sets.union(pairs[i], pairs[i + 1]);
        }
        UnionFind translated = renumbering.toInput(sets);
        assertThat(translated.sets()).isEqualTo(sets.sets());
        int[] old = renumbering.toInput(pairs);
        for (int i = 0; i < pairs.length; i += 2) {
            assertThat(translated.find(old[i])).isEqualTo(translated.find(old[i + 1]));
            assertThat(translated.sizeOf(old[i])).isEqualTo(sets.sizeOf(pairs[i]));
        }
    }

    /** By definition and in the input's names, whatever the certifier did in the search's. */
    @Test
    void generatorsOfALargeGraphAreAutomorphismsOfTheInput() {
        ColoredGraph g = large();
        GraphSymmetry found = GraphSymmetry.compute(g, true, LocalGraphs.unlimited());
        assertThat(found.generators()).isNotEmpty().hasSize(found.generatorCount());
        UnionFind orbits = found.orbits();
        for (Permutation p : found.generators()) {
            p.forEachMoved((v, w) -> {
                assertThat(orbits.find(v)).isEqualTo(orbits.find(w));
                assertThat(g.color(v)).isEqualTo(g.color(w));
                assertThat(g.degree(v)).isEqualTo(g.degree(w));
                for (int i = 0; i < g.degree(v); i++) {
                    assertThat(g.hasEdge(w, p.image(g.neighbour(v, i)))).isTrue();
                }
            });
        }
        assertThat(found.canonicalVertices()).hasSize(g.vertexCount()).doesNotHaveDuplicates();
    }
}
