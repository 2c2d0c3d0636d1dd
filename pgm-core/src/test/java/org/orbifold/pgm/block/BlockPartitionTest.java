package org.orbifold.pgm.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;

class BlockPartitionTest {

    private final GraphicalModel model = GraphicalModel.builder().variables(2, 3, 2, 4).build();

    @Test
    void valuesAreNumberedRowMajor() {
        Block block = Block.of(3, 1);
        assertThat(block.variables()).containsExactly(1, 3);
        assertThat(block.valueCount(model)).isEqualTo(12);
        assertThat(block.value(model, new int[] {1, 2, 1, 3})).isEqualTo(11);
        for (int value = 0; value < 12; value++) {
            int[] state = {1, 0, 1, 0};
            block.assign(model, value, state);
            assertThat(block.value(model, state)).isEqualTo(value);
            assertThat(state[0] + state[2]).isEqualTo(2);
        }
    }

    @Test
    void partitionsKnowTheBlockOfAVariable() {
        BlockPartition partition = BlockPartition.of(4, List.of(Block.of(0, 2), Block.of(1), Block.of(3)));
        assertThat(partition.blockOf(2)).isZero();
        assertThat(partition.block(partition.blockOf(3)).contains(3)).isTrue();
        assertThat(partition.blockCount()).isEqualTo(3);
        assertThat(BlockPartition.completedBySingletons(4, List.of(Block.of(2, 0)))).isEqualTo(partition)
                .hasSameHashCodeAs(partition).hasToString("[[0, 2], [1], [3]]");
        assertThat(BlockPartition.singletons(2).blocks()).containsExactly(Block.of(0), Block.of(1));
    }

    @Test
    void aRestrictionKeepsWhichVariablesAreTogether() {
        BlockPartition partition = BlockPartition.of(6, List.of(Block.of(0, 2, 5), Block.of(1, 4), Block.of(3)));
        int[] kept = {4, 5, 0, 1};
        BlockPartition some = partition.restrictedTo(kept);
        assertThat(some.variableCount()).isEqualTo(4);
        assertThat(some.blockCount()).isEqualTo(2);
        for (int i = 0; i < kept.length; i++) {
            for (int j = 0; j < kept.length; j++) {
                assertThat(some.blockOf(i) == some.blockOf(j))
                        .isEqualTo(partition.blockOf(kept[i]) == partition.blockOf(kept[j]));
            }
        }
        assertThat(partition.restrictedTo(new int[] {0, 1, 2, 3, 4, 5})).isEqualTo(partition);
        assertThat(partition.restrictedTo(new int[0]).blocks()).isEmpty();
        refused(() -> partition.restrictedTo(new int[] {6}), "variable 6", "6 variables");
        refused(() -> partition.restrictedTo(new int[] {1, 1}), "stands twice");
    }

    @Test
    void mistakesNameTheVariable() {
        refused(() -> BlockPartition.of(3, List.of(Block.of(0, 2))), "variable 1 is in no block");
        refused(() -> BlockPartition.of(3, List.of(Block.of(0, 2), Block.of(1, 2))),
                "variable 2 is in two blocks, [0, 2] and [1, 2]");
        refused(() -> BlockPartition.of(2, List.of(Block.of(0, 1, 5))), "variable 5", "only 2");
        refused(() -> Block.of(), "at least one");
        refused(() -> Block.of(1, 4, 1), "variable 1 stands twice");
        refused(() -> Block.of(-2), "-2");
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable mistake, String... fragments) {
        assertThatIllegalArgumentException().isThrownBy(mistake)
                .satisfies(e -> assertThat(e.getMessage()).contains(fragments));
    }
}
