package org.orbifold.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

class ZerosTest {

    private static final double NO = Double.NEGATIVE_INFINITY;
    private static final BlockPartition PAIRS = BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3)));
    private static final BlockPartition SINGLE = BlockPartition.singletons(4);

    /** Two sites of two bits each, 11 forbidden. */
    @Test
    void valuesThatNoBlockHasSeparateNothing() {
        GraphicalModel sites = GraphicalModel.builder().variables(2, 2, 2, 2)
                .table(new int[] {0, 1}, 0, 0, 0, NO).table(new int[] {2, 3}, 0, 0, 0, NO)
                .table(new int[] {0, 2}, 1, 0, 0, 1).build();
        assertThat(Zeros.areBetweenBlocks(sites, PAIRS)).isFalse();
        assertThat(Zeros.areBetweenBlocks(sites, SINGLE)).isTrue();
    }

    /** The same zeros in one table over both sites. */
    @Test
    void theyAreFoundInsideLargerTables() {
        double[] both = new double[16];
        for (int e = 0; e < 16; e++) {
            both[e] = e / 4 == 3 || e % 4 == 3 ? NO : e / 4 == e % 4 ? 1 : 0;
        }
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2).table(new int[] {0, 1, 2, 3}, both)
                .build();
        assertThat(Zeros.areBetweenBlocks(model, PAIRS)).isFalse();
        both[0] = NO;
        GraphicalModel divided = GraphicalModel.builder().variables(2, 2, 2, 2).table(new int[] {0, 1, 2, 3}, both)
                .build();
        assertThat(Zeros.areBetweenBlocks(divided, PAIRS)).isTrue();
    }

    @Test
    void zerosAcrossBlocksAreFound() {
        GraphicalModel different = GraphicalModel.builder().variables(2, 2, 2, 2)
                .table(new int[] {1, 2}, NO, 0, 0, NO).build();
        assertThat(Zeros.areBetweenBlocks(different, PAIRS)).isTrue();
    }

    @Test
    void softModelsHaveNone() {
        GraphicalModel soft = GraphicalModel.builder().variables(2, 2, 2, 2).table(new int[] {1, 2}, 3, 0, 0, 3)
                .build();
        assertThat(Zeros.areBetweenBlocks(soft, SINGLE)).isFalse();
    }
}
