package org.orbifold.lifted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

class RepeatedTermsTest {

    /** A clique whose interactions are one table, or all different, with weights of single variables in them. */
    private static GraphicalModel clique(int n, boolean alike) {
        SplittableRandom random = new SplittableRandom(3);
        ModelBuilder builder = GraphicalModel.builder();
        for (int a = 0; a < n; a++) {
            builder.binary("x" + a);
            for (int b = 0; b < a; b++) {
                double coupling = alike ? 0.3 : random.nextDouble();
                double left = random.nextDouble();
                double right = random.nextDouble();
                builder.table(new int[] {b, a}, coupling + left + right, left, right, coupling);
            }
        }
        return builder.build();
    }

    @Test
    void weightsOfSingleVariablesDoNotHideEqualInteractions() {
        assertThat(RepeatedTerms.areIn(clique(3, true))).isTrue();
        assertThat(RepeatedTerms.areIn(clique(2, true))).as("one pair").isFalse();
        assertThat(RepeatedTerms.areIn(clique(12, false))).isFalse();
    }

    @Test
    void whatIsNotAPairIsNotRuledOut() {
        assertThat(RepeatedTerms.areIn(GraphicalModel.builder().variables(2, 2, 2)
                .table(new int[] {0, 1, 2}, 0, 1, 2, 3, 4, 5, 6, 7).build())).isTrue();
        assertThat(RepeatedTerms.areIn(GraphicalModel.builder().variables(2, 2)
                .table(new int[] {0, 1}, 0, 1, 2, Double.NEGATIVE_INFINITY).build())).isTrue();
    }
}
