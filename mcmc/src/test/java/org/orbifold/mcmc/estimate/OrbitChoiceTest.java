package org.orbifold.mcmc.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.OrbitPart;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;

class OrbitChoiceTest {

    private static final GraphicalModel FREE = GraphicalModel.builder().variables(2, 2, 2, 2).build();
    private static final BlockPartition ROWS = BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3)));
    private static final BlockPartition COLUMNS = BlockPartition.of(4, List.of(Block.of(0, 2), Block.of(1, 3)));

    private static OrbitAction action(BlockPartition partition, String... cycles) {
        return OrbitAction.of(BlockSymmetries.of(FREE, partition,
                List.of(cycles).stream().map(text -> Permutation.parseCycles(8, text)).toList()));
    }

    private static double costAlone(BlockPartition partition, String cycle) {
        return action(partition, cycle).cost();
    }

    /** What serves no variable better than the partitions before is left out, be it a block or all. */
    @Test
    void onlyWhatServesIsKept() {
        // In rows, the values 00 and 01 of both blocks change places, so variables 1 and 3 flip; in columns, variable 1
        // flips under any value of variable 3, and nothing happens to the other block.
        OrbitAction rows = action(ROWS, "(0 1)", "(4 5)");
        OrbitAction columns = action(COLUMNS, "(4 6)", "(5 7)");
        List<OrbitPart> parts = OrbitChoice.serving(List.of(rows, columns, rows), 4, List.of());
        assertThat(parts).hasSize(2);
        assertThat(parts.get(0).action()).isSameAs(rows);
        assertThat(parts.get(1).action()).isSameAs(columns);
        // Variable 0 is equally badly off everywhere and keeps the first partition's block 0 alive.
        assertThat(parts.get(0).cost()).isEqualTo(rows.cost());
        assertThat(parts.get(1).cost()).isEqualTo(columns.cost());
    }

    /** The values that a run visits decide: a flip that is hardly ever allowed serves less than one that mostly is. */
    @Test
    void typicalStatesDecide() {
        // Variable 1 flips while variable 0 is 0; or while variable 3 is 0.
        OrbitAction rows = action(ROWS, "(0 1)");
        OrbitAction columns = action(COLUMNS, "(4 6)");
        int[] best = OrbitChoice.best(List.of(rows, columns), 4, List.of(new int[] {1, 0, 0, 0}));
        assertThat(best[1]).isOne();
        best = OrbitChoice.best(List.of(rows, columns), 4, List.of(new int[] {0, 0, 0, 1}));
        assertThat(best[1]).isZero();
    }

    @Test
    void partitionsWithoutSymmetriesServeNobody() {
        OrbitAction nothing = action(ROWS);
        OrbitAction columns = action(COLUMNS, "(4 6)");
        List<OrbitPart> parts = OrbitChoice.serving(List.of(nothing, columns), 4, List.of());
        assertThat(parts).hasSize(1);
        assertThat(parts.get(0).cost()).isEqualTo(costAlone(COLUMNS, "(4 6)"));
        assertThat(OrbitChoice.serving(List.of(nothing), 4, List.of())).isEmpty();
    }
}
