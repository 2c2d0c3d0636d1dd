package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.TestGraphs;

/** Checks that random names do not change the canonical form, the order or the orbit sizes. */
final class Relabelings {

    private Relabelings() {
    }

    static void check(ColoredGraph g, int count, long seed) {
        CanonicalLabeling expected = CanonicalLabeling.of(g);
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = sorted(expected);
        for (int i = 0; i < count; i++) {
            ColoredGraph other = TestGraphs.shuffled(g, random);
            CanonicalLabeling found = CanonicalLabeling.of(other);
            assertThat(found.hash()).isEqualTo(expected.hash());
            assertThat(other.relabel(found.labeling()::image)).isEqualTo(expected.form());
            assertThat(found.automorphisms().order()).isEqualTo(expected.automorphisms().order());
            assertThat(sorted(found)).isEqualTo(sizes);
        }
    }

    private static int[] sorted(CanonicalLabeling labeling) {
        int[] sizes = labeling.automorphisms().orbits().sizes();
        java.util.Arrays.sort(sizes);
        return sizes;
    }
}
