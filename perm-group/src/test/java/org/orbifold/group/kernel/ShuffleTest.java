package org.orbifold.group.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.group.sample.ChiSquare;

class ShuffleTest {

    /** Plays given words, and counts them. */
    private static final class Script implements RandomGenerator {

        private final long[] words;
        private int used;

        Script(long... words) {
            this.words = words;
        }

        @Override
        public long nextLong() {
            return words[used++];
        }
    }

    /** All arrangements of up to five things; a false alarm once in 1e6 seeds, and the seed is fixed. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void allArrangementsAreEquallyLikely(int n) {
        Shuffle shuffle = new Shuffle(9);
        SplittableRandom random = new SplittableRandom(n);
        Map<String, Integer> cell = new HashMap<>();
        int cells = BigInteger.valueOf(new int[] {1, 1, 2, 6, 24, 120}[n]).intValueExact();
        long[] counts = new long[cells];
        for (int i = 0; i < 200 * cells; i++) {
            String order = Arrays.toString(Arrays.copyOf(shuffle.draw(n, random), n));
            counts[cell.computeIfAbsent(order, k -> cell.size())]++;
        }
        assertThat(cell).hasSize(cells);
        assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(cells - 1));
    }

    /** Where two things of 60 go, which several batches decide: all ordered pairs; a false alarm once in 1e6 seeds. */
    @Test
    void pairsOfManyThingsGoEverywhere() {
        int n = 60;
        Shuffle shuffle = new Shuffle(n);
        SplittableRandom random = new SplittableRandom(60);
        long[] counts = new long[n * (n - 1)];
        for (int i = 0; i < 100 * counts.length; i++) {
            int[] order = shuffle.draw(n, random);
            int second = order[n - 1] > order[0] ? order[n - 1] - 1 : order[n - 1];
            counts[order[0] * (n - 1) + second]++;
        }
        assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(counts.length - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 40, 1000, 70000})
    void everyDrawIsAPermutation(int n) {
        Shuffle shuffle = new Shuffle(n);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 3; i++) {
            int[] order = Arrays.copyOf(shuffle.draw(n, random), n);
            Arrays.sort(order);
            assertThat(order).isEqualTo(Images.identity(n));
        }
    }

    @Test
    void oneWordServesSeveralBounds() {
        SplittableRandom random = new SplittableRandom(3);
        Script forty = new Script(random.longs(60).toArray());
        new Shuffle(40).draw(40, forty);
        // log2 40! = 159.2 bits, at most 56 per word, and none of these words is rejected.
        assertThat(forty.used).isEqualTo(3);
        Script four = new Script(random.nextLong());
        new Shuffle(4).draw(4, four);
        assertThat(four.used).isEqualTo(1);
    }

    /** 2^64 mod 6 = 4: a word that leaves a low half below 4 belongs to no outcome's fair share and is thrown away. */
    @Test
    void wordsOfTheUnevenRestAreRejected() {
        long word = 0x123456789ABCDEFL;
        int[] expected = Arrays.copyOf(new Shuffle(3).draw(3, new Script(word)), 3);
        Script script = new Script(0, word);
        assertThat(Arrays.copyOf(new Shuffle(3).draw(3, script), 3)).isEqualTo(expected);
        assertThat(script.used).isEqualTo(2);
    }

    /** The numbers of a batch against arbitrary precision: word * b1 * b2 ..., high halves one after the other. */
    @Test
    void batchesAgreeWithExactArithmetic() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 500; i++) {
            long word = random.nextLong();
            int n = 2 + random.nextInt(12);
            BigInteger modulus = BigInteger.ONE.shiftLeft(64);
            BigInteger low = new BigInteger(Long.toUnsignedString(word));
            int[] expected = Images.identity(n);
            for (int bound = n; bound >= 2; bound--) {
                BigInteger[] halves = low.multiply(BigInteger.valueOf(bound)).divideAndRemainder(modulus);
                int j = halves[0].intValueExact();
                int swap = expected[bound - 1];
                expected[bound - 1] = expected[j];
                expected[j] = swap;
                low = halves[1];
            }
            // 12! < 2^29, so a rejected word would be a wonder.
            assertThat(Arrays.copyOf(new Shuffle(n).draw(n, new Script(word)), n)).isEqualTo(expected);
        }
    }
}
