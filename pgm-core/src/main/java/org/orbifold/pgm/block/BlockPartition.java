package org.orbifold.pgm.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A partition of the variables 0 … n−1 into blocks: every variable is in exactly one (Definition 7 of the paper).
 * Immutable.
 */
public final class BlockPartition {

    private final List<Block> blocks;
    private final int[] blockOf;

    private BlockPartition(List<Block> blocks, int[] blockOf) {
        this.blocks = blocks;
        this.blockOf = blockOf;
    }

    /**
     * Returns a partition.
     *
     * @param variableCount the number of variables
     * @param blocks        the blocks; together they hold every variable once
     * @return the partition
     * @throws IllegalArgumentException that names the variable which is missing, doubled or out of range
     */
    public static BlockPartition of(int variableCount, List<Block> blocks) {
        int[] blockOf = index(variableCount, blocks);
        for (int v = 0; v < variableCount; v++) {
            if (blockOf[v] < 0) {
                throw new IllegalArgumentException("variable " + v + " is in no block; "
                        + "give it a block, or use completedBySingletons");
            }
        }
        return new BlockPartition(List.copyOf(blocks), blockOf);
    }

    /**
     * Returns the partition made of the given blocks and of a singleton for every other variable.
     *
     * @param variableCount the number of variables
     * @param blocks        blocks that do not overlap
     * @return the partition; the singletons stand after the given blocks
     * @throws IllegalArgumentException that names the variable which is doubled or out of range
     */
    public static BlockPartition completedBySingletons(int variableCount, List<Block> blocks) {
        int[] blockOf = index(variableCount, blocks);
        List<Block> all = new ArrayList<>(blocks);
        for (int v = 0; v < variableCount; v++) {
            if (blockOf[v] < 0) {
                blockOf[v] = all.size();
                all.add(Block.of(v));
            }
        }
        return new BlockPartition(List.copyOf(all), blockOf);
    }

    /**
     * Returns the partition into single variables.
     *
     * @param variableCount the number of variables
     * @return the partition whose block-value symmetries are the variable-value symmetries
     */
    public static BlockPartition singletons(int variableCount) {
        return new BlockPartition(IntStream.range(0, variableCount).mapToObj(Block::of).toList(),
                IntStream.range(0, variableCount).toArray());
    }

    private static int[] index(int variableCount, List<Block> blocks) {
        int[] blockOf = new int[variableCount];
        Arrays.fill(blockOf, -1);
        for (int b = 0; b < blocks.size(); b++) {
            Block block = blocks.get(b);
            for (int k = 0; k < block.size(); k++) {
                int v = block.variable(k);
                if (v >= variableCount) {
                    throw new IllegalArgumentException("block " + block + " holds variable " + v
                            + ", but there are only " + variableCount + " variables");
                }
                if (blockOf[v] >= 0) {
                    throw new IllegalArgumentException("variable " + v + " is in two blocks, "
                            + blocks.get(blockOf[v]) + " and " + block);
                }
                blockOf[v] = b;
            }
        }
        return blockOf;
    }

    /**
     * Returns the number of variables.
     *
     * @return the number
     */
    public int variableCount() {
        return blockOf.length;
    }

    /**
     * Returns the number of blocks.
     *
     * @return the number
     */
    public int blockCount() {
        return blocks.size();
    }

    /**
     * Returns the blocks.
     *
     * @return an immutable list
     */
    public List<Block> blocks() {
        return blocks;
    }

    /**
     * Returns a block.
     *
     * @param index its place in the list
     * @return the block
     */
    public Block block(int index) {
        return blocks.get(index);
    }

    /**
     * Returns which block a variable is in.
     *
     * @param variable the variable's index
     * @return the index of its block
     */
    public int blockOf(int variable) {
        return blockOf[variable];
    }

    /**
     * Returns what this partition says about some of its variables: each block keeps those of them that it holds, and
     * blocks that hold none are left out.
     *
     * @param variables distinct variables; the i-th of them is variable i of the result
     * @return a partition of that many variables, its blocks in the order of these
     * @throws IllegalArgumentException if a variable is out of range or stands twice
     */
    public BlockPartition restrictedTo(int[] variables) {
        List<List<Integer>> kept = new ArrayList<>();
        blocks.forEach(block -> kept.add(new ArrayList<>()));
        for (int i = 0; i < variables.length; i++) {
            if (variables[i] < 0 || variables[i] >= blockOf.length) {
                throw new IllegalArgumentException("variable " + variables[i] + " is not one of the " + blockOf.length
                        + " variables of the partition");
            }
            kept.get(blockOf[variables[i]]).add(i);
        }
        if (Arrays.stream(variables).distinct().count() < variables.length) {
            throw new IllegalArgumentException("a variable stands twice in " + Arrays.toString(variables));
        }
        return of(variables.length, kept.stream().filter(members -> !members.isEmpty())
                .map(members -> Block.of(members.stream().mapToInt(Integer::intValue).toArray())).toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockPartition that && blocks.equals(that.blocks);
    }

    @Override
    public int hashCode() {
        return blocks.hashCode();
    }

    @Override
    public String toString() {
        return blocks.toString();
    }
}
