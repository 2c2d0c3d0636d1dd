package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;

class DisjointFactorsTest {

    private static List<StabilizerChain.DisjointFactor> split(int degree, List<Permutation> generators) {
        return StabilizerChain.of(degree, generators, ChainOptions.defaults()).disjointFactors();
    }

    @Test
    void aCyclicGroupOfSquarefreeOrderSplitsIntoItsPrimes() {
        // PEERS.md: the cyclic group of order 30030 on 41 points splits into 6 factors.
        List<Permutation> generators = List.of(Permutation.parseCycles(41, "(0 1)(2 3 4)(5 6 7 8 9)"
            + "(10 11 12 13 14 15 16)(17 18 19 20 21 22 23 24 25 26 27)(28 29 30 31 32 33 34 35 36 37 38 39 40)"));
        List<StabilizerChain.DisjointFactor> parts = split(41, generators);
        assertThat(parts).extracting(part -> part.chain().order().intValue()).containsExactly(2, 3, 5, 7, 11, 13);
    }

    @Test
    void aDiagonalGroupDoesNotSplit() {
        Permutation first = Permutation.parseCycles(6, "(0 1)(2 3)");
        assertThat(split(6, List.of(first, Permutation.parseCycles(6, "(0 1)(4 5)")))).hasSize(1);
        assertThat(split(4, List.of(Permutation.parseCycles(4, "(0 1)(2 3)"), Permutation.parseCycles(4, "(0 1)"))))
            .hasSize(2);
    }

    /** Oracle: brute force over all groupings of orbits, on products whose generators are scrambled. */
    @Property(tries = 150)
    void findsTheFinestSplit(@ForAll @IntRange(min = 2, max = 4) int pieces, @ForAll long seed) {
        Random random = new Random(seed);
        int degree = 3 * pieces;
        List<Permutation> generators = new ArrayList<>();
        for (int g = 0; g < 3; g++) {
            int[] images = new int[degree];
            for (int p = 0; p < pieces; p++) {
                Permutation inside = BruteForce.shuffled(3, random);
                for (int i = 0; i < 3; i++) {
                    images[3 * p + i] = 3 * p + inside.image(i);
                }
            }
            generators.add(Permutation.ofImages(images));
        }
        Set<Permutation> elements = BruteForce.elements(degree, generators);
        List<StabilizerChain.DisjointFactor> parts = split(degree, generators);
        BigInteger product = BigInteger.ONE;
        Orbits orbits = Orbits.of(degree, generators);
        int finest = 0;
        for (int mask = 1; mask < 1 << orbits.count(); mask++) {
            finest += isMinimalFactor(mask, orbits, elements) ? 1 : 0;
        }
        for (StabilizerChain.DisjointFactor part : parts) {
            product = product.multiply(part.chain().order());
            int[] points = part.points();
            for (Permutation element : elements) {
                int[] restricted = new int[points.length];
                Arrays.setAll(restricted, i -> Arrays.binarySearch(points, element.image(points[i])));
                assertThat(part.chain().contains(Permutation.ofImages(restricted))).isTrue();
            }
        }
        assertThat(product).isEqualTo(elements.size());
        assertThat(parts).hasSize(finest);
    }

    /** Whether a set of moving orbits carries a direct factor and no proper non-empty subset of it does. */
    private static boolean isMinimalFactor(int mask, Orbits orbits, Set<Permutation> elements) {
        if (!isFactor(mask, orbits, elements)) {
            return false;
        }
        for (int part = (mask - 1) & mask; part > 0; part = (part - 1) & mask) {
            if (isFactor(part, orbits, elements)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFactor(int mask, Orbits orbits, Set<Permutation> elements) {
        for (int o = 0; o < orbits.count(); o++) {
            if ((mask >> o & 1) != 0 && orbits.size(o) == 1) {
                return false;
            }
        }
        for (Permutation element : elements) {
            int[] restricted = new int[element.degree()];
            Arrays.setAll(restricted, x -> (mask >> orbits.orbitOf(x) & 1) != 0 ? element.image(x) : x);
            if (!elements.contains(Permutation.ofImages(restricted))) {
                return false;
            }
        }
        return true;
    }
}
