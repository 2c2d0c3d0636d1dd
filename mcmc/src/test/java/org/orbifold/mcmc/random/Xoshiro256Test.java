package org.orbifold.mcmc.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class Xoshiro256Test {

    /** The JDK has the same generator, and takes its state as seed bytes. */
    @Test
    void isTheGeneratorOfTheJdk() {
        SplittableRandom seeds = new SplittableRandom(1);
        for (int i = 0; i < 20; i++) {
            // Only bytes below 128: the JDK 17 reads seed bytes with their sign.
            long low = 0x7F7F7F7F7F7F7F7FL;
            long[] s = {seeds.nextLong() & low, seeds.nextLong() & low, seeds.nextLong() & low, seeds.nextLong() & low};
            byte[] bytes = ByteBuffer.allocate(32).putLong(s[0]).putLong(s[1]).putLong(s[2]).putLong(s[3]).array();
            RandomGenerator theirs = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(bytes);
            Xoshiro256 ours = new Xoshiro256(s[0], s[1], s[2], s[3]);
            for (int j = 0; j < 100; j++) {
                assertThat(ours.nextLong()).isEqualTo(theirs.nextLong());
            }
        }
    }

    @Test
    void savedStateGoesOn() throws IOException {
        Xoshiro256 random = Xoshiro256.of(5, 3);
        random.nextLong();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        random.save(new DataOutputStream(bytes));
        Xoshiro256 other = Xoshiro256.of(0, 0);
        other.load(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        for (int i = 0; i < 10; i++) {
            assertThat(other.nextLong()).isEqualTo(random.nextLong());
        }
    }

    @Test
    void streamsOfOneSeedDiffer() {
        assertThat(Xoshiro256.of(1, 0).nextLong()).isNotEqualTo(Xoshiro256.of(1, 1).nextLong())
                .isNotEqualTo(Xoshiro256.of(2, 0).nextLong()).isEqualTo(Xoshiro256.of(1, 0).nextLong());
    }

    /** Chi-square over 7 cells with 6 degrees of freedom beyond 45: a false alarm has probability below 5e-8. */
    @Test
    void boundedNumbersAreUniform() {
        Xoshiro256 random = Xoshiro256.of(9, 0);
        int[] counts = new int[7];
        for (int i = 0; i < 70_000; i++) {
            counts[random.nextInt(7)]++;
        }
        double statistic = 0;
        for (int count : counts) {
            statistic += (count - 10_000.0) * (count - 10_000.0) / 10_000;
        }
        assertThat(statistic).isLessThan(45);
        for (int i = 0; i < 1000; i++) {
            assertThat(random.nextInt(1)).isZero();
            assertThat(random.nextInt((1 << 30) + 1)).isBetween(0, 1 << 30);
            assertThat(random.nextDouble()).isBetween(0.0, Math.nextDown(1.0));
        }
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatThrownBy(() -> new Xoshiro256(0, 0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Xoshiro256.of(1, 1).nextInt(0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive");
    }
}
