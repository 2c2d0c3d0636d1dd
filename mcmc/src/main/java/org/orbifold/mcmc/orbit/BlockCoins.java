package org.orbifold.mcmc.orbit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.random.RandomGenerator;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Blocks of two binary variables whose inner symmetries only exchange values in pairs: by far the most common ones. A
 * uniform move of such a block is one fair coin, so 64 blocks share one random number. Mostly the exchanges flip one
 * and the same variable, where the other one allows it; those blocks are kept apart, as they are quicker. No branch
 * depends on a coin, and a block is three numbers, so that the moves of many partitions stay within the cache.
 *
 * <p>Immutable; threads share it.
 */
final class BlockCoins {

    private static final int RECORD = 3;
    private static final int VALUES = 4;

    /** Per block: the variable that allows a flip, the one that flips, and bit x set if the first one's x allows it. */
    private final int[] flips;
    /** Per block: the variable with stride 2, the one with stride 1, and its {@link #partners}. */
    private final int[] exchanges;

    private BlockCoins(int[] flips, int[] exchanges) {
        this.flips = flips;
        this.exchanges = exchanges;
    }

    /** Takes those of the given blocks that are of this kind; the others are added to the rest. */
    static BlockCoins of(OrbitAction action, int[] blocks, IntArrayList rest) {
        BlockValuePairs values = action.values();
        IntArrayList flips = new IntArrayList();
        IntArrayList exchanges = new IntArrayList();
        for (int block : blocks) {
            int first = values.firstPlace(block);
            int partners = values.firstPlace(block + 1) - first == 2 && values.stride(first) == 2
                    ? partners(action, block) : 0;
            if (partners == 0) {
                rest.add(block);
                continue;
            }
            int a = values.variable(first);
            int b = values.variable(first + 1);
            if (changes(partners, 1)) {
                add(flips, a, b, partners & 1 | partners >> 1 & 2);
            } else if (changes(partners, 2)) {
                add(flips, b, a, partners & 3);
            } else {
                add(exchanges, a, b, partners);
            }
        }
        return new BlockCoins(flips.toIntArray(), exchanges.toIntArray());
    }

    private static void add(IntArrayList records, int first, int second, int third) {
        records.add(first);
        records.add(second);
        records.add(third);
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

    /** Whether all exchanges change just these bits of the block's value. */
    private static boolean changes(int partners, int bits) {
        boolean all = true;
        for (int x = 0; x < VALUES; x++) {
            all &= (partners >> x & 1) == 0 || (x ^ partner(partners, x)) == bits;
        }
        return all;
    }

    private static int partner(int partners, int value) {
        return partners >> VALUES + 2 * value & 3;
    }

    int count() {
        return (flips.length + exchanges.length) / RECORD;
    }

    /** Moves all blocks; what changes is collected, and the sink told when there is no more room. */
    void move(int[] state, long time, RandomGenerator random, Changes changes, ChangeSink sink) {
        for (int from = 0; from < flips.length; from += Long.SIZE * RECORD) {
            changes.reserve(Long.SIZE, time, sink);
            long coins = random.nextLong();
            for (int r = from, end = Math.min(from + Long.SIZE * RECORD, flips.length); r < end; r += RECORD) {
                int v = flips[r + 1];
                int before = state[v];
                int after = before ^ flips[r + 2] >> state[flips[r]] & (int) coins & 1;
                coins >>>= 1;
                state[v] = after;
                changes.add(v, before, after);
            }
        }
        for (int from = 0; from < exchanges.length; from += Long.SIZE * RECORD) {
            changes.reserve(2 * Long.SIZE, time, sink);
            long coins = random.nextLong();
            for (int r = from, end = Math.min(from + Long.SIZE * RECORD, exchanges.length); r < end; r += RECORD) {
                exchange(r, (int) coins & 1, state, changes);
                coins >>>= 1;
            }
        }
    }

    private void exchange(int record, int coin, int[] state, Changes changes) {
        int a = exchanges[record];
        int b = exchanges[record + 1];
        int partners = exchanges[record + 2];
        int before = 2 * state[a] + state[b];
        int wanted = -(partners >> before & coin);
        int after = before ^ (before ^ partner(partners, before)) & wanted;
        state[a] = after >> 1;
        state[b] = after & 1;
        changes.add(a, before >> 1, after >> 1);
        changes.add(b, before & 1, after & 1);
    }
}
