package org.orbifold.group.kernel;

import java.util.random.RandomGenerator;

/**
 * Exactly uniform shuffles (Durstenfeld's form of Fisher–Yates) that draw several bounded numbers from one random word:
 * multiplying a 64-bit word by the bounds one after the other leaves a number in the high half each time, and the last
 * low half says whether the whole batch must be rejected (Brackett-Rozinsky and Lemire 2024, "Batched ranged random
 * integer generation"). A shuffle of 40 things takes 3 words instead of 39. Holds scratch space: one per thread.
 */
public final class Shuffle {

    /** The product of a batch's bounds stays below this, so that the division of the rejection test is rare. */
    private static final long LARGEST_PRODUCT = 1L << 56;

    /** How many of the bounds n, n - 1, ..., 2 go into one word, per n; and their product. */
    private final int[] batch;

    private final long[] product;
    private final int[] order;
    private final int[] drawn = new int[Long.SIZE];

    /**
     * Room for shuffles.
     *
     * @param largest the largest number of things to shuffle
     */
    public Shuffle(int largest) {
        order = new int[largest];
        batch = new int[largest + 1];
        product = new long[largest + 1];
        for (int n = 2; n <= largest; n++) {
            long bounds = 1;
            int count = 0;
            while (n - count >= 2 && bounds <= LARGEST_PRODUCT / (n - count)) {
                bounds *= n - count;
                count++;
            }
            batch[n] = count;
            product[n] = bounds;
        }
    }

    /**
     * Draws a uniform permutation.
     *
     * @param size how many things, at most the largest number
     * @param random the source of randomness
     * @return an array whose first {@code size} entries are the permutation; valid until the next call
     */
    public int[] draw(int size, RandomGenerator random) {
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        for (int n = size; n >= 2;) {
            int count = batch[n];
            drawBatch(n, count, random);
            for (int i = 0; i < count; i++, n--) {
                int j = drawn[i];
                int swap = order[n - 1];
                order[n - 1] = order[j];
                order[j] = swap;
            }
        }
        return order;
    }

    /** Fills {@link #drawn} with independent uniform numbers below n, n - 1, ..., n - count + 1. */
    private void drawBatch(int n, int count, RandomGenerator random) {
        long bounds = product[n];
        long low;
        do {
            low = random.nextLong();
            for (int i = 0; i < count; i++) {
                long bound = n - i;
                // The signed high half of a negative word lacks one time the bound.
                drawn[i] = (int) (Math.multiplyHigh(low, bound) + (low >> 63 & bound));
                low *= bound;
            }
            // Of the 2^64 words all but 2^64 mod bounds fall evenly on the outcomes.
        } while (Long.compareUnsigned(low, bounds) < 0
            && Long.compareUnsigned(low, Long.remainderUnsigned(-bounds, bounds)) < 0);
    }
}
