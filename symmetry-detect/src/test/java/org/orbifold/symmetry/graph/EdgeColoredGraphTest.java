package org.orbifold.symmetry.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.symmetry.detect.Automorphisms;
import org.orbifold.symmetry.detect.CanonicalLabeling;

class EdgeColoredGraphTest {

    private static BigInteger order(EdgeColoredGraph g) {
        return Automorphisms.of(g.encoded()).order();
    }

    @Test
    void directedCycleRotatesButDoesNotReflect() {
        EdgeColoredGraph.Builder b = EdgeColoredGraph.builder(7);
        for (int v = 0; v < 7; v++) {
            b.arc(v, (v + 1) % 7, 0);
        }
        EdgeColoredGraph g = b.build();
        assertThat(order(g)).isEqualTo(7);
        Automorphisms found = Automorphisms.of(g.encoded());
        int[] images = g.restrict(found.generators().get(0)::image);
        int shift = images[0];
        for (int v = 0; v < 7; v++) {
            assertThat(images[v]).isEqualTo((v + shift) % 7);
        }
    }

    @Test
    void alternatelyColouredCycleHasHalfTheGroup() {
        EdgeColoredGraph.Builder b = EdgeColoredGraph.builder(8);
        for (int v = 0; v < 8; v++) {
            b.edge(v, (v + 1) % 8, v % 2);
        }
        assertThat(order(b.build())).isEqualTo(8);
    }

    @Test
    void loopsParallelEdgesAndRepetitions() {
        EdgeColoredGraph plain = EdgeColoredGraph.builder(2).edge(0, 1, 3).build();
        assertThat(order(plain)).isEqualTo(2);
        assertThat(order(EdgeColoredGraph.builder(2).edge(0, 1, 3).edge(0, 0, 3).build())).isEqualTo(1);
        assertThat(order(EdgeColoredGraph.builder(2).edge(0, 1, 3).edge(1, 0, 4).build())).isEqualTo(2);
        assertThat(EdgeColoredGraph.builder(2).edge(0, 1, 3).edge(1, 0, 3).build().encoded())
            .isEqualTo(plain.encoded());
        assertThat(order(EdgeColoredGraph.builder(2).arc(0, 1, 3).build())).isEqualTo(1);
        assertThat(order(EdgeColoredGraph.builder(2).arc(0, 1, 3).arc(1, 0, 3).build())).isEqualTo(2);
    }

    /** Against all permutations of the vertices, on random graphs with five vertices. */
    @Test
    void orderIsThatOfBruteForce() {
        SplittableRandom random = new SplittableRandom(17);
        for (int round = 0; round < 300; round++) {
            int[][] arcs = new int[5][5];
            EdgeColoredGraph.Builder b = EdgeColoredGraph.builder(5);
            for (int u = 0; u < 5; u++) {
                for (int v = 0; v < 5; v++) {
                    if (random.nextInt(3) == 0) {
                        arcs[u][v] = 1 + random.nextInt(2);
                        b.arc(u, v, arcs[u][v]);
                    }
                }
            }
            assertThat(order(b.build())).isEqualTo(count(arcs, new int[5], 0));
        }
    }

    private static int count(int[][] arcs, int[] image, int v) {
        if (v == image.length) {
            return 1;
        }
        int sum = 0;
        for (int w = 0; w < image.length; w++) {
            image[v] = w;
            boolean fits = true;
            for (int u = 0; u <= v; u++) {
                fits &= (u == v || image[u] != w) && arcs[u][v] == arcs[image[u]][w] && arcs[v][u] == arcs[w][image[u]];
            }
            if (fits) {
                sum += count(arcs, image, v + 1);
            }
        }
        return sum;
    }

    @Test
    void directionDecidesIsomorphism() {
        EdgeColoredGraph out = EdgeColoredGraph.builder(3).arc(0, 1, 0).arc(0, 2, 0).build();
        EdgeColoredGraph in = EdgeColoredGraph.builder(3).arc(1, 0, 0).arc(2, 0, 0).build();
        EdgeColoredGraph outAgain = EdgeColoredGraph.builder(3).arc(2, 1, 0).arc(2, 0, 0).build();
        CanonicalLabeling labeling = CanonicalLabeling.of(out.encoded());
        assertThat(labeling.isomorphismTo(CanonicalLabeling.of(in.encoded()))).isEmpty();
        assertThat(labeling.isomorphismTo(CanonicalLabeling.of(outAgain.encoded()))).isPresent();
    }

    @Test
    void refusesStrangers() {
        assertThatThrownBy(() -> EdgeColoredGraph.builder(2).arc(0, 2, 0))
            .isInstanceOf(IndexOutOfBoundsException.class).hasMessageContaining("vertex 2 is out of range");
        EdgeColoredGraph g = EdgeColoredGraph.builder(2).arc(0, 1, 0).build();
        assertThatThrownBy(() -> g.restrict(v -> v + 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
