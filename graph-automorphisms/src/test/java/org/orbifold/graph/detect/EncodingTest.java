package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;

/** Directed graphs, loops and edge colours, against all permutations of up to five vertices. */
class EncodingTest {

    private static final int[] PALETTE = {0, 0, 5, 9, Integer.MAX_VALUE, Integer.MIN_VALUE};

    private static ColoredGraph random(SplittableRandom random, int n) {
        int colors = 1 + random.nextInt(PALETTE.length);
        int density = 1 + random.nextInt(3);
        boolean directed = random.nextBoolean();
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int u = 0; u < n; u++) {
            b.color(u, random.nextInt(5) == 0 ? Integer.MAX_VALUE : 0);
            for (int v = 0; v < n; v++) {
                if (random.nextInt(4) < density && (u != v || random.nextInt(3) == 0)) {
                    int color = PALETTE[random.nextInt(colors)];
                    if (directed) {
                        b.arc(u, v, color);
                    } else {
                        b.edge(u, v, color);
                    }
                }
            }
        }
        return b.build();
    }

    /** The number of isomorphisms, by trying all maps. */
    private static int count(ColoredGraph g, ColoredGraph h, int[] image, int v) {
        if (v == image.length) {
            return 1;
        }
        int sum = 0;
        for (int w = 0; w < image.length; w++) {
            image[v] = w;
            boolean fits = g.color(v) == h.color(w);
            for (int u = 0; u <= v; u++) {
                fits &= (u == v || image[u] != w)
                    && Arrays.equals(g.colorsOfArcs(u, v), h.colorsOfArcs(image[u], w))
                    && Arrays.equals(g.colorsOfArcs(v, u), h.colorsOfArcs(w, image[u]));
            }
            sum += fits ? count(g, h, image, v + 1) : 0;
        }
        return sum;
    }

    @Test
    void orderAndFormsAreThoseOfBruteForce() {
        SplittableRandom random = new SplittableRandom(17);
        for (int round = 0; round < 1500; round++) {
            int n = 1 + random.nextInt(5);
            ColoredGraph g = random(random, n);
            CanonicalLabeling labeling = CanonicalLabeling.of(g);
            assertThat(Automorphisms.of(g).order()).isEqualTo(count(g, g, new int[n], 0));
            assertThat(labeling.automorphisms().group().order()).isEqualTo(count(g, g, new int[n], 0));
            ColoredGraph renamed = TestGraphs.shuffled(g, random);
            CanonicalLabeling again = CanonicalLabeling.of(renamed);
            assertThat(again.form()).isEqualTo(labeling.form());
            assertThat(again.hash()).isEqualTo(labeling.hash());
            assertThat(Isomorphism.find(g, renamed)).isPresent();
            ColoredGraph other = random(random, n);
            assertThat(Isomorphism.find(g, other).isPresent()).isEqualTo(count(g, other, new int[n], 0) > 0);
            assertThat(labeling.form().equals(CanonicalLabeling.of(other).form()))
                .isEqualTo(count(g, other, new int[n], 0) > 0);
        }
    }

    @Test
    void colourValuesCount() {
        ColoredGraph five = ColoredGraph.builder(2).edge(0, 1, 5).build();
        ColoredGraph nine = ColoredGraph.builder(2).edge(0, 1, 9).build();
        assertThat(Isomorphism.find(five, nine)).isEmpty();
        assertThat(CanonicalLabeling.of(five).hash()).isNotEqualTo(CanonicalLabeling.of(nine).hash());
        ColoredGraph largest = ColoredGraph.builder(2).edge(0, 1, Integer.MAX_VALUE)
            .color(0, Integer.MAX_VALUE).build();
        assertThat(Automorphisms.of(largest).order()).isEqualTo(1);
    }

    @Test
    void directedCyclesRotateButDoNotReflect() {
        ColoredGraphBuilder directed = ColoredGraph.builder(70);
        ColoredGraphBuilder alternating = ColoredGraph.builder(70);
        for (int v = 0; v < 70; v++) {
            directed.arc(v, (v + 1) % 70);
            alternating.edge(v, (v + 1) % 70, v % 2);
        }
        assertThat(Automorphisms.of(directed.build()).order()).isEqualTo(70);
        assertThat(Automorphisms.of(alternating.build()).order()).isEqualTo(70);
    }

    @Test
    void equitablePartitionsSeeDirectionsAndLoops() {
        ColoredGraph path = ColoredGraph.builder(3).arc(0, 1).arc(1, 2).build();
        assertThat(EquitablePartition.of(path).isDiscrete()).isTrue();
        ColoredGraph loop = ColoredGraph.builder(2).edge(0, 1).edge(1, 1).build();
        assertThat(EquitablePartition.of(loop).cellCount()).isEqualTo(2);
    }
}
