package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;
import org.orbifold.group.sample.ChiSquare;

/** One bit of a random word per swap, whatever the number of its pairs. */
class SwapPartsTest {

    /** Swaps of 1, 2 and 3 pairs, and between them a part that is none. */
    private static final List<DirectFactor> PARTS = List.of(
        DirectFactor.symmetric(new int[] {0}, new int[] {7}),
        DirectFactor.symmetric(new int[] {2}, new int[] {3}, new int[] {4}),
        DirectFactor.symmetric(new int[] {5, 6}, new int[] {8, 1}),
        DirectFactor.symmetric(new int[] {14, 10, 9}, new int[] {11, 12, 13}));

    private static final int[][] PAIRS = {{0, 7}, {5, 8}, {6, 1}, {14, 11}, {10, 12}, {9, 13}};
    private static final int[] SWAP_OF_PAIR = {0, 1, 1, 2, 2, 2};

    /** The identity with the pairs of some numbers exchanged. */
    private static int[] exchanged(int bits) {
        int[] images = Images.identity(15);
        for (int i = 0; i < PAIRS.length; i++) {
            if ((bits >> i & 1) != 0) {
                images[PAIRS[i][0]] = PAIRS[i][1];
                images[PAIRS[i][1]] = PAIRS[i][0];
            }
        }
        return images;
    }

    private static boolean isElement(int bits) {
        return IntStream.range(1, PAIRS.length)
            .allMatch(i -> SWAP_OF_PAIR[i] != SWAP_OF_PAIR[i - 1] || (bits >> i & 1) == (bits >> i - 1 & 1));
    }

    /** Exact uniformity: the eight values of three bits give each of the eight elements once. */
    @Test
    void wordsAndElementsCorrespond() {
        SwapParts swaps = new SwapParts(PARTS);
        Set<List<Integer>> drawn = new HashSet<>();
        for (long word = 0; word < 8; word++) {
            int[] images = Images.identity(15);
            long bits = word | -8;
            swaps.draw(() -> bits, images);
            drawn.add(Arrays.stream(images).boxed().toList());
        }
        Set<List<Integer>> elements = new HashSet<>();
        IntStream.range(0, 1 << PAIRS.length).filter(SwapPartsTest::isElement)
            .forEach(bits -> elements.add(Arrays.stream(exchanged(bits)).boxed().toList()));
        assertThat(elements).hasSize(8);
        assertThat(drawn).isEqualTo(elements);
    }

    @Test
    void aSwapIsDoneAtAllItsPairsOrAtNone() {
        SwapParts swaps = new SwapParts(PARTS);
        for (int bits = 0; bits < 1 << PAIRS.length; bits++) {
            assertThat(swaps.contains(exchanged(bits))).as("pairs %s", Integer.toBinaryString(bits))
                .isEqualTo(isElement(bits));
        }
    }

    @Test
    void pointsDoNotLeaveTheirPair() {
        SwapParts swaps = new SwapParts(PARTS);
        for (int a = 0; a < 15; a++) {
            for (int b = 0; b < a; b++) {
                int[] images = Permutation.transposition(15, a, b).images();
                boolean expected = a == 7 && b == 0 || 2 <= b && a <= 4;
                assertThat(swaps.contains(images)).as("(%d %d)", a, b).isEqualTo(expected);
            }
        }
    }

    private static DirectProduct pairs(int count) {
        List<DirectFactor> parts = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            parts.add(DirectFactor.symmetric(new int[] {2 * s}, new int[] {2 * s + 1}));
        }
        return DirectProduct.of(2 * count, parts);
    }

    /** Bit s modulo 64 of word s / 64 is the coin of swap s, so that all coins are different bits. */
    @Test
    void everySwapHasItsOwnBit() {
        for (int count : new int[] {63, 64, 65, 128, 130}) {
            GroupEvaluator evaluator = pairs(count).evaluator();
            int words = (count + 63) / 64;
            for (int s = 0; s < count; s++) {
                int only = s;
                int[] called = {0};
                RandomGenerator oneBit = () -> called[0]++ == only / 64 ? 1L << only % 64 : 0;
                assertThat(evaluator.sample(oneBit))
                    .isEqualTo(Permutation.transposition(2 * count, 2 * s, 2 * s + 1));
                assertThat(called[0]).isEqualTo(words);
            }
        }
    }

    /** Chi-square over ten coins on both sides of the end of a word; a false alarm once in 1e6 seeds, fixed seed. */
    @Test
    void coinsOfTwoWordsAreIndependent() {
        GroupEvaluator evaluator = pairs(100).evaluator();
        SplittableRandom random = new SplittableRandom(64);
        int[] images = new int[200];
        long[] counts = new long[1 << 10];
        for (int i = 0; i < 50 * counts.length; i++) {
            evaluator.sampleInto(random, images);
            int cell = 0;
            for (int s = 59; s < 69; s++) {
                cell = 2 * cell + images[2 * s] - 2 * s;
            }
            counts[cell]++;
        }
        assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(counts.length - 1));
    }
}
