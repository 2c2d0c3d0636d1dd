package org.orbifold.symmetry.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.symmetry.graph.ColoredGraph;
import org.orbifold.symmetry.graph.TestGraphs;

/** The search on bare graphs, without reductions, in its narrow and in its wide mode. */
class AutomorphismSearchTest {

    private static SearchBudget unlimited() {
        return new SearchBudget(Long.MAX_VALUE, Long.MAX_VALUE, () -> false, null);
    }

    private static LocalGraph local(ColoredGraph g) {
        return new LocalGraph(g.copyOffsets(), g.copyNeighbors(), g.copyColors());
    }

    private static Certifier certifier(LocalGraph g) {
        return new Certifier(g.offsets(), g.neighbors(), g.colors());
    }

    private static StabilizerPath search(LocalGraph g, long width) {
        return new AutomorphismSearch(g, new NodeWalker(g), certifier(g), unlimited()).run(width);
    }

    static Stream<ColoredGraph> graphs() {
        return Stream.of(TestGraphs.hallPlane9(), TestGraphs.projectivePlane(5), TestGraphs.shrikhande(),
            TestGraphs.latinSquare(TestGraphs.cyclicSquare(7)), TestGraphs.latinSquare(TestGraphs.mixedSquare(9, 1)),
            TestGraphs.cfi(TestGraphs.randomRegular(10, 3, 2), false), TestGraphs.cfi(TestGraphs.kneser(5, 2), true),
            TestGraphs.paley(29), TestGraphs.hypercube(6), TestGraphs.rook(6), TestGraphs.complete(8),
            TestGraphs.disjointCopies(TestGraphs.kneser(5, 2), 3), TestGraphs.randomTree(40, 5),
            ColoredGraph.builder(6).build());
    }

    /** A width of one makes every refutation start again with random walks and a base of small orbits. */
    @ParameterizedTest
    @MethodSource("graphs")
    void wideAndNarrowModeAgree(ColoredGraph graph) {
        LocalGraph g = local(graph);
        StabilizerPath narrow = search(g, Long.MAX_VALUE);
        StabilizerPath wide = search(g, 1);
        assertThat(wide.order().toBigInteger()).isEqualTo(narrow.order().toBigInteger());
        for (StabilizerPath path : List.of(narrow, wide)) {
            for (int[] generator : path.generators) {
                int size = generator.length / 2;
                int[] to = java.util.Arrays.copyOfRange(generator, size, 2 * size);
                assertThat(certifier(g).isAutomorphism(generator, to, size)).isTrue();
            }
        }
    }

    /** Known orders of this family: 311040 collineations (Hughes and Piper), and the plane is not self-dual. */
    @Test
    void hallPlaneOfOrderNine() {
        LocalGraph g = local(TestGraphs.hallPlane9());
        assertThat(search(g, 2000).order().toBigInteger()).isEqualTo(BigInteger.valueOf(311040));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void generatorsOfALevelFixTheBasePointsAbove(ColoredGraph graph) {
        StabilizerPath path = search(local(graph), 2000);
        for (int level = 0; level <= path.depth; level++) {
            for (int[] generator : path.stabilizer(level)) {
                for (int i = 0; i < generator.length / 2; i++) {
                    for (int above = 0; above < level; above++) {
                        assertThat(generator[i]).isNotEqualTo(path.base[above]);
                    }
                }
            }
        }
    }

    /** A chain made from the group's generators for another base has the order that the search finds there. */
    @ParameterizedTest
    @MethodSource("graphs")
    void seededPathsReachTheOrder(ColoredGraph graph) {
        LocalGraph g = local(graph);
        StabilizerPath path = search(g, 2000);
        NodeWalker walker = new NodeWalker(g);
        StabilizerPath seeded = SeededPath.build(g, walker, path.stabilizer(0), path.order(), unlimited());
        assertThat(seeded).isNotNull();
        assertThat(seeded.order().toBigInteger()).isEqualTo(path.order().toBigInteger());
        if (seeded.depth > 0) {
            walker.push(seeded.base[0]);
            StabilizerPath below = new AutomorphismSearch(g, walker, certifier(g), unlimited()).run();
            assertThat(below.order().toBigInteger()).isEqualTo(seeded.orderFrom(1).toBigInteger());
        }
    }

    @Test
    void certifierRefusesWhatIsNoAutomorphism() {
        LocalGraph path = local(ColoredGraph.builder(4).edge(0, 1).edge(1, 2).edge(2, 3).build());
        Certifier certifier = certifier(path);
        assertThat(certifier.isAutomorphism(new int[] {0, 3, 1, 2}, new int[] {3, 0, 2, 1}, 4)).isTrue();
        assertThat(certifier.isAutomorphism(new int[] {0, 3}, new int[] {3, 0}, 2)).isFalse();
        assertThat(certifier.isAutomorphism(new int[] {0, 1}, new int[] {1, 0}, 2)).isFalse();
        // Not permutations: an image outside the points, one image twice, one point twice.
        assertThat(certifier.isAutomorphism(new int[] {0}, new int[] {3}, 1)).isFalse();
        assertThat(certifier.isAutomorphism(new int[] {0, 3}, new int[] {3, 3}, 2)).isFalse();
        assertThat(certifier.isAutomorphism(new int[] {0, 0}, new int[] {3, 0}, 2)).isFalse();
        LocalGraph colored = local(ColoredGraph.builder(2).color(1, 1).build());
        assertThat(certifier(colored).isAutomorphism(new int[] {0, 1}, new int[] {1, 0}, 2)).isFalse();
    }
}
