package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.mcmc.run.History;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

class HistoryTest {

    private static final GraphicalModel MODEL = GraphicalModel.builder().binary("A", "B", "C")
            .clause(0.7, Literal.of(0, 1), Literal.of(1, 0)).clause(0.4, Literal.of(1, 1), Literal.of(2, 1)).build();

    private static SamplingResult run(long samples, int threads) throws IOException {
        return Inference.on(MODEL).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.COUNTS)).withSampling(
                SamplingOptions.defaults()
                        .withUnit(SampleUnit.STEP).withSamples(samples).withBurnIn(0).withChains(3).withThreads(threads)
                        .withSeed(5)).run().sampled().orElseThrow().sampling();
    }

    /** The estimate at a moment is the result of a run that ends there. */
    @Test
    void momentsAreWhatAShorterRunGives() throws IOException {
        History history = run(50_000, 2).history();
        assertThat(history.chains()).isEqualTo(3);
        for (int moment : new int[] {0, history.moments() / 2, history.moments() - 1}) {
            SamplingResult until = run(history.samples(moment), 1);
            for (int v = 0; v < 3; v++) {
                assertThat(history.pooled(moment, v)[1]).isCloseTo(until.marginals().probability(v, 1), within(1e-12));
            }
        }
    }

    @Test
    void batchesAverageToTheEstimate() throws IOException {
        History history = run(50_000, 2).history();
        for (int chain = 0; chain < 3; chain++) {
            double mean = 0;
            for (int m = 0; m < history.moments(); m++) {
                mean += history.batch(chain, m, 1)[0] / history.moments();
            }
            // Counting adds one per step, so that all batches weigh the same.
            assertThat(history.estimate(chain, history.moments() - 1, 1)[0]).isCloseTo(mean, within(1e-12));
        }
        double chains = (history.estimate(0, 3, 2)[1] + history.estimate(1, 3, 2)[1]
                + history.estimate(2, 3, 2)[1]) / 3;
        assertThat(history.pooled(3, 2)[1]).isCloseTo(chains, within(1e-12));
    }

    @Test
    void itDoesNotDependOnThreads() throws IOException {
        History one = run(20_000, 1).history();
        History three = run(20_000, 3).history();
        assertThat(one.moments()).isEqualTo(three.moments()).isGreaterThan(10);
        assertThat(one.samples(0)).isEqualTo(three.samples(0));
        assertThat(one.draws(0)).isDeepEqualTo(three.draws(0));
        assertThat(one.estimate(2, one.moments() - 1, 0)).isEqualTo(three.estimate(2, one.moments() - 1, 0));
    }

    @Test
    void diagnosticsComeFromIt() throws IOException {
        SamplingResult result = run(20_000, 1);
        assertThat(result.statistics().get(0).rHat()).isEqualTo(Convergence.rankRhat(result.history().draws(0)));
        double[][] batches = new double[3][result.history().moments()];
        for (int c = 0; c < 3; c++) {
            for (int m = 0; m < batches[c].length; m++) {
                batches[c][m] = result.history().batch(c, m, 0)[1];
            }
        }
        assertThat(result.rHat(0)).isCloseTo(Convergence.splitRhat(batches), within(1e-9));
    }

    @Test
    void tooShortToRecordAnything() throws IOException {
        History history = run(3, 1).history();
        assertThat(history.moments()).isZero();
        assertThat(history.draws(0)).hasDimensions(3, 0);
    }
}
