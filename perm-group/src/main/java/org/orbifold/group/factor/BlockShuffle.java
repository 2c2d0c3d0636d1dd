package org.orbifold.group.factor;

import java.util.random.RandomGenerator;

/** A uniform bijection between two blocks of the same size, with a known parity. For use by one thread. */
final class BlockShuffle {

    private final int[] order;

    BlockShuffle(int largestBlock) {
        this.order = new int[largestBlock];
    }

    /** Draws an order by Fisher–Yates; returns whether it is odd. */
    boolean draw(int size, RandomGenerator random) {
        int exchanges = 0;
        for (int i = 0; i < size; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
            exchanges += i == j ? 0 : 1;
        }
        return (exchanges & 1) != 0;
    }

    /** Changes the parity of the order; for blocks of two points or more. */
    void flip() {
        int first = order[0];
        order[0] = order[1];
        order[1] = first;
    }

    /** Maps the points of one block to those of another in the order drawn. */
    void map(int[] from, int[] to, int[] images) {
        for (int i = 0; i < from.length; i++) {
            images[from[i]] = to[order[i]];
        }
    }
}
