package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceResult;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** The Java code of {@code docs/understand/sampling.md}. */
class SamplingExampleTest {

    @Test
    void runs() throws IOException {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C").clause(0.7, "A=0", "B=1")
                .clause(0.3, "B=0", "C=1").build();
        Evidence evidence = Evidence.of(2, 1);
        SamplingOptions options = SamplingOptions.defaults().withSamples(10_000).withSeed(1);
        int variable = 0;
        int value = 1;
        // region front-door
        InferenceResult result = Inference.on(model).withEvidence(evidence).withSampling(options).run();
        double p = result.marginals().probability(variable, value);
        double error = result.standardError(variable, value);        // 0 where it is exact
        // end region
        assertThat(p).isBetween(0.0, 1.0);
        assertThat(error).isBetween(0.0, 0.1);
    }
}
