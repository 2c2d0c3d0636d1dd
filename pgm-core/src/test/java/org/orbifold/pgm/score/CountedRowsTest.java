package org.orbifold.pgm.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Counted rows against the table they are made of. */
class CountedRowsTest {

    @Test
    void fourEqualNeighboursNeedFiveRows() {
        double[] table = IntStream.range(0, 16).mapToDouble(r -> 0.6 * Integer.bitCount(r) - 1.2).toArray();
        CountedRows counted = new CountedRows(new int[] {2, 2, 2, 2}, new int[] {8, 4, 2, 1}, table, 1);
        assertThat(counted.strides()).containsExactly(1, 1, 1, 1);
        assertThat(counted.table()).hasSize(5);
        sameRows(new int[] {2, 2, 2, 2}, new int[] {8, 4, 2, 1}, table, 1, counted);
    }

    @Test
    void onlyExchangeableOnesAreCountedTogether() {
        // x0 + x2 against x1, and a third value that is never counted.
        int[] sizes = {2, 2, 2, 3};
        int[] strides = {12, 6, 3, 1};
        double[] table = new double[24];
        for (int r = 0; r < 24; r++) {
            table[r] = r / 12 % 2 + r / 3 % 2 - 3.0 * (r / 6 % 2) + 0.25 * (r % 3);
        }
        CountedRows counted = new CountedRows(sizes, strides, table, 1);
        assertThat(counted.strides()[0]).isEqualTo(counted.strides()[2]).isNotEqualTo(counted.strides()[1]);
        assertThat(counted.table()).hasSize(3 * 2 * 3);
        sameRows(sizes, strides, table, 1, counted);
    }

    @Test
    void aDifferenceBeyondRoundingKeepsNeighboursApart() {
        double[] table = {0, 1, 1 + 1e-13, 2};
        assertThat(new CountedRows(new int[] {2, 2}, new int[] {2, 1}, table, 1).table()).containsExactlyInAnyOrder(
                table);
    }

    @Test
    void theImpossibleIsComparedExactly() {
        double inf = Double.POSITIVE_INFINITY;
        int[] sizes = {2, 2};
        int[] strides = {2, 1};
        assertThat(new CountedRows(sizes, strides, new double[] {0, -inf, -inf, Double.NaN}, 1).table())
                .containsExactly(0, -inf, Double.NaN);
        assertThat(new CountedRows(sizes, strides, new double[] {0, -inf, inf, 0}, 1).table()).hasSize(4);
        assertThat(new CountedRows(sizes, strides, new double[] {0, -inf, Double.NaN, 0}, 1).table()).hasSize(4);
    }

    @Test
    void noNeighbours() {
        CountedRows counted = new CountedRows(new int[0], new int[0], new double[] {1, 2, 3}, 3);
        assertThat(counted.strides()).isEmpty();
        assertThat(counted.table()).containsExactly(1, 2, 3);
    }

    /** Tables that depend on the number of ones in random classes, with the rounding of sums in another order. */
    @Property(tries = 500)
    void everyRowIsFound(@ForAll long seed, @ForAll @IntRange(min = 0, max = 6) int neighbours,
            @ForAll @IntRange(min = 1, max = 3) int width) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = new int[neighbours];
        int[] classOf = new int[neighbours];
        for (int k = 0; k < neighbours; k++) {
            sizes[k] = random.nextInt(4) == 0 ? 3 : 2;
            classOf[k] = random.nextInt(3);
        }
        int[] strides = new int[neighbours];
        int rows = 1;
        for (int k = neighbours - 1; k >= 0; k--) {
            strides[k] = rows;
            rows *= sizes[k];
        }
        double[] weights = random.doubles(3L * width, -2, 2).toArray();
        double[] table = new double[rows * width];
        for (int i = 0; i < table.length; i++) {
            for (int k = 0; k < neighbours; k++) {
                table[i] += weights[classOf[k] * width + i % width] * (i / width / strides[k] % sizes[k]);
            }
        }
        CountedRows counted = new CountedRows(sizes, strides, table, width);
        sameRows(sizes, strides, table, width, counted);
        int most = width;
        for (int c = 0; c < 3; c++) {
            int theClass = c;
            most *= 1 + IntStream.range(0, neighbours).filter(k -> sizes[k] == 2 && classOf[k] == theClass).count();
        }
        most *= (int) Math.pow(3, Arrays.stream(sizes).filter(s -> s == 3).count());
        assertThat(counted.table()).hasSizeLessThanOrEqualTo(most);
    }

    private static void sameRows(int[] sizes, int[] strides, double[] table, int width, CountedRows counted) {
        for (int row = 0; row < table.length / width; row++) {
            int at = 0;
            for (int k = 0; k < sizes.length; k++) {
                at += counted.strides()[k] * (row / strides[k] % sizes[k]);
            }
            for (int x = 0; x < width; x++) {
                assertThat(counted.table()[at * width + x]).isCloseTo(table[row * width + x], within(1e-13));
            }
        }
    }
}
