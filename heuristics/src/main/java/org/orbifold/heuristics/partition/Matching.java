package org.orbifold.heuristics.partition;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;

/** Blocks that do not overlap, growing into a partition. */
final class Matching {

    private final int variableCount;
    private final Block[] singletons;
    private final boolean[] used;
    private final List<Block> blocks = new ArrayList<>();

    /** Shares the blocks of one variable with other matchings. */
    Matching(Block[] singletons) {
        this.singletons = singletons;
        this.variableCount = singletons.length;
        this.used = new boolean[variableCount];
    }

    static Block[] singletons(int variableCount) {
        Block[] singletons = new Block[variableCount];
        java.util.Arrays.setAll(singletons, Block::of);
        return singletons;
    }

    /** Takes a block if it overlaps none that is in already. */
    boolean offer(Block block) {
        for (int k = 0; k < block.size(); k++) {
            if (used[block.variable(k)]) {
                return false;
            }
        }
        for (int k = 0; k < block.size(); k++) {
            used[block.variable(k)] = true;
        }
        blocks.add(block);
        return true;
    }

    int size() {
        return blocks.size();
    }

    List<Block> blocks() {
        return blocks;
    }

    /** The partition, with singletons for what is left; blocks in the order of their first variables. */
    BlockPartition complete() {
        List<Block> sorted = new ArrayList<>(blocks);
        for (int v = 0; v < variableCount; v++) {
            if (!used[v]) {
                sorted.add(singletons[v]);
            }
        }
        sorted.sort((a, b) -> Integer.compare(a.variable(0), b.variable(0)));
        return BlockPartition.of(variableCount, sorted);
    }
}
