package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.sample.ChiSquare;

class ColumnShufflesTest {

    /** Two parts: four columns of two points and three single points; all 24 * 6 elements equally often. */
    @Test
    void allElementsOfTheProductAreEquallyLikely() {
        ColumnShuffles shuffles = new ColumnShuffles(List.of(
            new int[][] {{0, 10}, {2, 8}, {4, 6}, {1, 9}}, new int[][] {{3}, {5}, {7}}));
        SplittableRandom random = new SplittableRandom(11);
        Map<String, Long> seen = new HashMap<>();
        int[] images = new int[11];
        for (int i = 0; i < 14_400; i++) {
            Arrays.fill(images, -1);
            shuffles.random(random, images);
            // Rows stay rows: if 0 goes to x then 10 goes to x's partner.
            assertThat(images[10]).isEqualTo(Map.of(0, 10, 2, 8, 4, 6, 1, 9).get(images[0]));
            assertThat(images[3] + images[5] + images[7]).isEqualTo(15);
            seen.merge(Permutation.ofImages(images).toString(), 1L, Long::sum);
        }
        assertThat(seen).hasSize(144);
        // Expected 100 each; the quantile's false-alarm rate is 1e-6, and the seed is fixed.
        long[] counts = seen.values().stream().mapToLong(Long::longValue).toArray();
        assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(143));
    }

    @Test
    void otherPointsAreLeftAlone() {
        ColumnShuffles shuffles = new ColumnShuffles(List.<int[][]>of(new int[][] {{1}, {3}}));
        int[] images = {-5, -5, -5, -5};
        shuffles.random(new SplittableRandom(1), images);
        assertThat(images[0]).isEqualTo(-5);
        assertThat(images[2]).isEqualTo(-5);
        assertThat(images[1] + images[3]).isEqualTo(4);
    }

    @Test
    void onlyFullSymmetricGroupsHaveColumns() {
        assertThat(columns(NamedGroups.symmetric(5))).hasDimensions(5, 1);
        assertThat(columns(NamedGroups.alternating(5))).isNull();
        assertThat(columns(NamedGroups.dihedral(7))).isNull();
        assertThat(columns(NamedGroups.rubiksCube())).isNull();
    }

    private static int[][] columns(PermutationGroup group) {
        return ColumnShuffles.columnsOf(group.factors().get(0).group());
    }
}
