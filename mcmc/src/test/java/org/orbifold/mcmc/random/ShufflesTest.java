package org.orbifold.mcmc.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShufflesTest {

    /** Hides what it is, so that the plain loop is taken. */
    private static RandomGenerator plain(Xoshiro256 random) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                return random.nextLong();
            }

            @Override
            public int nextInt(int bound) {
                return random.nextInt(bound);
            }
        };
    }

    /** The loop in registers makes the same order and leaves the generator where the plain loop leaves it. */
    @Property(tries = 200)
    void sameAsThePlainLoop(@ForAll long seed, @ForAll @IntRange(max = 300) int count) {
        int[] values = IntStream.range(0, 310).toArray();
        int[] expected = values.clone();
        Xoshiro256 random = Xoshiro256.of(seed, 1);
        Xoshiro256 other = Xoshiro256.of(seed, 1);
        Shuffles.shuffle(values, count, random);
        Shuffles.shuffle(expected, count, plain(other));
        assertThat(values).isEqualTo(expected);
        assertThat(random.nextLong()).isEqualTo(other.nextLong());
        assertThat(Arrays.stream(values).sorted().toArray()).isEqualTo(IntStream.range(0, 310).toArray());
        assertThat(Arrays.copyOfRange(values, count, 310)).isEqualTo(IntStream.range(count, 310).toArray());
    }

    @Test
    void allOrdersAreEquallyLikely() {
        Map<Integer, Integer> counts = new HashMap<>();
        Xoshiro256 random = Xoshiro256.of(5, 0);
        int draws = 48_000;
        for (int i = 0; i < draws; i++) {
            int[] values = {0, 1, 2, 3};
            Shuffles.shuffle(values, 4, random);
            counts.merge(Arrays.hashCode(values), 1, Integer::sum);
        }
        assertThat(counts).hasSize(24);
        double expected = draws / 24.0;
        double chi = counts.values().stream().mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
        // 23 degrees of freedom: above 70.5 with probability 1e-6.
        assertThat(chi).isLessThan(70.5);
    }
}
