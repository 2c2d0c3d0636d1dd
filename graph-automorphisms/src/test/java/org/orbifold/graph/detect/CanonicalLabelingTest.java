package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;

/** What a canonical labeling promises besides being canonical. */
class CanonicalLabelingTest {

    @Property(tries = 200, seed = "16")
    void placesAreGroupedByColour(@ForAll @IntRange(min = 1, max = 30) int n, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] palette = {Integer.MIN_VALUE, -5, 0, 7, Integer.MAX_VALUE};
        ColoredGraph plain = TestGraphs.random(n, random.nextDouble(), 1, seed);
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int v = 0; v < n; v++) {
            b.color(v, palette[random.nextInt(palette.length)]);
            for (int i = 0; i < plain.degree(v); i++) {
                b.edge(v, plain.neighbour(v, i));
            }
        }
        ColoredGraph form = CanonicalLabeling.of(b.build()).form();
        for (int p = 1; p < n; p++) {
            assertThat(form.color(p)).isGreaterThanOrEqualTo(form.color(p - 1));
        }
    }

    @Test
    void coloursAreValuesAndNotOnlyClasses() {
        ColoredGraph zero = TestGraphs.cycle(5);
        ColoredGraphBuilder b = ColoredGraph.builder(5);
        for (int v = 0; v < 5; v++) {
            b.color(v, 1).edge(v, (v + 1) % 5);
        }
        assertThat(CanonicalLabeling.of(b.build()).hash()).isNotEqualTo(CanonicalLabeling.of(zero).hash());
        assertThat(CanonicalLabeling.of(b.build()).isomorphismTo(CanonicalLabeling.of(zero))).isEmpty();
    }

    @Test
    void hashIsOfTheFormAndTheSameEachTime() {
        CanonicalLabeling labeling = CanonicalLabeling.of(TestGraphs.kneser(6, 2));
        assertThat(labeling.hash()).hasSize(64).isEqualTo(labeling.hash());
        // The form of the form is the form: canonical graphs are their own representatives' relabelings.
        assertThat(CanonicalLabeling.of(labeling.form()).form()).isEqualTo(labeling.form());
    }

    @Test
    void isomorphismKeepsToItsLimits() {
        ColoredGraph g = TestGraphs.hallPlane9();
        ColoredGraph h = TestGraphs.shuffled(g, new SplittableRandom(3));
        assertThatThrownBy(() -> CanonicalLabeling.of(g, SearchOptions.defaults().withMaxNodes(5)))
            .isInstanceOf(SearchLimitException.class).hasMessageContaining("5 search nodes");
        assertThat(CanonicalLabeling.of(g).isomorphismTo(CanonicalLabeling.of(h))).isPresent();
        assertThat(CanonicalLabeling.of(g).isomorphismTo(CanonicalLabeling.of(TestGraphs.cycle(182)))).isEmpty();
    }

    /** Large enough that its components, most of which refinement settles, are refined one by one. */
    @Test
    void aLargeModelGraphAndItsRelabelings() {
        Relabelings.check(TestGraphs.studentCurriculum(1700, 11), 3, 7);
    }

    /** A plane and a Latin square, both hard for refinement, with less of a group than their parameters allow. */
    @Test
    void aNamedHardGraphAndItsRelabelings() {
        Relabelings.check(TestGraphs.hallPlane9(), 10, 5);
        Relabelings.check(TestGraphs.latinSquare(TestGraphs.mixedSquare(9, 2)), 10, 6);
    }

    /** Here looking ahead chooses the cells, by names in the search for the group and not in that for the form. */
    @ParameterizedTest
    @CsvSource({"60, 62, 1", "60, 62, 2", "60, 90, 3", "120, 240, 4", "40, 30, 5"})
    void multipedesAreTheSameUnderAllNames(int pairs, int gadgets, long seed) {
        Relabelings.check(TestGraphs.multipede(pairs, gadgets, seed), 6, seed);
    }
}
