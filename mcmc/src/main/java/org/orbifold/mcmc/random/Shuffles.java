package org.orbifold.mcmc.random;

import java.util.random.RandomGenerator;

/** Fisher–Yates. */
public final class Shuffles {

    /**
     * Puts the first values of an array into uniformly random order.
     *
     * @param values the array, changed in place
     * @param count  how many of them
     * @param random the source of randomness
     */
    public static void shuffle(int[] values, int count, RandomGenerator random) {
        if (random instanceof Xoshiro256 own) {
            own.shuffle(values, count);
            return;
        }
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int value = values[j];
            values[j] = values[i];
            values[i] = value;
        }
    }

    private Shuffles() { }
}
