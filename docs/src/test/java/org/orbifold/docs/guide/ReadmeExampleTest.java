package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceResult;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;

/** The Java example of the README. */
class ReadmeExampleTest {

    @Test
    void runs() throws IOException {
        // region readme
        GraphicalModel model = GraphicalModel.builder()
                .binary("TakesML", "GetsJob", "Happy")
                .conjunction(1.5, "TakesML=1", "GetsJob=1")    // weight 1.5 where both hold
                .clause(0.8, "GetsJob=0", "Happy=1")           // weight 0.8 where either holds
                .build();                                      // from a file: ModelFiles.read(path)

        BlockSymmetries symmetries = PartitionFinder.of(model, 2).cover().get(0).symmetries();
        System.out.println("symmetries: " + symmetries.order());
        symmetries.generators().forEach(g -> System.out.println(symmetries.describe(g)));

        InferenceResult result = Inference.on(model).run();    // exact where affordable, else sampled
        int job = model.variable("GetsJob").index();
        double p = result.marginals().probability(job, 1);
        double error = result.standardError(job, 1);
        System.out.printf("P(GetsJob) = %.3f ± %.3f%n", p, error);
        // end region
        assertThat(symmetries.order()).isGreaterThan(BigInteger.ONE);
        double exact = ContractionPlan.solve(model).marginals().probability(job, 1);
        // Six standard errors: a false alarm in 10^9 seeds, and the seed is fixed.
        assertThat(p).isCloseTo(exact, within(Math.max(6 * error, 1e-9)));
    }
}
