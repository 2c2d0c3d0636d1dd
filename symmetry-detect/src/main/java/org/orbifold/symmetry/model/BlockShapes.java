package org.orbifold.symmetry.model;

import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;

/** Which variables the blocks have, and how their joint values map to the axes of tables. */
final class BlockShapes {

    private final BlockValuePairs pairs;
    private final Block[] blocks;
    private final int[] domain;

    /** All blocks of a partition. */
    BlockShapes(BlockValuePairs pairs, BlockPartition partition, int[] domain) {
        this(pairs, partition.blocks().toArray(Block[]::new), domain);
    }

    /** Some blocks, in the numbering of the pairs. */
    BlockShapes(BlockValuePairs pairs, Block[] blocks, int[] domain) {
        this.pairs = pairs;
        this.blocks = blocks;
        this.domain = domain;
    }

    BlockValuePairs pairs() {
        return pairs;
    }

    Block block(int block) {
        return blocks[block];
    }

    /** Domain sizes by variable; not to be written to. */
    int[] domain() {
        return domain;
    }

    /** For each value of the block of an axis, the place on the axis. */
    int[] projection(AxisTable table, int axis) {
        int block = table.blocks()[axis];
        return AxisTable.projection(blocks[block].variables(), table.variables()[axis], domain,
                pairs.valueCount(block));
    }
}
