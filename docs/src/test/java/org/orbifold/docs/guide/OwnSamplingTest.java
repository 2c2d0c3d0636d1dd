package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Marginals;

class OwnSamplingTest {

    @Test
    void runsWithoutAFork() throws IOException {
        SamplingResult result = OwnSampling.run();
        Marginals truth = ContractionPlan.solve(OwnSampling.model()).marginals();
        assertThat(result.marginals().probability(0, 1)).isEqualTo(result.marginals().probability(2, 1));
        for (int v = 0; v < 4; v++) {
            // Some 20,000 nearly independent states: a standard error of 0.004; six are a false alarm in 1e9.
            assertThat(result.marginals().probability(v, 1)).isCloseTo(truth.probability(v, 1), within(0.025));
            assertThat(result.standardError(v, 1)).isPositive().isLessThan(0.02);
        }
    }
}
