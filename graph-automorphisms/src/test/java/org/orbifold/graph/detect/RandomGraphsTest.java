package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.element.Permutation;

/** Thousands of random coloured graphs against brute force and against their own relabelings. */
class RandomGraphsTest {

    @Property(tries = 3000, seed = "4")
    void groupIsThatOfBruteForce(@ForAll @IntRange(min = 1, max = 9) int n,
            @ForAll @DoubleRange(max = 1) double density, @ForAll @IntRange(min = 1, max = 3) int colors,
            @ForAll long seed) {
        ColoredGraph g = TestGraphs.random(n, density, colors, seed);
        Automorphisms found = Automorphisms.of(g);
        if (found.order().bitLength() > 14) {
            // K9 and the like: brute force would list hundreds of thousands.
            return;
        }
        List<int[]> expected = BruteForce.automorphisms(g);
        assertThat(found.order()).isEqualTo(BigInteger.valueOf(expected.size()));
        for (Permutation p : found.generators()) {
            assertThat(BruteForce.isAutomorphism(g, p)).isTrue();
        }
        for (int v = 0; v < n; v++) {
            for (int w = 0; w < n; w++) {
                int from = v;
                int to = w;
                boolean together = expected.stream().anyMatch(p -> p[from] == to);
                assertThat(found.orbits().orbitOf(v) == found.orbits().orbitOf(w)).isEqualTo(together);
            }
        }
    }

    @Property(tries = 1500, seed = "5")
    void relabelingsGetTheSameForm(@ForAll @IntRange(min = 1, max = 40) int n,
            @ForAll @DoubleRange(max = 1) double density, @ForAll @IntRange(min = 1, max = 3) int colors,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraph g = TestGraphs.random(n, density, colors, seed);
        CanonicalLabeling first = CanonicalLabeling.of(g);
        ColoredGraph other = TestGraphs.shuffled(g, random);
        CanonicalLabeling second = CanonicalLabeling.of(other);
        assertThat(second.hash()).isEqualTo(first.hash());
        assertThat(second.form()).isEqualTo(first.form());
        assertThat(second.automorphisms().order()).isEqualTo(first.automorphisms().order());
        Permutation mapping = CanonicalLabeling.of(g).isomorphismTo(CanonicalLabeling.of(other)).orElseThrow();
        assertThat(g.relabel(mapping::image)).isEqualTo(other);
    }

    @Property(tries = 1500, seed = "6")
    void isomorphismAgreesWithBruteForce(@ForAll @IntRange(min = 1, max = 7) int n,
            @ForAll @IntRange(min = 1, max = 2) int colors, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double density = 0.3 + 0.4 * random.nextDouble();
        ColoredGraph g = TestGraphs.random(n, density, colors, random.nextLong());
        ColoredGraph h = TestGraphs.random(n, density, colors, random.nextLong());
        Optional<Permutation> found = CanonicalLabeling.of(g).isomorphismTo(CanonicalLabeling.of(h));
        assertThat(found.isPresent()).isEqualTo(!BruteForce.isomorphisms(g, h).isEmpty());
        assertThat(CanonicalLabeling.of(g).hash().equals(CanonicalLabeling.of(h).hash()))
            .isEqualTo(found.isPresent());
    }

    /** perm-group makes the order from the generators alone, by Schreier–Sims. */
    @Property(tries = 100, seed = "16")
    void theGroupHasTheOrderOfTheSearch(@ForAll @IntRange(min = 1, max = 14) int n,
            @ForAll @IntRange(min = 1, max = 3) int colors, @ForAll long seed) {
        Automorphisms found = Automorphisms.of(TestGraphs.random(n, 0.3, colors, seed));
        assertThat(found.group().order()).isEqualTo(found.order());
        assertThat(found.group().orbits().count()).isEqualTo(found.orbits().count());
        assertThat(found.group()).isSameAs(found.group());
    }
}
