package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NumbersTest {

    @Property(tries = 100)
    void productsAgreeWithMultiplyingOneByOne(@ForAll @IntRange(max = 60) int count, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<BigInteger> values = new ArrayList<>();
        BigInteger expected = BigInteger.ONE;
        for (int i = 0; i < count; i++) {
            values.add(BigInteger.valueOf(random.nextLong(1, 1L << 40)));
            expected = expected.multiply(values.get(i));
        }
        assertThat(Products.of(values)).isEqualTo(expected);
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= count; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        assertThat(Products.factorial(count)).isEqualTo(factorial);
    }

    @Test
    void largeUniformIntegersCoverTheirRangeEvenly() {
        // 10 cells of a bound just above 2^70: each has 1000 expected of 10,000; six standard deviations are 180
        // (false alarm below 1e-7 over all cells; the seed is fixed).
        BigInteger bound = BigInteger.TWO.pow(70).add(BigInteger.TEN);
        int[] cells = new int[10];
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 10_000; i++) {
            BigInteger value = UniformInteger.below(bound, random);
            assertThat(value.signum()).isNotNegative();
            assertThat(value).isLessThan(bound);
            cells[value.multiply(BigInteger.TEN).divide(bound).intValueExact()]++;
        }
        for (int cell : cells) {
            assertThat(cell).isBetween(820, 1180);
        }
    }

    @Test
    void primes() {
        List<Integer> primes = new ArrayList<>();
        for (int n = 0; n < 60; n++) {
            if (GiantFinder.isPrime(n)) {
                primes.add(n);
            }
        }
        assertThat(primes).containsExactly(2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59);
        assertThat(GiantFinder.isPrime(2147483647)).isTrue();
        assertThat(GiantFinder.isPrime(46337 * 46337)).isFalse();
    }
}
