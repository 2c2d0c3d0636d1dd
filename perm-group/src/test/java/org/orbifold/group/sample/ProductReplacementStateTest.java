package org.orbifold.group.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;

/** The invariants of product replacement on groups small enough to be listed. */
class ProductReplacementStateTest {

    private static List<int[]> images(List<Permutation> generators) {
        return generators.stream().map(Permutation::images).toList();
    }

    /** The slots generate the group before and after every step; whatever comes out lies in it. */
    @Property(tries = 40)
    void slotsKeepGeneratingTheGroup(@ForAll @IntRange(min = 2, max = 5) int degree,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll @IntRange(max = 6) int slots, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        Set<Permutation> group = BruteForce.elements(degree, generators);
        ProductReplacementState state = new ProductReplacementState(degree, images(generators), slots);
        assertThat(state.rows().length - 1).isEqualTo(Math.max(2, Math.max(slots, count)));
        SplittableRandom random = new SplittableRandom(seed);
        for (int step = 0; step < 15; step++) {
            int[] element = step % 3 == 0 ? state.replace(random) : state.step(random);
            assertThat(group).contains(Permutation.ofImages(element));
            List<Permutation> now = new ArrayList<>();
            for (int i = 0; i < state.rows().length - 1; i++) {
                now.add(Permutation.ofImages(state.rows()[i]));
            }
            assertThat(BruteForce.elements(degree, now)).hasSameSizeAs(group);
        }
    }

    @Test
    void equalSeedsGiveEqualRuns() {
        List<int[]> generators = images(BruteForce.someGenerators(30, 3, 7));
        ProductReplacementState one = new ProductReplacementState(30, generators, 8);
        ProductReplacementState other = new ProductReplacementState(30, generators, 8);
        SplittableRandom random = new SplittableRandom(3);
        SplittableRandom same = new SplittableRandom(3);
        for (int i = 0; i < 50; i++) {
            one.step(random);
        }
        for (int i = 0; i < 50; i++) {
            other.step(same);
        }
        assertThat(one.step(random)).isEqualTo(other.step(same));
    }

    @Test
    void generatorsAreCopied() {
        int[] swap = {1, 0};
        ProductReplacementState state = new ProductReplacementState(2, List.of(swap), 4);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            state.step(random);
        }
        assertThat(swap).containsExactly(1, 0);
        state.rows()[0][0] = 9;
        assertThat(state.rows()[0][0]).isBetween(0, 1);
    }

    @Test
    void withoutGeneratorsThereIsTheIdentity() {
        ProductReplacementState state = new ProductReplacementState(4, List.of(), 10);
        SplittableRandom random = new SplittableRandom(1);
        assertThat(state.rows().length - 1).isZero();
        assertThat(state.step(random)).containsExactly(0, 1, 2, 3);
        assertThat(state.replace(random)).containsExactly(0, 1, 2, 3);
    }
}
