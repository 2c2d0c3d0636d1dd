package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.GraphicalModel;

/** The Java code of {@code docs/understand/exact.md}. */
class ContractionExampleTest {

    private static GraphicalModel triangle(double weight) {
        return GraphicalModel.builder().binary("A", "B", "C").conjunction(weight, "A=1", "B=1")
                .conjunction(weight, "B=1", "C=1").conjunction(weight, "A=1", "C=1").build();
    }

    @Test
    void runs() {
        GraphicalModel model = triangle(1);
        GraphicalModel withOtherWeights = triangle(2);
        // region plan
        ContractionPlan plan = ContractionPlan.of(model);
        ExactCost cost = plan.cost();                      // before anything is computed
        ExactResult result = plan.solve(ExactOptions.defaults());
        ContractionPlan again = plan.on(withOtherWeights).orElseThrow();   // nothing is searched
        double logZ = again.logPartition(ExactOptions.defaults());
        // end region
        assertThat(cost.width()).isEqualTo(2);
        assertThat(result.logPartition()).isCloseTo(BruteForce.solve(model).logPartition(), within(1e-12));
        assertThat(logZ).isCloseTo(BruteForce.solve(withOtherWeights).logPartition(), within(1e-12));
    }
}
