package org.orbifold.mcmc.orbit;

import java.util.random.RandomGenerator;
import org.orbifold.mcmc.random.Shuffles;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * A {@link BlockShuffle} of blocks of two binary variables that have four orbits, as the students of one kind in the
 * paper's curriculum: three numbers tell all about a block, and no branch depends on what is drawn.
 *
 * <p>Holds scratch space: one per thread.
 */
final class PairShuffle implements Shuffle {

    private static final int RECORD = 3;
    private static final int VALUES = 4;
    private static final int BITS = 2;
    private static final int MASK = 3;
    private static final int CHUNK = 64;

    private final int blocks;
    /**
     * Per block: the variable with stride 2, the one with stride 1, and its numbers: the orbit of value x in the bits
     * 2x and 2x + 1, the value in orbit y in the bits 8 + 2y and 9 + 2y.
     */
    private final int[] records;
    /** What each block held, and the orbits that are left to be handed out. */
    private final int[] held;
    private final int[] left;

    private PairShuffle(int blocks, int[] records) {
        this.blocks = blocks;
        this.records = records;
        this.held = new int[blocks];
        this.left = new int[blocks];
    }

    /** The form of blocks with the given orbits per value; null if they are not of this shape. */
    static PairShuffle of(BlockValuePairs values, int[] of, int[] orbitOf) {
        int[] records = new int[of.length * RECORD];
        for (int i = 0; i < of.length; i++) {
            int first = values.firstPlace(of[i]);
            if (values.firstPlace(of[i] + 1) - first != 2 || values.stride(first) != 2
                    || values.firstPair(of[i] + 1) - values.firstPair(of[i]) != VALUES) {
                return null;
            }
            int numbers = 0;
            for (int value = 0; value < VALUES; value++) {
                int orbit = orbitOf[i * VALUES + value];
                numbers |= orbit << BITS * value | value << BITS * (VALUES + orbit);
            }
            records[i * RECORD] = values.variable(first);
            records[i * RECORD + 1] = values.variable(first + 1);
            records[i * RECORD + 2] = numbers;
        }
        return new PairShuffle(of.length, records);
    }

    @Override
    public void move(int[] state, long time, RandomGenerator random, Changes changes, ChangeSink sink) {
        for (int i = 0, r = 0; i < blocks; i++, r += RECORD) {
            int value = 2 * state[records[r]] + state[records[r + 1]];
            held[i] = value;
            left[i] = records[r + 2] >> BITS * value & MASK;
        }
        Shuffles.shuffle(left, blocks, random);
        for (int from = 0; from < blocks; from += CHUNK) {
            int end = Math.min(from + CHUNK, blocks);
            changes.reserve(2 * CHUNK, time, sink);
            for (int i = from, r = from * RECORD; i < end; i++, r += RECORD) {
                int value = records[r + 2] >> BITS * (VALUES + left[i]) & MASK;
                assign(records[r], held[i] >> 1, value >> 1, state, changes);
                assign(records[r + 1], held[i] & 1, value & 1, state, changes);
            }
        }
    }

    private static void assign(int variable, int before, int after, int[] state, Changes changes) {
        state[variable] = after;
        changes.add(variable, before, after);
    }
}
