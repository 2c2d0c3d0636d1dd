package org.orbifold.mcmc.orbit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.random.RandomGenerator;

/**
 * Blocks of two binary variables whose inner symmetries only exchange values in pairs: by far the most common ones. A
 * uniform move of such a block is one fair coin, so 64 blocks share one random number: first it is seen which blocks
 * hold a value that has a partner, then those whose coin says so take it. No branch depends on a coin but the last,
 * and a block is three numbers, so that the moves of many partitions stay within the cache.
 *
 * <p>Immutable; threads share it.
 */
final class BlockCoins {

    private static final int RECORD = 3;
    private static final int VALUES = 4;

    /** Per block: the variable with stride 2, the one with stride 1, and its {@link #partners}. */
    private final int[] records;

    private BlockCoins(int[] records) {
        this.records = records;
    }

    /** Takes those of the given blocks that are of this kind; the others are added to the rest. */
    static BlockCoins of(OrbitAction action, int[] blocks, IntArrayList rest) {
        BlockValues values = action.values();
        IntArrayList records = new IntArrayList();
        for (int block : blocks) {
            int first = values.first(block);
            int partners = values.first(block + 1) - first == 2 && values.stride(first) == 2
                    ? partners(action, block) : 0;
            if (partners == 0) {
                rest.add(block);
            } else {
                records.add(values.variable(first));
                records.add(values.variable(first + 1));
                records.add(partners);
            }
        }
        return new BlockCoins(records.toIntArray());
    }

    /** Bit x is set if value x has a partner, which stands in the bits 4 + 2x and 5 + 2x; 0 if not of this kind. */
    private static int partners(OrbitAction action, int block) {
        int first = action.values().firstPair(block);
        if (action.values().firstPair(block + 1) - first != VALUES) {
            return 0;
        }
        int bits = 0;
        for (int x = 0; x < VALUES; x++) {
            int choices = action.choiceCount(first + x);
            if (choices > 2) {
                return 0;
            }
            if (choices == 2) {
                int other = action.choice(first + x, 0) == first + x ? 1 : 0;
                bits |= 1 << x | (action.choice(first + x, other) - first) << VALUES + 2 * x;
            }
        }
        return bits;
    }

    int count() {
        return records.length / RECORD;
    }

    /** Moves all blocks. */
    void move(int[] state, long time, RandomGenerator random, ChangeSink sink) {
        int blocks = count();
        for (int from = 0; from < blocks; from += Long.SIZE) {
            int end = Math.min(from + Long.SIZE, blocks) * RECORD;
            long paired = 0;
            for (int r = end - RECORD; r >= from * RECORD; r -= RECORD) {
                int value = 2 * state[records[r]] + state[records[r + 1]];
                paired = paired << 1 | records[r + 2] >> value & 1;
            }
            long flips = paired == 0 ? 0 : paired & random.nextLong();
            while (flips != 0) {
                exchange((from + Long.numberOfTrailingZeros(flips)) * RECORD, state, time, sink);
                flips &= flips - 1;
            }
        }
    }

    private void exchange(int record, int[] state, long time, ChangeSink sink) {
        int a = records[record];
        int b = records[record + 1];
        int value = 2 * state[a] + state[b];
        int different = value ^ records[record + 2] >> VALUES + 2 * value & 3;
        if ((different & 2) != 0) {
            flip(a, state, time, sink);
        }
        if ((different & 1) != 0) {
            flip(b, state, time, sink);
        }
    }

    private static void flip(int variable, int[] state, long time, ChangeSink sink) {
        int before = state[variable];
        state[variable] = 1 - before;
        sink.changed(time, variable, before, 1 - before);
    }
}
