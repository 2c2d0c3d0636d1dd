package org.orbifold.graph.detect;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbifold.group.factor.Products;

/**
 * The order of a permutation group as a product of prime powers.
 *
 * <p>Orders of automorphism groups have only primes up to the number of vertices, so even an order with a million
 * digits is a short list; the number itself is made on demand.
 */
final class GroupOrder {

    /** Starts as the order 1. */
    private final TreeMap<Integer, Long> exponents = new TreeMap<>();

    /** Multiplies by a positive integer. */
    void multiply(int factor) {
        multiply(factor, 1);
    }

    private void multiply(int factor, long power) {
        int rest = factor;
        for (int p = 2; (long) p * p <= rest; p++) {
            while (rest % p == 0) {
                exponents.merge(p, power, Long::sum);
                rest /= p;
            }
        }
        if (rest > 1) {
            exponents.merge(rest, power, Long::sum);
        }
    }

    /** Multiplies by k!. */
    void multiplyFactorial(int k) {
        multiplyFactorial(k, 1);
    }

    /** Multiplies by a power of k! (Legendre's formula for the exponents). */
    void multiplyFactorial(int k, long times) {
        if (k < 2) {
            return;
        }
        boolean[] composite = new boolean[k + 1];
        for (int p = 2; p <= k; p++) {
            if (composite[p]) {
                continue;
            }
            for (long q = (long) p * p; q <= k; q += p) {
                composite[(int) q] = true;
            }
            long exponent = 0;
            for (int q = k / p; q > 0; q /= p) {
                exponent += q;
            }
            exponents.merge(p, times * exponent, Long::sum);
        }
    }

    /** Multiplies by a power of another order. */
    void multiply(GroupOrder other, long power) {
        other.exponents.forEach((p, e) -> exponents.merge(p, e * power, Long::sum));
    }

    boolean isOne() {
        return exponents.isEmpty();
    }

    /** The decimal logarithm, without making the number. */
    double log10() {
        double sum = 0;
        for (Map.Entry<Integer, Long> e : exponents.entrySet()) {
            sum += e.getValue() * Math.log10(e.getKey());
        }
        return sum;
    }

    /** The exact number. */
    BigInteger toBigInteger() {
        // Primes with the same bit of the exponent are multiplied together before squaring: as many squarings of
        // large numbers as the longest exponent has bits, whatever the number of primes.
        long longest = exponents.values().stream().mapToLong(Long::longValue).max().orElse(0);
        BigInteger result = BigInteger.ONE;
        for (int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(longest, 1)); bit >= 0; bit--) {
            List<BigInteger> primes = new ArrayList<>();
            for (Map.Entry<Integer, Long> e : exponents.entrySet()) {
                if ((e.getValue() >>> bit & 1) != 0) {
                    primes.add(BigInteger.valueOf(e.getKey()));
                }
            }
            result = result.multiply(result).multiply(Products.of(primes));
        }
        return result;
    }
}
