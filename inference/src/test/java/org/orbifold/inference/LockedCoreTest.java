package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** Hard constraints that hold a core in place beside which variables were eliminated. */
class LockedCoreTest {

    private static final int CORE = 24;

    /** All variables of the core are equal, 0 or 1, and one more hangs on the first. */
    private static GraphicalModel equalCore() {
        ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> 2).limit(CORE + 1).toArray());
        for (int a = 0; a < CORE; a++) {
            for (int b = a + 1; b < CORE; b++) {
                model.table(new int[] {a, b}, 0, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, 0);
            }
        }
        return model.table(new int[] {0, CORE}, 0.5, 0, 0, 0.2).build();
    }

    /**
     * Without memory for an exact route. Two chains that start alike agree on a wrong answer; half of the seeds make
     * them do so.
     */
    @Test
    void isNotTakenForCertain() throws IOException {
        int alike = 0;
        for (int seed = 0; seed < 8; seed++) {
            InferenceResult result = Inference.on(equalCore()).withOptions(InferenceOptions.defaults()
                    .withMemory(1).withChain(ChainKind.GIBBS)
                    .withSampling(SamplingOptions.defaults().withChains(2).withSamples(2000).withSeed(seed))).run();
            InferenceResult.Sampled sampled = result.sampled().orElseThrow();
            assertThat(sampled.variables()).hasSize(CORE + 1);
            assertThat(sampled.sampling().verdict()).isNotEqualTo(SamplingResult.Verdict.CONVERGED);
            alike += result.marginals().probability(1, 0) % 1 == 0 ? 1 : 0;
        }
        assertThat(alike).isPositive();
    }

    /**
     * Two variables have both values from 0 and 1, or both from 2 and 3. No variable is held in place, and chains that
     * fall into one part agree.
     */
    @Test
    void partsThatNoChainLeftAreNotTakenForConverged() throws IOException {
        double no = Double.NEGATIVE_INFINITY;
        GraphicalModel model = GraphicalModel.builder().variables(4, 4, 2)
                .table(new int[] {0, 1}, 0, 0.1, no, no, 0.2, 0, no, no, no, no, 0.9, 0.8, no, no, 0.7, 0.9)
                .table(new int[] {1, 2}, 0.5, 0, 0, 0.2, 0, 0, 0.3, 0).build();
        double truth = BruteForce.solve(model).marginals().probability(0, 0);
        for (int seed = 0; seed < 16; seed++) {
            InferenceResult result = Inference.on(model).withOptions(InferenceOptions.defaults()
                    .withRoute(Route.SAMPLE).withChain(ChainKind.GIBBS)
                    .withSampling(SamplingOptions.defaults().withSamples(500).withSeed(seed))).run();
            assertThat(result.verdict()).isEqualTo("STUCK");
            assertThat(result.verdictText()).contains("chains keep to the parts they began in");
            assertThat(Math.abs(result.marginals().probability(0, 0) - truth))
                    .isLessThan(2.5 * result.standardError(0, 0));
        }
    }
}
