package org.orbifold.group.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;

class RowsTest {

    /** All the fused loops (1 to 4 at the start, groups of four, a rest of 0 to 3) against one product at a time. */
    @Property(tries = 300)
    void productsAgreeWithMultiplyingOneByOne(@ForAll @IntRange(min = 1, max = 80) int degree,
            @ForAll @IntRange(max = 13) int count, @ForAll long seed) {
        Random random = new Random(seed);
        char[][] rows = new char[count + 1][];
        int[] expected = Images.identity(degree);
        for (int i = 0; i < count; i++) {
            int[] factor = BruteForce.shuffled(degree, random).images();
            rows[i] = Rows.of(factor);
            expected = Images.product(expected, factor);
        }
        int[] result = new int[degree];
        Rows.multiply(rows, count, result, 0, degree);
        assertThat(result).isEqualTo(expected);
        int[] inPlace = BruteForce.shuffled(degree, random).images();
        int[] after = Images.product(inPlace, expected);
        Rows.apply(rows, count, inPlace, 0, degree);
        assertThat(inPlace).isEqualTo(after);
        if (count > 0) {
            assertThat(Rows.product(rows[0], expected)).isEqualTo(Rows.of(Images.product(widen(rows[0]), expected)));
        }
    }

    private static int[] widen(char[] row) {
        int[] images = new int[row.length];
        Arrays.setAll(images, x -> row[x]);
        return images;
    }

    /** The product itself, and the product with two images exchanged. */
    @Property(tries = 300)
    void productsAreRecognised(@ForAll @IntRange(min = 2, max = 80) int degree, @ForAll @IntRange(max = 9) int count,
            @ForAll long seed) {
        Random random = new Random(seed);
        char[][] rows = new char[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = Rows.of(BruteForce.shuffled(degree, random).images());
        }
        int[] candidate = new int[degree];
        int[] scratch = new int[degree];
        Rows.multiply(rows, count, candidate, 0, degree);
        assertThat(Rows.isProduct(rows, count, candidate, scratch)).isTrue();
        int x = random.nextInt(degree);
        int y = (x + 1 + random.nextInt(degree - 1)) % degree;
        int swap = candidate[x];
        candidate[x] = candidate[y];
        candidate[y] = swap;
        assertThat(Rows.isProduct(rows, count, candidate, scratch)).isFalse();
    }

    @Property(tries = 100)
    void onlyTheRangeIsWritten(@ForAll @IntRange(max = 20) int from, @ForAll @IntRange(max = 20) int length,
            @ForAll @IntRange(max = 9) int count, @ForAll long seed) {
        Random random = new Random(seed);
        char[][] rows = new char[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = Rows.of(BruteForce.shuffled(40, random).images());
        }
        int[] whole = new int[40];
        Rows.multiply(rows, count, whole, 0, 40);
        int[] part = new int[40];
        Arrays.fill(part, -7);
        Rows.multiply(rows, count, part, from, from + length);
        for (int x = 0; x < 40; x++) {
            assertThat(part[x]).isEqualTo(x >= from && x < from + length ? whole[x] : -7);
        }
    }

    @Test
    void rowsHoldTheLargestPoints() {
        int[] images = Images.identity(65536);
        images[0] = 65535;
        images[65535] = 0;
        char[] row = Rows.of(images);
        int[] square = new int[65536];
        Rows.multiply(new char[][] {row, row}, 2, square, 0, 65536);
        assertThat(Images.isIdentity(square)).isTrue();
    }

    @Test
    void fetchingReadsEveryLine() {
        char[] row = new char[100];
        row[0] = 1;
        row[32] = 10;
        row[64] = 100;
        row[96] = 1000;
        assertThat(Rows.fetch(row)).isEqualTo(1111);
        assertThat(Rows.fetch(new char[0])).isZero();
        assertThat(Rows.fetchFactors(new char[][] {null, row, row, null}, 3)).isEqualTo(2222);
        assertThat(Rows.fetchFactors(new char[0][], 0)).isZero();
    }
}
