package org.orbifold.graph.refine;

/** Hashing of small integers into 64 well mixed bits (the finaliser of SplitMix64). */
public final class Mixing {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Mixing() {
    }

    /**
     * Mixes one number.
     *
     * @param value any number
     * @return a well mixed one; a bijection
     */
    public static long mix(long value) {
        long z = value + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /**
     * Mixes one small number at the cost of one multiplication, for sums over many of them whose result is mixed again.
     *
     * @param value any number
     * @return a number whose lower half is not linear in the value
     */
    static long mixLightly(int value) {
        long z = (value + 1) * GOLDEN;
        return z ^ (z >>> 32);
    }

    /**
     * Mixes an ordered pair.
     *
     * @param first a number
     * @param second a number
     * @return a well mixed number
     */
    public static long mix(int first, int second) {
        return mix(((long) first << 32) ^ (second & 0xFFFFFFFFL));
    }

    /**
     * Adds one value to the hash of a sequence.
     *
     * @param hash the hash so far
     * @param value the next value
     * @return the hash with the value
     */
    public static long combine(long hash, long value) {
        return (Long.rotateLeft(hash, 23) ^ value) * 0xD6E8FEB86659FD93L + GOLDEN;
    }
}
