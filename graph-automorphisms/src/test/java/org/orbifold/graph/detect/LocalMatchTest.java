package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;

/** Automorphisms that move little, below a long base. */
class LocalMatchTest {

    private static BigInteger friendsOrder(int people) {
        return IntStream.rangeClosed(1, people).mapToObj(BigInteger::valueOf)
            .reduce(BigInteger.ONE, BigInteger::multiply).shiftLeft(people * (people - 1) / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 9, 12})
    void findsTheWholeGroup(int people) {
        SplittableRandom random = new SplittableRandom(people);
        ColoredGraph graph = TestGraphs.shuffled(TestGraphs.friends(people), random);
        Automorphisms found = Automorphisms.of(graph);
        assertThat(found.order()).isEqualTo(friendsOrder(people));
        assertThat(PermutationGroup.of(graph.vertexCount(), found.generators()).order()).isEqualTo(found.order());
    }

    /** The effort grows with what is moved; following the whole base takes twice this bound. */
    @Test
    void costsWhatIsMoved() {
        int people = 30;
        Automorphisms found = Automorphisms.of(TestGraphs.friends(people));
        assertThat(found.order()).isEqualTo(friendsOrder(people));
        for (Permutation generator : found.generators()) {
            assertThat(generator.support().length).isLessThanOrEqualTo(16 * people);
        }
        assertThat(found.searchNodes()).isLessThan(8L * people * people);
    }

    /** A part that is joined the other way round makes two people special, and the local match there fails. */
    @Test
    void isNoExcuseForMissingADifference() {
        int people = 9;
        ColoredGraph friends = TestGraphs.friends(people);
        ColoredGraphBuilder marked = ColoredGraph.builder(friends.vertexCount());
        for (int v = 0; v < friends.vertexCount(); v++) {
            marked.color(v, v == people ? 3 : friends.color(v));
            for (int i = 0; i < friends.degree(v); i++) {
                marked.edge(v, friends.neighbour(v, i));
            }
        }
        // People 0 and 1 can be exchanged, as can the others; the marked part and its twin cannot.
        BigInteger expected = BigInteger.valueOf(2 * 5040).shiftLeft(people * (people - 1) / 2 - 1);
        assertThat(Automorphisms.of(marked.build()).order()).isEqualTo(expected);
    }
}
