package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.HadamardGraphs;
import org.orbifold.graph.TestGraphs;

/**
 * How many nodes searches visit, which is the same on every machine: pruning that is lost leaves all answers right, and
 * only this test tells. A change that needs fewer nodes lowers the numbers.
 */
class SearchEffortTest {

    private static final int LABELINGS = 3;

    /** A graph, and the nodes of three labelings together: for the group, and for the canonical form with it. */
    static Stream<Arguments> graphs() {
        return Stream.of(
            Arguments.of("Hall plane of order 9", TestGraphs.hallPlane9(), 2266, 2266),
            Arguments.of("PG(2,5)", TestGraphs.projectivePlane(5), 48, 48),
            Arguments.of("mixed Latin square", TestGraphs.latinSquare(TestGraphs.mixedSquare(9, 1)), 1402, 7720),
            Arguments.of("a smaller one", TestGraphs.latinSquare(TestGraphs.mixedSquare(6, 3)), 270, 294),
            Arguments.of("Latin Z7", TestGraphs.latinSquare(TestGraphs.cyclicSquare(7)), 36, 38),
            Arguments.of("CFI over Petersen", TestGraphs.cfi(TestGraphs.kneser(5, 2), true), 69, 69),
            Arguments.of("two Shrikhande", TestGraphs.disjointCopies(TestGraphs.shrikhande(), 2), 73, 73),
            Arguments.of("Paley 29", TestGraphs.paley(29), 18, 18),
            Arguments.of("Q6", TestGraphs.hypercube(6), 45, 45),
            Arguments.of("Kneser(7,3)", TestGraphs.kneser(7, 3), 33, 33),
            Arguments.of("3-regular", TestGraphs.randomRegular(60, 3, 4), 180, 360),
            Arguments.of("multipede without symmetry", TestGraphs.multipede(250, 500, 1), 654, 1764),
            Arguments.of("multipede with few gadgets", TestGraphs.multipede(100, 105, 2), 648, 3600),
            Arguments.of("Hadamard 32",
                HadamardGraphs.of(HadamardGraphs.switched(HadamardGraphs.sylvester(32))), 1334, 1334));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("graphs")
    void noMoreNodesThanKnown(String name, ColoredGraph graph, long forGroup, long forForm) {
        SplittableRandom random = new SplittableRandom(1);
        long group = 0;
        long form = 0;
        for (int i = 0; i < LABELINGS; i++) {
            ColoredGraph g = TestGraphs.shuffled(graph, random);
            group += Automorphisms.of(g).searchNodes();
            form += CanonicalLabeling.of(g).automorphisms().searchNodes();
        }
        assertThat(group).isLessThanOrEqualTo(forGroup);
        assertThat(form).isLessThanOrEqualTo(forForm);
    }
}
