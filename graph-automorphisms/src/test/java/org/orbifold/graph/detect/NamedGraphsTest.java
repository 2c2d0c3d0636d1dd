package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.element.Permutation;

/** Graphs with known groups: order, certified generators, and 50 relabelings with the same canonical hash each. */
class NamedGraphsTest {

    static Stream<Arguments> graphs() {
        return Stream.of(
            // Named graphs: orders from Brouwer, Cohen and Neumaier, Distance-Regular Graphs (1989).
            Arguments.of("Petersen", TestGraphs.kneser(5, 2), "120"),
            Arguments.of("Kneser(7,3)", TestGraphs.kneser(7, 3), "5040"),
            Arguments.of("Kneser(9,4)", TestGraphs.kneser(9, 4), "362880"),
            Arguments.of("Shrikhande", TestGraphs.shrikhande(), "192"),
            Arguments.of("rook 4x4", TestGraphs.rook(4), "1152"),
            Arguments.of("rook 9x9", TestGraphs.rook(9), power(factorial(9), 2).multiply(BigInteger.TWO).toString()),
            // Hypercube: 2^d d!.
            Arguments.of("Q3", TestGraphs.hypercube(3), "48"),
            Arguments.of("Q7", TestGraphs.hypercube(7), factorial(7).shiftLeft(7).toString()),
            // Paley of prime order q: q (q - 1) / 2 (Carlitz 1960).
            Arguments.of("Paley 5", TestGraphs.paley(5), "10"),
            Arguments.of("Paley 29", TestGraphs.paley(29), "406"),
            Arguments.of("Paley 101", TestGraphs.paley(101), "5050"),
            // PG(2,q), points and lines: 2 |PGL(3,q)| for a prime q (fundamental theorem of projective geometry).
            Arguments.of("Heawood", TestGraphs.projectivePlane(2), "336"),
            Arguments.of("PG(2,3)", TestGraphs.projectivePlane(3), "11232"),
            Arguments.of("PG(2,7)", TestGraphs.projectivePlane(7), pgl3(7).shiftLeft(1).toString()),
            // Latin square graph of Z_k, k > 4: 6 k^2 |Aut Z_k| (Phelps 1979).
            Arguments.of("Latin Z7", TestGraphs.latinSquare(TestGraphs.cyclicSquare(7)), "1764"),
            Arguments.of("Latin Z11", TestGraphs.latinSquare(TestGraphs.cyclicSquare(11)), "7260"),
            Arguments.of("C12", TestGraphs.cycle(12), "24"),
            Arguments.of("P9", TestGraphs.path(9), "2"),
            Arguments.of("K7", TestGraphs.complete(7), "5040"),
            Arguments.of("empty graph on 30", ColoredGraph.builder(30).build(), factorial(30).toString()),
            // Wreath products: Aut(G)^k k!.
            Arguments.of("5 Petersen", TestGraphs.disjointCopies(TestGraphs.kneser(5, 2), 5),
                power(BigInteger.valueOf(120), 5).multiply(factorial(5)).toString()),
            Arguments.of("4 C5", TestGraphs.disjointCopies(TestGraphs.cycle(5), 4),
                power(BigInteger.TEN, 4).multiply(factorial(4)).toString()),
            Arguments.of("complement of 4 C5", TestGraphs.complement(TestGraphs.disjointCopies(TestGraphs.cycle(5), 4)),
                power(BigInteger.TEN, 4).multiply(factorial(4)).toString()),
            // Each vertex of Petersen's graph three times: (3!)^10 120.
            Arguments.of("Petersen blown up", TestGraphs.blowUp(TestGraphs.kneser(5, 2), 3),
                power(BigInteger.valueOf(6), 10).multiply(BigInteger.valueOf(120)).toString()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("graphs")
    void orderAndCanonicalForm(String name, ColoredGraph g, String order) {
        CanonicalLabeling labeling = CanonicalLabeling.of(g);
        assertThat(Automorphisms.of(g).order()).isEqualTo(new BigInteger(order));
        assertThat(labeling.automorphisms().order()).isEqualTo(new BigInteger(order));
        for (Permutation p : labeling.automorphisms().generators()) {
            assertThat(BruteForce.isAutomorphism(g, p)).isTrue();
        }
        Relabelings.check(g, 50, name.hashCode());
    }

    static Stream<ColoredGraph> otherGraphs() {
        return Stream.of(
            TestGraphs.cfi(TestGraphs.complete(4), false), TestGraphs.cfi(TestGraphs.complete(4), true),
            TestGraphs.cfi(TestGraphs.complete(5), true), TestGraphs.cfi(TestGraphs.randomRegular(14, 3, 1), false),
            TestGraphs.cfi(TestGraphs.kneser(5, 2), true),
            TestGraphs.randomTree(300, 2), TestGraphs.randomTree(2000, 3), TestGraphs.randomRegular(60, 3, 4),
            TestGraphs.disjointCopies(TestGraphs.randomRegular(12, 3, 5), 7),
            TestGraphs.studentCurriculum(60, 6), TestGraphs.studentCurriculum(300, 7),
            TestGraphs.complement(TestGraphs.randomTree(60, 8)), TestGraphs.blowUp(TestGraphs.randomTree(30, 9), 2),
            TestGraphs.blowUp(TestGraphs.cycle(9), 2), TestGraphs.random(40, 0.08, 1, 10));
    }

    @ParameterizedTest
    @MethodSource("otherGraphs")
    void relabelingsGetTheSameHash(ColoredGraph g) {
        Relabelings.check(g, 50, 77);
    }

    @Test
    void shrikhandeIsNotTheRooksGraph() {
        assertThat(CanonicalLabeling.of(TestGraphs.shrikhande())
            .isomorphismTo(CanonicalLabeling.of(TestGraphs.rook(4)))).isEmpty();
        assertThat(CanonicalLabeling.of(TestGraphs.shrikhande()).hash())
            .isNotEqualTo(CanonicalLabeling.of(TestGraphs.rook(4)).hash());
    }

    @Test
    void twistedCfiGraphsAreTold() {
        List<ColoredGraph> bases = List.of(TestGraphs.complete(4), TestGraphs.complete(5), TestGraphs.kneser(5, 2),
            TestGraphs.hypercube(3), TestGraphs.randomRegular(20, 3, 3));
        for (ColoredGraph base : bases) {
            ColoredGraph straight = TestGraphs.cfi(base, false);
            ColoredGraph twisted = TestGraphs.cfi(base, true);
            assertThat(straight.edgeCount()).isEqualTo(twisted.edgeCount());
            assertThat(CanonicalLabeling.of(straight).hash()).isNotEqualTo(CanonicalLabeling.of(twisted).hash());
            assertThat(CanonicalLabeling.of(straight).isomorphismTo(CanonicalLabeling.of(twisted))).isEmpty();
            assertThat(CanonicalLabeling.of(twisted)
                .isomorphismTo(CanonicalLabeling.of(TestGraphs.shuffled(twisted,
                    new SplittableRandom(1))))).isPresent();
        }
    }

    /**
     * The group of a CFI graph over a base with m edges and n vertices has 2^(m - n + 1) elements per base symmetry.
     */
    @Test
    void cfiOverAnAsymmetricBaseHasTheCycleSpaceAsGroup() {
        ColoredGraph base = TestGraphs.randomRegular(16, 3, 12);
        BigInteger ofBase = Automorphisms.of(base).order();
        BigInteger expected = ofBase.shiftLeft(24 - 16 + 1);
        assertThat(Automorphisms.of(TestGraphs.cfi(base, false)).order()).isEqualTo(expected);
    }

    private static BigInteger factorial(int n) {
        BigInteger product = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return product;
    }

    private static BigInteger power(BigInteger base, int exponent) {
        return base.pow(exponent);
    }

    private static BigInteger pgl3(long q) {
        return BigInteger.valueOf(q * q * q * (q * q * q - 1) * (q * q - 1));
    }
}
