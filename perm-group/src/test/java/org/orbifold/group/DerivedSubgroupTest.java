package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.Products;

/** Derived subgroups that follow from blocks, against the normal closure of commutators by stabiliser chains. */
class DerivedSubgroupTest {

    /** The order of the group that commutators of a chain's strong generators generate, closed under conjugation. */
    private static BigInteger orderByChain(PermutationGroup group) {
        List<Permutation> generators = group.generators();
        List<Permutation> found = new ArrayList<>();
        for (Permutation a : generators) {
            for (Permutation b : generators) {
                found.add(a.commutator(b));
            }
        }
        StabilizerChain chain = StabilizerChain.of(group.degree(), found, ChainOptions.defaults());
        for (int i = 0; i < found.size(); i++) {
            for (Permutation g : generators) {
                Permutation conjugate = found.get(i).conjugateBy(g);
                if (!chain.contains(conjugate)) {
                    found.add(conjugate);
                    chain = StabilizerChain.of(group.degree(), found, ChainOptions.defaults());
                }
            }
        }
        return chain.order();
    }

    private static void check(PermutationGroup group) {
        PermutationGroup derived = Subgroups.derived(group);
        assertThat(derived.order()).as("%s", group.generators()).isEqualTo(orderByChain(group));
        PermutationGroup again = PermutationGroup.of(group.degree(), derived.generators());
        assertThat(again.order()).as("%s", group.generators()).isEqualTo(derived.order());
        assertThat(group.containsGroup(derived)).isTrue();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10; i++) {
            assertThat(derived.contains(group.random(random).commutator(group.random(random)))).isTrue();
            assertThat(again.contains(derived.random(random))).isTrue();
            Permutation element = group.random(random);
            assertThat(derived.contains(element)).isEqualTo(again.contains(element));
        }
        for (int x = 0; x < group.degree(); x += 3) {
            int[] points = {x, (x + 1) % group.degree(), x * 5 % group.degree()};
            assertThat(derived.stabilizer(points).order()).isEqualTo(again.stabilizer(points).order());
        }
    }

    private static PermutationGroup top(int kind, int n) {
        return switch (kind) {
            case 0 -> NamedGroups.symmetric(n);
            case 1 -> NamedGroups.alternating(n);
            case 2 -> NamedGroups.cyclic(n);
            default -> NamedGroups.dihedral(n);
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6})
    void ofWreathProducts(int size) {
        for (int kind = 0; kind < 4; kind++) {
            for (int n = 3; n <= 5; n++) {
                PermutationGroup group = NamedGroups.wreath(NamedGroups.symmetric(size), top(kind, n));
                check(group);
                Subgroups.derivedSeries(group).forEach(DerivedSubgroupTest::check);
            }
        }
    }

    /** Blocks that different points outside follow, with points that stay fixed in the derived subgroup. */
    @Test
    void ofRandomExtensions() {
        SplittableRandom random = new SplittableRandom(3);
        for (int run = 0; run < 60; run++) {
            int blocks = 1 + random.nextInt(5);
            int size = 2 + random.nextInt(4);
            int outside = random.nextInt(5);
            int degree = blocks * size + outside;
            List<Permutation> generators = new ArrayList<>();
            boolean even = size >= 3 && random.nextBoolean();
            for (int b = 0; b < blocks; b++) {
                int[] block = IntStream.range(b * size, (b + 1) * size).toArray();
                generators.add(Permutation.ofCycles(degree, Arrays.copyOf(block, even ? 3 : 2)));
                generators.add(Permutation.ofCycles(degree,
                    Arrays.copyOfRange(block, even && size % 2 == 0 ? 1 : 0, size)));
            }
            for (int k = random.nextInt(3); k >= 0; k--) {
                int[] blockTo = shuffled(blocks, random);
                int[] pointTo = shuffled(outside, random);
                int[] images = new int[degree];
                for (int b = 0; b < blocks; b++) {
                    int[] inside = shuffled(size, random);
                    for (int i = 0; i < size; i++) {
                        images[b * size + i] = blockTo[b] * size + inside[i];
                    }
                }
                for (int i = 0; i < outside; i++) {
                    images[blocks * size + i] = blocks * size + pointTo[i];
                }
                generators.add(Permutation.ofImages(images));
            }
            check(PermutationGroup.of(degree, generators));
        }
    }

    private static int[] shuffled(int n, SplittableRandom random) {
        int[] result = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            result[i] = result[j];
            result[j] = i;
        }
        return result;
    }

    /** S_10 wr S_500: all even permutations in blocks, an even number of odd ones, and A_500. */
    @Test
    void ofLargeWreathProducts() {
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            PermutationGroup group = NamedGroups.wreath(NamedGroups.symmetric(10), NamedGroups.symmetric(500));
            PermutationGroup derived = Subgroups.derived(group);
            assertThat(derived.order()).isEqualTo(Products.factorial(10).pow(500).shiftRight(1)
                .multiply(Products.factorial(500).shiftRight(1)));
            assertThat(derived.generators()).hasSizeLessThan(10);
            assertThat(Subgroups.derived(derived).order()).isEqualTo(derived.order());
            Permutation element = derived.random(new SplittableRandom(1));
            assertThat(derived.contains(element)).isTrue();
            assertThat(derived.contains(element.then(Permutation.ofCycles(5000, new int[] {0, 1})))).isFalse();
            assertThat(Subgroups.isSolvable(group)).isFalse();
        });
    }
}
