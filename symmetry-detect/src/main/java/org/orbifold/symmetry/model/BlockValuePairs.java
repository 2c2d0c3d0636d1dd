package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Numbers the block-value pairs of a partition: the values of block 0 ({@link Block#value}), then those of block 1, and
 * so on. These are the points that block-value symmetries permute.
 *
 * <p>The variables stand in <em>places</em>, block by block, with their strides and their values under each block
 * value, so that chains read states as pairs and write pairs into states without a division. Immutable.
 */
public final class BlockValuePairs {

    private static final int MOST = Integer.MAX_VALUE / 2;

    private final BlockPartition partition;
    /** The pairs of block b are firstPair[b] to firstPair[b+1]. */
    private final int[] firstPair;
    private final GraphicalModel model;
    /** Made when first asked for: only chains need it, and hundreds of partitions are kept at a time. */
    private @Nullable Places places;

    /** Block b has the variables at first[b] to first[b+1]; under its value x, that at i has values[start[i] + x]. */
    private static final class Places {

        private final int[] blockOfPair;
        private final int[] first;
        private final int[] variables;
        private final int[] strides;
        private final int[] start;
        private final int[] values;

        Places(GraphicalModel model, BlockPartition partition, int[] firstPair) {
            int blocks = partition.blockCount();
            first = new int[blocks + 1];
            variables = new int[model.variableCount()];
            strides = new int[model.variableCount()];
            start = new int[model.variableCount()];
            blockOfPair = new int[firstPair[blocks]];
            int total = 0;
            for (int b = 0; b < blocks; b++) {
                Arrays.fill(blockOfPair, firstPair[b], firstPair[b + 1], b);
                first[b + 1] = first[b] + partition.block(b).size();
                total += (firstPair[b + 1] - firstPair[b]) * partition.block(b).size();
            }
            values = new int[total];
            int next = 0;
            for (int b = 0; b < blocks; b++) {
                int valueCount = firstPair[b + 1] - firstPair[b];
                int stride = valueCount;
                for (int place = first[b]; place < first[b + 1]; place++) {
                    variables[place] = partition.block(b).variable(place - first[b]);
                    int size = model.size(variables[place]);
                    stride /= size;
                    strides[place] = stride;
                    start[place] = next;
                    for (int end = next + valueCount, value = 0; next < end; next += stride, value++) {
                        Arrays.fill(values, next, next + stride, value % size);
                    }
                }
            }
        }
    }

    private BlockValuePairs(GraphicalModel model, BlockPartition partition) {
        this.model = model;
        this.partition = partition;
        int blocks = partition.blockCount();
        this.firstPair = new int[blocks + 1];
        long total = 0;
        long tabulated = 0;
        for (int b = 0; b < blocks; b++) {
            Block block = partition.block(b);
            int valueCount = block.valueCount(model);
            total += valueCount;
            tabulated += (long) valueCount * block.size();
            if (tabulated > MOST) {
                throw new IllegalArgumentException("the partition has more than " + MOST + " block-value pairs, "
                        + "counted once per variable of their blocks; use smaller blocks than " + block);
            }
            firstPair[b + 1] = (int) total;
        }
    }

    // Threads may make it twice; all its fields are final, so that either one is good.
    private Places places() {
        Places known = places;
        if (known == null) {
            known = new Places(model, partition, firstPair);
            places = known;
        }
        return known;
    }

    /**
     * Numbers the pairs.
     *
     * @param model     a model
     * @param partition a partition of its variables
     * @return the numbering
     * @throws IllegalArgumentException if there are too many pairs to be counted, or the partition is of another number
     *     of variables
     */
    public static BlockValuePairs of(GraphicalModel model, BlockPartition partition) {
        if (partition.variableCount() != model.variableCount()) {
            throw new IllegalArgumentException("a partition of " + partition.variableCount() + " variables, but the "
                    + "model has " + model.variableCount());
        }
        return new BlockValuePairs(model, partition);
    }

    /**
     * The partition.
     *
     * @return the blocks
     */
    public BlockPartition partition() {
        return partition;
    }

    /**
     * The number of pairs.
     *
     * @return the sum of the blocks' numbers of values: the degree of groups that act on the pairs
     */
    public int pairCount() {
        return firstPair[firstPair.length - 1];
    }

    /**
     * The number of blocks.
     *
     * @return how many blocks there are
     */
    public int blockCount() {
        return firstPair.length - 1;
    }

    /**
     * The first pair of a block; its others follow.
     *
     * @param block a block, or the number of blocks
     * @return the pair of the block's value 0
     */
    public int firstPair(int block) {
        return firstPair[block];
    }

    /**
     * The number of values of a block.
     *
     * @param block a block
     * @return how many pairs it has
     */
    public int valueCount(int block) {
        return firstPair[block + 1] - firstPair[block];
    }

    /**
     * The pair of a block and a value.
     *
     * @param block a block
     * @param value a value of it
     * @return the pair
     */
    public int pair(int block, int value) {
        return firstPair[block] + value;
    }

    /**
     * The pair that a block has in a state.
     *
     * @param block a block
     * @param state a state of the model
     * @return the pair
     */
    public int pair(int block, int[] state) {
        Places known = places();
        int pair = firstPair[block];
        for (int i = known.first[block], end = known.first[block + 1]; i < end; i++) {
            pair += known.strides[i] * state[known.variables[i]];
        }
        return pair;
    }

    /**
     * The block of a pair: at once for chains, which have asked for places, else by binary search.
     *
     * @param pair a pair
     * @return its block
     */
    public int blockOf(int pair) {
        Places known = places;
        if (known != null) {
            return known.blockOfPair[pair];
        }
        int at = Arrays.binarySearch(firstPair, pair);
        return at >= 0 ? at : -at - 2;
    }

    /** The blocks of some pairs, these ascending; each once. */
    int[] blocksOf(int[] ascending) {
        IntArrayList blocks = new IntArrayList();
        int end = 0;
        for (int pair : ascending) {
            if (pair >= end) {
                blocks.add(blockOf(pair));
                end = firstPair[blocks.getInt(blocks.size() - 1) + 1];
            }
        }
        return blocks.toIntArray();
    }

    /**
     * The value of a pair.
     *
     * @param pair a pair
     * @return the number of the block's value
     */
    public int valueOf(int pair) {
        return pair - firstPair[blockOf(pair)];
    }

    /**
     * The place of a block's first variable; its others follow.
     *
     * @param block a block, or the number of blocks
     * @return the place
     */
    public int firstPlace(int block) {
        return places().first[block];
    }

    /**
     * The variable at a place.
     *
     * @param place a place
     * @return the variable
     */
    public int variable(int place) {
        return places().variables[place];
    }

    /**
     * How much the block's value grows with the variable's.
     *
     * @param place a place
     * @return the stride
     */
    public int stride(int place) {
        return places().strides[place];
    }

    /**
     * The value that a block value gives to the variable at a place.
     *
     * @param place a place
     * @param value a value of its block
     * @return the variable's value
     */
    public int variableValue(int place, int value) {
        Places known = places();
        return known.values[known.start[place] + value];
    }
}
