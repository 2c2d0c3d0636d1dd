package org.orbifold.mcmc.orbit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.random.RandomGenerator;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Blocks of two binary variables of which one may flip whenever the other allows it: nearly all symmetries inside the
 * blocks of the paper's domains. A uniform move is one fair coin; 64 blocks share a random number and no branch depends
 * on it, which makes moves in Job Search several times as fast. Immutable; threads share it.
 */
final class InnerFlips {

    private static final int RECORD = 3;
    private static final int VALUES = 4;

    /** Per block: the variable that allows, the one that flips, and bit x set if the first one's value x allows it. */
    private final int[] records;

    private InnerFlips(int[] records) {
        this.records = records;
    }

    /** Takes those of the blocks that are of this kind; the others are added to the rest. */
    static InnerFlips of(BlockValuePairs pairs, int[][] choices, int[] blocks, IntArrayList rest) {
        IntArrayList records = new IntArrayList();
        for (int block : blocks) {
            int place = pairs.firstPlace(block);
            boolean twoBits = pairs.firstPlace(block + 1) - place == 2 && pairs.stride(place) == 2
                    && pairs.valueCount(block) == VALUES;
            // The second variable is bit 1 of the block's value, the first one bit 2.
            if (twoBits && flips(pairs.firstPair(block), choices, 1)) {
                add(records, pairs.variable(place), pairs.variable(place + 1), allowed(pairs, choices, block, 2));
            } else if (twoBits && flips(pairs.firstPair(block), choices, 2)) {
                add(records, pairs.variable(place + 1), pairs.variable(place), allowed(pairs, choices, block, 1));
            } else {
                rest.add(block);
            }
        }
        return new InnerFlips(records.toIntArray());
    }

    private static void add(IntArrayList records, int allows, int flips, int mask) {
        records.add(allows);
        records.add(flips);
        records.add(mask);
    }

    /** Whether all choices are between two values that differ in just that bit. */
    private static boolean flips(int first, int[][] choices, int bit) {
        for (int value = 0; value < VALUES; value++) {
            int[] own = choices[first + value];
            if (own.length > 2 || own.length == 2 && (own[0] - first ^ own[1] - first) != bit) {
                return false;
            }
        }
        return true;
    }

    private static int allowed(BlockValuePairs pairs, int[][] choices, int block, int bit) {
        int first = pairs.firstPair(block);
        return (choices[first].length > 0 ? 1 : 0) | (choices[first + bit].length > 0 ? 2 : 0);
    }

    int count() {
        return records.length / RECORD;
    }

    /** Moves all blocks. */
    void move(int[] state, long time, RandomGenerator random, Changes changes, ChangeListener listener) {
        for (int from = 0; from < records.length; from += Long.SIZE * RECORD) {
            changes.reserve(Long.SIZE, time, listener);
            long coins = random.nextLong();
            for (int r = from, end = Math.min(from + Long.SIZE * RECORD, records.length); r < end; r += RECORD) {
                int variable = records[r + 1];
                int before = state[variable];
                int after = before ^ records[r + 2] >> state[records[r]] & (int) coins & 1;
                coins >>>= 1;
                state[variable] = after;
                changes.add(0, variable, before, after);
            }
        }
    }
}
