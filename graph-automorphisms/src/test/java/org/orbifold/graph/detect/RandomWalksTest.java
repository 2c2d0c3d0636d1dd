package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.HadamardGraphs;
import org.orbifold.graph.TestGraphs;

/** Random walks find automorphisms, all of them true, and go on where they stopped. */
class RandomWalksTest {

    private static RandomWalks walks(LocalGraph g, int... path) {
        return new RandomWalks(g, path, LocalGraphs.certifier(g), LocalGraphs.unlimited());
    }

    static Stream<ColoredGraph> symmetric() {
        return Stream.of(TestGraphs.kneser(5, 2), TestGraphs.shrikhande(), TestGraphs.paley(29),
            TestGraphs.projectivePlane(3), HadamardGraphs.of(HadamardGraphs.sylvester(8)));
    }

    @ParameterizedTest
    @MethodSource("symmetric")
    void whatIsFoundIsAnAutomorphism(ColoredGraph graph) {
        LocalGraph g = LocalGraphs.of(graph);
        List<int[]> found = walks(g).automorphisms(1000);
        assertThat(found).isNotEmpty();
        for (int[] generator : found) {
            assertThat(LocalGraphs.certifier(g).isAutomorphism(generator)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("symmetric")
    void walksGoOn(ColoredGraph graph) {
        LocalGraph g = LocalGraphs.of(graph);
        RandomWalks walks = walks(g);
        List<int[]> first = walks.automorphisms(40);
        List<int[]> second = walks.automorphisms(400);
        assertThat(second).hasSizeGreaterThan(first.size());
        assertThat(second.subList(0, first.size())).isEqualTo(first);
        assertThat(walks(g).automorphisms(40)).usingRecursiveComparison().isEqualTo(first);
    }

    @Test
    void belowANodeItsPathIsFixed() {
        LocalGraph g = LocalGraphs.of(TestGraphs.kneser(6, 2));
        List<int[]> found = walks(g, 3, 7).automorphisms(500);
        assertThat(found).isNotEmpty();
        for (int[] generator : found) {
            assertThat(generator).doesNotContain(3, 7);
        }
    }

    @Test
    void aRigidGraphHasNothingToFind() {
        LocalGraph g = LocalGraphs.of(TestGraphs.latinSquare(TestGraphs.mixedSquare(9, 1)));
        assertThat(new AutomorphismSearch(g, new NodeWalker(g), LocalGraphs.certifier(g), LocalGraphs.unlimited()).run()
            .order().isOne()).isTrue();
        assertThat(walks(g).automorphisms(300)).isEmpty();
    }
}
