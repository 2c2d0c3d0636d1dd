package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;

/** Products on disjoint points: every way through them (objects, arrays, sparse, dense) gives the same answer. */
class DirectProductTest {

    /** Swaps, symmetric groups with and without columns, small and large groups side by side, points renamed. */
    private static PermutationGroup mixture(long seed) {
        PermutationGroup blocks = PermutationGroup.of(12, List.of(Permutation.parseCycles(12, "(0 3)(1 4)(2 5)"),
            Permutation.parseCycles(12, "(0 3 6 9)(1 4 7 10)(2 5 8 11)")));
        List<PermutationGroup> all = List.of(NamedGroups.symmetric(2), NamedGroups.symmetric(7), blocks,
            NamedGroups.dihedral(6), NamedGroups.hypercube(4), NamedGroups.alternating(6),
            PermutationGroup.of(3, List.of()), NamedGroups.cyclic(9), NamedGroups.symmetric(2));
        PermutationGroup product = all.get(0);
        for (PermutationGroup next : all.subList(1, all.size())) {
            product = NamedGroups.directProduct(product, next);
        }
        Permutation renaming = BruteForce.shuffled(product.degree(), new Random(seed));
        return PermutationGroup.of(product.degree(),
            product.generators().stream().map(g -> g.conjugateBy(renaming)).toList());
    }

    @Property(tries = 40)
    void allWaysToAskAgreeWithSifting(@ForAll long seed) {
        PermutationGroup group = mixture(seed);
        StabilizerChain chain = group.chain();
        assertThat(chain.order()).isEqualTo(group.order());
        GroupEvaluator evaluator = group.structure().evaluator();
        SplittableRandom random = new SplittableRandom(seed);
        Random other = new Random(seed);
        for (int i = 0; i < 40; i++) {
            Permutation member = group.random(random);
            int a = other.nextInt(group.degree());
            int b = other.nextInt(group.degree());
            Permutation near = a == b ? member : member.then(Permutation.transposition(group.degree(), a, b));
            for (Permutation candidate : List.of(member, near, BruteForce.shuffled(group.degree(), other))) {
                boolean expected = chain.sift(candidate).residue().isIdentity();
                assertThat(group.contains(candidate)).isEqualTo(expected);
                assertThat(evaluator.contains(candidate.images())).isEqualTo(expected);
                assertThat(chain.contains(candidate)).isEqualTo(expected);
            }
            assertThat(group.contains(member)).isTrue();
        }
    }

    @Test
    void samplersAndObjectsDrawTheSameElements() {
        PermutationGroup group = mixture(1);
        SplittableRandom one = new SplittableRandom(6);
        SplittableRandom two = new SplittableRandom(6);
        SplittableRandom three = new SplittableRandom(6);
        int[] images = new int[group.degree()];
        var sampler = group.sampler();
        for (int i = 0; i < 200; i++) {
            Permutation drawn = group.random(one);
            sampler.sampleInto(two, images);
            assertThat(drawn.images()).isEqualTo(images);
            assertThat(group.structure().evaluator().sample(three)).isEqualTo(drawn);
        }
    }

