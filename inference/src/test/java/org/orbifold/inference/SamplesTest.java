package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

class SamplesTest {

    /**
     * The joint distribution of a model with a hard zero, soft evidence and an observed variable: chi-square with 7
     * degrees of freedom below 45, which right samples exceed with probability 2e-7. Thinned chains are close enough to
     * independent for it.
     */
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "SAMPLE"})
    void haveTheJointDistribution(Route route) {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C", "D")
                .table(new int[] {0, 1}, 0.2, 1.1, -0.4, 0.3).table(new int[] {1, 2}, 0.6, -0.7, 0.1, 0.5)
                .forbid("A=1", "C=1").clause(0.8, "C=1", "D=1").build();
        Evidence evidence = Evidence.of(3, 1).withLikelihood(1, 0.4, 0.8);
        int count = 20_000;
        Samples samples = Inference.on(model).withEvidence(evidence).withOptions(InferenceOptions.defaults()
                .withRoute(route).withSampling(SamplingOptions.defaults()
                        .withUnit(SampleUnit.STEP).withSamples(1).withThreads(2))).sample(count, 1);
        assertThat(samples.isExact()).isEqualTo(route == Route.AUTO);
        double logZ = BruteForce.solve(model.condition(evidence).model()).logPartition();
        int[] counts = new int[8];
        for (int[] state : samples.states()) {
            assertThat(state[3]).isEqualTo(1);
            counts[state[0] * 4 + state[1] * 2 + state[2]]++;
        }
        double chiSquare = 0;
        for (int s = 0; s < 8; s++) {
            int[] state = {s / 4, s / 2 % 2, s % 2, 1};
            double expected = count * Math.exp(model.logWeight(state) + Math.log(state[1] == 0 ? 0.4 : 0.8) - logZ);
            if (expected == 0) {
                assertThat(counts[s]).as(Arrays.toString(state)).isZero();
            } else {
                chiSquare += Math.pow(counts[s] - expected, 2) / expected;
            }
        }
        assertThat(chiSquare).isLessThan(45);
        assertThat(samples.autocorrelation()).isLessThanOrEqualTo(1);
    }

    /** Many chains on one thread: the time for measuring is over before the last ones have made three sweeps. */
    @Test
    void differAlsoWhereThereIsNoTimeToMeasureTheAutocorrelation() {
        int n = 100;
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < n * n; v++) {
            builder.variable("x" + v, Domain.binary());
        }
        for (int v = 0; v < n * n; v++) {
            if (v % n + 1 < n) {
                builder.table(new int[] {v, v + 1}, 0.1, 0, 0, 0.1);
            }
            if (v + n < n * n) {
                builder.table(new int[] {v, v + n}, 0.1, 0, 0, 0.1);
            }
        }
        Samples samples = Inference.on(builder.build()).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.COUNTS)
                .withSampling(SamplingOptions.defaults().withChains(16).withThreads(1).withSeconds(1.2))).sample(64, 1);
        assertThat(samples.states().stream().map(Arrays::toString).distinct()).hasSize(64);
    }
}
