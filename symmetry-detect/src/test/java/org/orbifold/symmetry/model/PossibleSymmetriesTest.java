package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

/** Orders count what happens to possible states; the general case is in {@link SymmetryOracleTest}. */
class PossibleSymmetriesTest {

    private static final double NO = Double.NEGATIVE_INFINITY;

    @Test
    void impossibleValuesAreNotExchanged() {
        // Of the nine values of the block five are impossible, the others are all different.
        GraphicalModel model = GraphicalModel.builder().variables(3, 3)
                .table(new int[] {0, 1}, new double[] {1, 2, NO, 3, 4, NO, NO, NO, NO}).build();
        BlockSymmetries found = SymmetryFinder.of(model)
                .blockValue(BlockPartition.of(2, List.of(Block.of(0, 1))));
        assertThat(found.order()).isEqualTo(BigInteger.ONE);
        assertThat(found.isPossible(0)).isTrue();
        assertThat(found.isPossible(8)).isFalse();
        assertThat(found.unknownValues()).isZero();
        assertThat(SymmetryFinder.of(model).local().hasSymmetry(Block.of(0, 1))).isFalse();
    }

    /** Propagation does not see that the value is impossible: all three pairs of variables can differ, not at once. */
    @Test
    void whatOnlyASearchShowsImpossibleIsSetAside() {
        double[] differ = {NO, 0, 0, NO};
        // X3 = 1 and X3 = 2 ask for three binary variables that all differ; else they would be exchangeable.
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 3)
                .table(new int[] {0, 1, 3}, ifNotZero(differ))
                .table(new int[] {1, 2, 3}, ifNotZero(differ))
                .table(new int[] {0, 2, 3}, ifNotZero(differ))
                .table(new int[] {0}, new double[] {0, 0.3}).table(new int[] {1}, new double[] {0, 0.5})
                .table(new int[] {2}, new double[] {0, 0.7}).build();
        BlockSymmetries found = SymmetryFinder.of(model).variableValue();
        assertThat(found.order()).isEqualTo(BigInteger.ONE);
        assertThat(found.generators()).isEmpty();
    }

    /** By X, Y and Z: no constraint if Z is 0, else a table on X and Y. */
    private static double[] ifNotZero(double[] table) {
        double[] result = new double[table.length * 3];
        for (int i = 0; i < result.length; i++) {
            result[i] = i % 3 == 0 ? 0 : table[i / 3];
        }
        return result;
    }

    @Test
    void variablesThatAlwaysAgreeAreNotExchanged() {
        double[] same = {0, NO, NO, 0};
        GraphicalModel two = GraphicalModel.builder().variables(2, 2).table(new int[] {0, 1}, same)
                .table(new int[] {0}, new double[] {0, 0.4}).table(new int[] {1}, new double[] {0, 0.4}).build();
        assertThat(SymmetryFinder.of(two).variable().order()).isEqualTo(BigInteger.ONE);
        // Two couples, exchanged as couples: order 2 on states, though four exchanges of variables do it.
        GraphicalModel couples = GraphicalModel.builder().variables(2, 2, 2, 2)
                .table(new int[] {0, 1}, same).table(new int[] {2, 3}, same)
                .table(new int[] {0}, new double[] {0, 0.4}).table(new int[] {1}, new double[] {0, 0.4})
                .table(new int[] {2}, new double[] {0, 0.4}).table(new int[] {3}, new double[] {0, 0.4}).build();
        BlockSymmetries found = SymmetryFinder.of(couples).variable();
        assertThat(found.order()).isEqualTo(BigInteger.TWO);
        assertThat(found.log10Order()).isEqualTo(Math.log10(2));
    }

    @Test
    void decidedVariablesAreNotPermuted() {
        var builder = GraphicalModel.builder().variables(2, 2, 2, 2, 2);
        for (int v = 0; v < 3; v++) {
            builder.clause(Double.POSITIVE_INFINITY, Literal.of(v, 1));
        }
        BlockSymmetries found = SymmetryFinder.of(builder.table(new int[] {3}, new double[] {0, 1})
                .table(new int[] {4}, new double[] {0, 1}).build()).variable();
        assertThat(found.order()).isEqualTo(BigInteger.TWO);
        assertThat(found.describe(found.generators().get(0))).isEqualTo("(3 4)");
    }
}
