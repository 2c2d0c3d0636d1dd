package org.orbifold.mcmc.orbit;

import java.util.Arrays;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The block-value pairs of a partition in flat arrays, numbered block by block in the partition's order, and within a
 * block by value ({@link Block#value}). Immutable.
 */
public final class BlockValues {

    private final BlockPartition partition;
    /** The variables of block b stand at first[b] to first[b+1] of the three arrays below. */
    private final int[] first;
    private final int[] variables;
    private final int[] strides;
    /** For the variable at place i, its value for each value x of its block: values[valueStart[i] + x]. */
    private final int[] valueStart;
    private final int[] values;
    /** The pairs of block b are firstPair[b] to firstPair[b+1]. */
    private final int[] firstPair;
    private final int[] blockOfPair;

    private BlockValues(GraphicalModel model, BlockPartition partition) {
        this.partition = partition;
        int blocks = partition.blockCount();
        this.first = new int[blocks + 1];
        this.firstPair = new int[blocks + 1];
        this.variables = new int[model.variableCount()];
        this.strides = new int[model.variableCount()];
        this.valueStart = new int[model.variableCount()];
        for (int b = 0; b < blocks; b++) {
            Block block = partition.block(b);
            first[b + 1] = first[b] + block.size();
            int stride = 1;
            for (int k = block.size() - 1; k >= 0; k--) {
                int i = first[b] + k;
                variables[i] = block.variable(k);
                strides[i] = stride;
                stride = Math.multiplyExact(stride, model.size(block.variable(k)));
            }
            firstPair[b + 1] = Math.addExact(firstPair[b], stride);
        }
        this.blockOfPair = new int[firstPair[blocks]];
        this.values = tabulateValues(model);
        for (int b = 0; b < blocks; b++) {
            Arrays.fill(blockOfPair, firstPair[b], firstPair[b + 1], b);
        }
    }

    /** Tabulated once, because divisions are most of the cost of an orbit move. */
    private int[] tabulateValues(GraphicalModel model) {
        int total = 0;
        for (int b = 0; b + 1 < first.length; b++) {
            for (int i = first[b]; i < first[b + 1]; i++) {
                valueStart[i] = total;
                total = Math.addExact(total, firstPair[b + 1] - firstPair[b]);
            }
        }
        int[] table = new int[total];
        for (int b = 0; b + 1 < first.length; b++) {
            for (int i = first[b]; i < first[b + 1]; i++) {
                for (int x = 0; x < firstPair[b + 1] - firstPair[b]; x++) {
                    table[valueStart[i] + x] = x / strides[i] % model.size(variables[i]);
                }
            }
        }
        return table;
    }

    /**
     * Numbers the pairs of a partition.
     *
     * @param model     the model
     * @param partition a partition of its variables
     * @return the pairs
     */
    public static BlockValues of(GraphicalModel model, BlockPartition partition) {
        return new BlockValues(model, partition);
    }

    /**
     * The partition.
     *
     * @return as given
     */
    public BlockPartition partition() {
        return partition;
    }

    /**
     * The number of block-value pairs.
     *
     * @return the degree of groups that act on them
     */
    public int pairCount() {
        return blockOfPair.length;
    }

    /**
     * The first pair of a block.
     *
     * @param block the block's index, or the number of blocks
     * @return the pair of value 0
     */
    public int firstPair(int block) {
        return firstPair[block];
    }

    /**
     * The block of a pair.
     *
     * @param pair the pair
     * @return the block's index
     */
    public int blockOf(int pair) {
        return blockOfPair[pair];
    }

    /**
     * Where the variables of a block begin in this numbering of places.
     *
     * @param block the block's index, or the number of blocks
     * @return the place of its first variable
     */
    public int first(int block) {
        return first[block];
    }

    /**
     * The variable at a place.
     *
     * @param place from {@link #first}
     * @return the variable
     */
    public int variable(int place) {
        return variables[place];
    }

    /**
     * The value that a block value gives to the variable at a place.
     *
     * @param place from {@link #first}
     * @param value the block's value
     * @return the variable's value
     */
    public int valueOf(int place, int value) {
        return values[valueStart[place] + value];
    }

    /**
     * How much the block's value grows with the variable's.
     *
     * @param place from {@link #first}
     * @return the stride
     */
    public int stride(int place) {
        return strides[place];
    }

    /**
     * The pair that a block has in a state.
     *
     * @param block the block's index
     * @param state the state
     * @return the pair
     */
    public int pair(int block, int[] state) {
        int pair = firstPair[block];
        for (int i = first[block], end = first[block + 1]; i < end; i++) {
            pair += strides[i] * state[variables[i]];
        }
        return pair;
    }
}
