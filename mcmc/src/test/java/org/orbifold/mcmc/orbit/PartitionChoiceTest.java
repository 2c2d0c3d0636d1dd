package org.orbifold.mcmc.orbit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;

class PartitionChoiceTest {

    private static final GraphicalModel FREE = GraphicalModel.builder().variables(2, 2, 2, 2).build();
    private static final BlockPartition ROWS = BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3)));
    private static final BlockPartition COLUMNS = BlockPartition.of(4, List.of(Block.of(0, 2), Block.of(1, 3)));

    private static BlockSymmetries symmetries(BlockPartition partition, String... cycles) {
        return BlockSymmetries.of(FREE, partition,
                List.of(cycles).stream().map(text -> Permutation.parseCycles(8, text)).toList());
    }

    /** A later partition must serve a variable better than those before it. */
    @Test
    void theFirstOfEquals() {
        // In rows, the values 00 and 01 of both blocks change places, so variables 1 and 3 flip; in columns, variable 1
        // flips under any value of variable 3, and nothing happens to the other block.
        BlockSymmetries rows = symmetries(ROWS, "(0 1)", "(4 5)");
        BlockSymmetries columns = symmetries(COLUMNS, "(4 6)", "(5 7)");
        assertThat(PartitionChoice.best(List.of(rows, columns, rows), 4, List.of())).containsExactly(0, 1, 0, 0);
    }

    /** The values that a run visits decide: a flip that is hardly ever allowed serves less than one that mostly is. */
    @Test
    void typicalStatesDecide() {
        // Variable 1 flips while variable 0 is 0; or while variable 3 is 0.
        BlockSymmetries rows = symmetries(ROWS, "(0 1)");
        BlockSymmetries columns = symmetries(COLUMNS, "(4 6)");
        int[] best = PartitionChoice.best(List.of(rows, columns), 4, List.of(new int[] {1, 0, 0, 0}));
        assertThat(best[1]).isOne();
        best = PartitionChoice.best(List.of(rows, columns), 4, List.of(new int[] {0, 0, 0, 1}));
        assertThat(best[1]).isZero();
    }

    @Test
    void partitionsWithoutSymmetriesServeNobody() {
        BlockSymmetries nothing = symmetries(ROWS);
        BlockSymmetries columns = symmetries(COLUMNS, "(4 6)");
        assertThat(PartitionChoice.best(List.of(nothing, columns), 4, List.of())[1]).isOne();
        assertThat(PartitionChoice.best(List.of(nothing), 4, List.of())).containsOnly(0);
    }
}
