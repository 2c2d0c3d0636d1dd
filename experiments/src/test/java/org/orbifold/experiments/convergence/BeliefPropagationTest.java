package org.orbifold.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

class BeliefPropagationTest {

    private static double error(ModelBuilder builder) {
        GraphicalModel model = builder.build();
        Marginals beliefs = BeliefPropagation.run(model, 2_000, 10);
        return Divergence.MAX_ABSOLUTE_ERROR.between(beliefs, BruteForce.solve(model).marginals());
    }

    private static ModelBuilder tree() {
        return GraphicalModel.builder().variables(2, 3, 2, 2).table(new int[] {0, 1}, 0.3, -0.5, 1, 0.1, 0.4, -1)
                .table(new int[] {1, 2}, 1, 0, 0.5, 0.2, Double.NEGATIVE_INFINITY, 0.9)
                .table(new int[] {1, 3}, 0.1, 0.7, -0.4, 0.6, 0, 2).table(new int[] {3}, 0, 1);
    }

    /** On trees it is exact; a loop with strong couplings it counts twice. */
    @Test
    void isExactOnTreesOnly() {
        assertThat(error(tree())).isLessThan(1e-6);
        assertThat(error(tree().table(new int[] {0, 3}, 2, 0, 0, 2).table(new int[] {2, 3}, 2, 0, 0, 2)))
                .isBetween(0.001, 0.5);
    }
}
