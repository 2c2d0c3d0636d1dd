package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;

/** Shapes that overflow stacks, eat memory or take quadratic time elsewhere. */
@Tag("slow")
class HostileInputTest {

    /** lg n! by Stirling's series; good to 1e-9 for the sizes here. */
    private static double log10Factorial(double n) {
        return (n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + 1 / (12 * n)) / Math.log(10);
    }

    @Test
    void aMillionIsolatedVertices() {
        CanonicalLabeling found = CanonicalLabeling.of(ColoredGraph.builder(1_000_000).build());
        assertThat(found.automorphisms().log10Order()).isCloseTo(log10Factorial(1e6),
            org.assertj.core.data.Offset.offset(1e-3));
        assertThat(found.automorphisms().orbits().count()).isEqualTo(1);
    }

    @Test
    void oneVertexOfDegreeHalfAMillion() {
        int n = 500_000;
        ColoredGraphBuilder b = ColoredGraph.builder(n + 1);
        for (int v = 1; v <= n; v++) {
            b.edge(0, v);
        }
        Automorphisms found = Automorphisms.of(b.build());
        assertThat(found.log10Order()).isCloseTo(log10Factorial(n), org.assertj.core.data.Offset.offset(1e-3));
        assertThat(found.orbits().count()).isEqualTo(2);
    }

    @Test
    void aPathAndACycleOfAHundredThousand() {
        assertThat(CanonicalLabeling.of(TestGraphs.path(100_000)).automorphisms().order()).isEqualTo(2);
        assertThat(CanonicalLabeling.of(TestGraphs.cycle(100_000)).automorphisms().order()).isEqualTo(200_000);
    }

    @Test
    void aCaterpillarWhoseLeavesAreFoldedOneByOne() {
        // A path with a leaf on each vertex: folding leaves it a path with new colours, whose ends become leaves.
        int n = 50_000;
        ColoredGraphBuilder b = ColoredGraph.builder(2 * n);
        for (int v = 0; v < n; v++) {
            b.edge(v, n + v);
            if (v > 0) {
                b.edge(v - 1, v);
            }
        }
        assertThat(CanonicalLabeling.of(b.build()).automorphisms().order()).isEqualTo(2);
    }

    @Test
    void aCompleteBinaryTree() {
        int n = (1 << 16) - 1;
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int v = 1; v < n; v++) {
            b.edge(v, (v - 1) / 2);
        }
        Automorphisms found = CanonicalLabeling.of(b.build()).automorphisms();
        // One exchange of subtrees per inner vertex.
        assertThat(found.order()).isEqualTo(BigInteger.ONE.shiftLeft(n / 2));
    }

    @Test
    void aThresholdGraphWhoseTwinsAreNested() {
        // Isolated and dominating vertices in turn: twins appear only when their neighbours are gone.
        int n = 400;
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int v = 1; v < n; v++) {
            for (int w = 0; w < v && v % 2 == 1; w++) {
                b.edge(v, w);
            }
        }
        assertThat(CanonicalLabeling.of(b.build()).automorphisms().order()).isEqualTo(2);
    }

    @Test
    void manyPairsEachOfAColourOfItsOwn() {
        int n = 100_000;
        ColoredGraphBuilder b = ColoredGraph.builder(2 * n);
        for (int v = 0; v < n; v++) {
            b.color(2 * v, v - n / 2).color(2 * v + 1, v - n / 2).edge(2 * v, 2 * v + 1);
        }
        Automorphisms found = Automorphisms.of(b.build());
        assertThat(found.order()).isEqualTo(BigInteger.ONE.shiftLeft(n));
        assertThat(found.generators()).hasSize(n);
    }

    @Test
    void studentCurriculumWithTenThousandStudentsAndACanonicalForm() {
        ColoredGraph g = TestGraphs.studentCurriculum(10_000, 1);
        Relabelings.check(g, 2, 5);
    }

    @Test
    void stronglyRegularGraphs() {
        Relabelings.check(TestGraphs.latinSquare(TestGraphs.cyclicSquare(13)), 3, 6);
        Relabelings.check(TestGraphs.paley(173), 3, 7);
        assertThat(Automorphisms.of(TestGraphs.paley(173)).order()).isEqualTo(173 * 86);
    }

    @Test
    void emptyAndTinyGraphs() {
        assertThat(Automorphisms.of(ColoredGraph.builder(0).build()).order()).isEqualTo(1);
        assertThat(CanonicalLabeling.of(ColoredGraph.builder(0).build()).hash()).hasSize(64);
        assertThat(Automorphisms.of(ColoredGraph.builder(1).build()).isTrivial()).isTrue();
        assertThat(Automorphisms.of(TestGraphs.complete(2)).order()).isEqualTo(2);
    }
}
