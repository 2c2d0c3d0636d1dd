package org.orbifold.mcmc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

class ReuseTest {

    /** Two grids that do not touch, too large to be put together as small components. */
    private static GraphicalModel twoGrids() {
        SplittableRandom random = new SplittableRandom(3);
        int side = 5;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < 2 * side * side; i++) {
            builder.binary("X" + i);
        }
        for (int i = 0; i < 2 * side * side; i++) {
            int last = i < side * side ? side * side : 2 * side * side;
            if (i % side + 1 < side) {
                builder.table(new int[] {i, i + 1}, random.doubles(4, -1, 1).toArray());
            }
            if (i + side < last) {
                builder.table(new int[] {i, i + side}, random.doubles(4, -1, 1).toArray());
            }
        }
        return builder.build();
    }

    @Test
    void whatEvidenceDoesNotTouchIsUsedAgain() throws IOException {
        GraphicalModel model = twoGrids();
        Inference inference = Inference.on(model);
        inference.withEvidence(Evidence.of(3, 0)).run();
        assertThat(inference.reused()).containsExactly(0, 0);
        // The same variable with another value: one grid is as it was, the other has the same scopes.
        Inference other = inference.withEvidence(Evidence.of(3, 1));
        InferenceResult again = other.run();
        assertThat(inference.reused()).containsExactly(1, 2);
        InferenceResult fresh = Inference.on(model).withEvidence(Evidence.of(3, 1)).run();
        assertThat(again.logPartition()).isEqualTo(fresh.logPartition());
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(again.marginals(), fresh.marginals())).isZero();
        // Another variable: only the other grid.
        inference.withEvidence(Evidence.of(7, 1)).run();
        assertThat(inference.reused()[0]).isEqualTo(2);
    }
}
