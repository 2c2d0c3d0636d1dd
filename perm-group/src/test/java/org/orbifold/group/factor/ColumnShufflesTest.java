package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Shuffle;
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

    /** Wide and tall parts, on scattered points, against shuffles from the same seed written point by point. */
    @Property(tries = 200)
    void drawsAreTheShufflesOfTheirColumns(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 9) Integer> counts,
            @ForAll @IntRange(min = 1, max = 12) int height, @ForAll long seed) {
        int degree = counts.stream().mapToInt(Integer::intValue).sum() * height;
        int[] points = BruteForce.shuffled(degree, new Random(seed)).images();
        List<int[][]> parts = new ArrayList<>();
        int next = 0;
        for (int count : counts) {
            int[][] columns = new int[count][height];
            for (int[] column : columns) {
                for (int row = 0; row < height; row++) {
                    column[row] = points[next++];
                }
            }
            parts.add(columns);
        }
        int[] images = new int[degree];
        new ColumnShuffles(parts).random(new SplittableRandom(seed), images);
        SplittableRandom again = new SplittableRandom(seed);
        Shuffle shuffle = new Shuffle(9);
        for (int[][] columns : parts) {
            int[] order = shuffle.draw(columns.length, again);
            for (int c = 0; c < columns.length; c++) {
                for (int row = 0; row < height; row++) {
                    assertThat(images[columns[c][row]]).isEqualTo(columns[order[c]][row]);
                }
            }
        }
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