    /** Every point of every orbit is reached: 400 draws miss one of the at most 12 images with probability e^-33. */
    @Test
    void everyPointGoesEverywhereInItsOrbit() {
        PermutationGroup group = mixture(3);
        List<Set<Integer>> images = new ArrayList<>();
        for (int x = 0; x < group.degree(); x++) {
            images.add(new HashSet<>());
        }
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 400; i++) {
            Permutation element = group.random(random);
            for (int x = 0; x < group.degree(); x++) {
                images.get(x).add(element.image(x));
            }
        }
        for (int x = 0; x < group.degree(); x++) {
            assertThat(images.get(x)).hasSize(group.orbits().points(group.orbits().orbitOf(x)).length);
        }
    }

    @Property(tries = 30)
    void sparseAndDenseMembersAreToldAlike(@ForAll @IntRange(min = 20, max = 60) int copies, @ForAll long seed) {
        List<Permutation> generators = new ArrayList<>();
        int degree = 5 * copies;
        for (int c = 0; c < copies; c++) {
            generators.add(Permutation.ofCycles(degree, new int[] {5 * c, 5 * c + 1, 5 * c + 2, 5 * c + 3}));
        }
        PermutationGroup group = PermutationGroup.of(degree, generators);
        Permutation sparse = generators.get(0).power(3);
        assertThat(sparse.isSparse()).isTrue();
        assertThat(group.contains(sparse)).isTrue();
        assertThat(group.contains(Permutation.transposition(degree, 0, 1))).isFalse();
        assertThat(group.contains(Permutation.transposition(degree, 0, 5))).isFalse();
        assertThat(group.contains(Permutation.transposition(degree, 4, 9))).isFalse();
        Permutation dense = group.random(new SplittableRandom(seed));
        assertThat(group.contains(dense)).isTrue();
        assertThat(group.contains(dense.then(Permutation.transposition(degree, 0, 2)))).isFalse();
        assertThat(group.contains(dense.then(Permutation.transposition(degree, 4, 9)))).isFalse();
    }

    /** The spare worker is handed from thread to thread; two at once must not share one. */
    @Test
    void threadsDoNotDisturbEachOther() throws InterruptedException {
        PermutationGroup group = mixture(9);
        int[] wrong = new int[4];
        Thread[] threads = new Thread[wrong.length];
        for (int t = 0; t < threads.length; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                SplittableRandom random = new SplittableRandom(number);
                Permutation odd = Permutation.transposition(group.degree(), group.factors().get(0).point(0),
                    group.factors().get(1).point(0));
                for (int i = 0; i < 2000; i++) {
                    Permutation member = group.random(random);
                    wrong[number] += group.contains(member) && !group.contains(member.then(odd)) ? 0 : 1;
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).containsOnly(0);
    }

    @Test
    void tilesAreFoundForSymmetricGroupsOnly() {
        assertThat(NamedGroups.symmetric(6).factors().get(0).tiles())
            .hasValueSatisfying(tiles -> assertThat(tiles).hasDimensions(6, 1));
        PermutationGroup blocks = PermutationGroup.of(12, List.of(Permutation.parseCycles(12, "(0 3)(1 4)(2 5)"),
            Permutation.parseCycles(12, "(0 3 6 9)(1 4 7 10)(2 5 8 11)")));
        Set<Set<Integer>> sets = new HashSet<>();
        for (int[] tile : blocks.factors().get(0).tiles().orElseThrow()) {
            sets.add(Set.of(tile[0], tile[1], tile[2]));
        }
        assertThat(sets).containsExactlyInAnyOrder(Set.of(0, 1, 2), Set.of(3, 4, 5), Set.of(6, 7, 8),
            Set.of(9, 10, 11));
        PermutationGroup swap = PermutationGroup.generatedBy(Permutation.parseCycles(6, "(0 5)(4 2)"));
        assertThat(swap.factors().get(0).tiles())
            .hasValueSatisfying(tiles -> assertThat(tiles).isDeepEqualTo(new int[][] {{0, 2}, {5, 4}}));
        for (PermutationGroup other : List.of(NamedGroups.alternating(6), NamedGroups.dihedral(6),
            NamedGroups.cyclic(5), NamedGroups.wreath(NamedGroups.symmetric(3), NamedGroups.symmetric(3)))) {
            assertThat(other.factors().get(0).tiles()).isEmpty();
        }
    }

    @Test
    void factorsMustNotMeet() {
        DirectFactor first = DirectFactor.symmetric(new int[] {0}, new int[] {1});
        DirectFactor second = DirectFactor.symmetric(new int[] {2}, new int[] {1});
        assertThatThrownBy(() -> DirectProduct.of(3, List.of(first, second))).hasMessageContaining("point 1");
        assertThatThrownBy(() -> DirectProduct.of(1, List.of(first))).hasMessageContaining("out of range");
    }
}
