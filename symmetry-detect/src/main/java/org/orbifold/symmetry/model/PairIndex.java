package org.orbifold.symmetry.model;

import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

/** Numbers the block-value pairs of a partition: the values of block 0, then those of block 1, and so on. Immutable. */
public final class PairIndex {

    private final int[] first;
    private final int[] blockOf;

    /**
     * Numbers the pairs.
     *
     * @param model     a model
     * @param partition a partition of its variables
     * @throws IllegalArgumentException if there are more pairs than an {@code int} can count, or the partition is of
     *     another number of variables
     */
    public PairIndex(GraphicalModel model, BlockPartition partition) {
        if (partition.variableCount() != model.variableCount()) {
            throw new IllegalArgumentException("a partition of " + partition.variableCount() + " variables, but the "
                    + "model has " + model.variableCount());
        }
        first = new int[partition.blockCount() + 1];
        long total = 0;
        for (int b = 0; b < partition.blockCount(); b++) {
            total += partition.block(b).valueCount(model);
            if (total > Integer.MAX_VALUE / 2) {
                throw new IllegalArgumentException("the partition has more than " + Integer.MAX_VALUE / 2
                        + " block-value pairs; use smaller blocks than " + partition.block(b));
            }
            first[b + 1] = (int) total;
        }
        blockOf = new int[(int) total];
        for (int b = 0; b < partition.blockCount(); b++) {
            java.util.Arrays.fill(blockOf, first[b], first[b + 1], b);
        }
    }

    /** Numbers the pairs of some blocks of another numbering, in the order given. */
    PairIndex(PairIndex all, int[] blocks) {
        first = new int[blocks.length + 1];
        for (int b = 0; b < blocks.length; b++) {
            first[b + 1] = first[b] + all.valueCount(blocks[b]);
        }
        blockOf = new int[first[blocks.length]];
        for (int b = 0; b < blocks.length; b++) {
            java.util.Arrays.fill(blockOf, first[b], first[b + 1], b);
        }
    }

    /**
     * The number of pairs.
     *
     * @return the sum of the blocks' numbers of values
     */
    public int pairCount() {
        return blockOf.length;
    }

    /**
     * The number of blocks.
     *
     * @return how many blocks there are
     */
    public int blockCount() {
        return first.length - 1;
    }

    /**
     * The first pair of a block; its others follow.
     *
     * @param block a block
     * @return the pair of the block's value 0
     */
    public int first(int block) {
        return first[block];
    }

    /**
     * The number of values of a block.
     *
     * @param block a block
     * @return how many pairs it has
     */
    public int valueCount(int block) {
        return first[block + 1] - first[block];
    }

    /**
     * The pair of a block and a value.
     *
     * @param block a block
     * @param value a value of it
     * @return the pair
     */
    public int pair(int block, int value) {
        return first[block] + value;
    }

    /**
     * The block of a pair.
     *
     * @param pair a pair
     * @return its block
     */
    public int block(int pair) {
        return blockOf[pair];
    }

    /**
     * The value of a pair.
     *
     * @param pair a pair
     * @return the number of the block's value
     */
    public int value(int pair) {
        return pair - first[blockOf[pair]];
    }
}
