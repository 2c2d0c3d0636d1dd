package org.orbifold.heuristics.partition;

import java.util.ArrayList;
import java.util.Arrays;
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
        Arrays.setAll(singletons, Block::of);
        return singletons;
    }

    /** Takes a block if it overlaps none that is in already. */
    void offer(Block block) {
        for (int k = 0; k < block.size(); k++) {
            if (used[block.variable(k)]) {
                return;
            }
        }
        for (int k = 0; k < block.size(); k++) {
            used[block.variable(k)] = true;
        }
        blocks.add(block);
    }

    /** The partition, with singletons for the rest; blocks in the order of their first variables. */
    BlockPartition complete() {
        Block[] byFirst = new Block[variableCount];
        for (Block block : blocks) {
            byFirst[block.variable(0)] = block;
        }
        List<Block> sorted = new ArrayList<>(variableCount);
        for (int v = 0; v < variableCount; v++) {
            if (byFirst[v] != null) {
                sorted.add(byFirst[v]);
            } else if (!used[v]) {
                sorted.add(singletons[v]);
            }
        }
        return BlockPartition.of(variableCount, sorted);
    }
}
