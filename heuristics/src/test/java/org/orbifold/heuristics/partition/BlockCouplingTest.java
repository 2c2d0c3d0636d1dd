package org.orbifold.heuristics.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

class BlockCouplingTest {

    private static final BlockPartition PAIR = BlockPartition.of(2, List.of(Block.of(0, 1)));

    private static GraphicalModel table(double... potentials) {
        return GraphicalModel.builder().binary("A", "B").table(new int[] {0, 1}, potentials).build();
    }

    @Property(tries = 200)
    void ofTwoBitsItIsAQuarterOfTheLogOddsRatio(@ForAll @DoubleRange(min = -4, max = 4) double a,
            @ForAll @DoubleRange(min = -4, max = 4) double b, @ForAll @DoubleRange(min = -4, max = 4) double c,
            @ForAll @DoubleRange(min = -4, max = 4) double d) {
        assertThat(BlockCoupling.of(table(a, b, c, d), PAIR)).isCloseTo(Math.abs(a + d - b - c) / 4, within(1e-12));
    }

    /** What one variable says alone is no coupling, in whatever feature it is said. */
    @Property(tries = 100)
    void effectsOfSingleVariablesDoNotCount(@ForAll @DoubleRange(min = -4, max = 4) double x,
            @ForAll @DoubleRange(min = -4, max = 4) double y) {
        assertThat(BlockCoupling.of(table(0, y, x, x + y), PAIR)).isCloseTo(0, within(1e-12));
    }

    @Test
    void featuresOfABlockAddUp() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C")
                .clause(1, Literal.of(0, 0), Literal.of(1, 1)).clause(1, Literal.of(0, 1), Literal.of(1, 0))
                .clause(3, Literal.of(1, 0), Literal.of(2, 0)).clause(9, Literal.of(2, 0))
                .build();
        // Equality of A and B, weight 1: odds ratio 2. The clause of B and C: odds ratio 3.
        assertThat(BlockCoupling.of(model, BlockPartition.completedBySingletons(3, List.of(Block.of(0, 1)))))
                .isCloseTo(0.5, within(1e-12));
        assertThat(BlockCoupling.of(model, BlockPartition.completedBySingletons(3, List.of(Block.of(1, 2)))))
                .isCloseTo(0.75, within(1e-12));
        assertThat(BlockCoupling.of(model, BlockPartition.singletons(3))).isZero();
        assertThat(BlockCoupling.of(model, BlockPartition.of(3, List.of(Block.of(0, 1, 2)))))
                .isGreaterThanOrEqualTo(0.75);
    }

    /** Each block has its own coupling, and a feature that leaves a block adds to none. */
    @Test
    void onlyWhatIsInsideABlockCounts() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2)
                .table(new int[] {0, 1}, 1, 0, 0, 1).table(new int[] {2, 3}, 2, 0, 0, 2)
                .table(new int[] {0, 1, 3}, 9, 0, 0, 9, 0, 9, 9, 0).build();
        assertThat(BlockCoupling.of(model, BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3)))))
                .isCloseTo(0.5 + 1, within(1e-12));
        assertThat(BlockCoupling.of(model, BlockPartition.of(4, List.of(Block.of(0, 1, 2), Block.of(3)))))
                .isCloseTo(0.5, within(1e-12));
    }

    @Test
    void hardConstraintsAreStrongButFinite() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B").conjunction(Double.NEGATIVE_INFINITY,
                Literal.of(0, 1), Literal.of(1, 1)).build();
        assertThat(BlockCoupling.of(model, PAIR)).isEqualTo(5);
    }
}
