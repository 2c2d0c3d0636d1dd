package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

/** Exactly uniform integers of any size, by rejection: fewer than two rounds on average. */
final class UniformInteger {

    private UniformInteger() {
    }

    static BigInteger below(BigInteger bound, RandomGenerator random) {
        int bits = bound.bitLength();
        byte[] bytes = new byte[bits / 8 + 1];
        int mask = (1 << (bits % 8)) - 1;
        while (true) {
            random.nextBytes(bytes);
            bytes[0] &= (byte) mask;
            BigInteger value = new BigInteger(1, bytes);
            if (value.compareTo(bound) < 0) {
                return value;
            }
        }
    }
}
