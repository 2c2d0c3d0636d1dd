package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
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

    /** Chains that have converged are not run again for components that the evidence leaves as they were. */
    @Test
    void estimatesOfUntouchedComponentsStay() throws IOException {
        GraphicalModel model = twoGrids();
        InferenceOptions options = InferenceOptions.defaults().withRoute(Route.SAMPLE).withChain(ChainKind.GIBBS)
                .withSampling(SamplingOptions.defaults()
                        .withUnit(SampleUnit.STEP).withSamples(40_000).withChains(4).withThreads(2));
        Inference inference = Inference.on(model).withOptions(options);
        InferenceResult first = inference.withEvidence(Evidence.of(3, 0)).run();
        assertThat(first.sampled().orElseThrow().sampling().verdict()).isEqualTo(SamplingResult.Verdict.CONVERGED);
        InferenceResult other = inference.withEvidence(Evidence.of(3, 1)).run();
        assertThat(inference.reused()[0]).isEqualTo(1);
        Marginals truth = ContractionPlan.solve(model.condition(Evidence.of(3, 1)).model()).marginals();
        double most = 0;
        for (int v = 25; v < 50; v++) {
            assertThat(other.marginals().distribution(v)).isEqualTo(first.marginals().distribution(v));
            assertThat(other.standardError(v, 0)).isEqualTo(first.standardError(v, 0)).isPositive();
        }
        for (int v = 4; v < 25; v++) {
            most = Math.max(most, Math.abs(other.marginals().probability(v, 1) - truth.probability(v - 1, 1)));
        }
        assertThat(most).isLessThan(0.05);
        assertThat(other.sampled().orElseThrow().variables()).doesNotContain(30).contains(7);
        // The same question again: nothing is sampled.
        InferenceResult again = inference.withEvidence(Evidence.of(3, 1)).run();
        assertThat(again.marginals()).isEqualTo(other.marginals());
        assertThat(inference.reused()[0]).isEqualTo(3);
        // What is told of chains is of this evidence, and not of the first run, which was larger.
        InferenceResult.Sampled run = again.sampled().orElseThrow();
        assertThat(run.variables()).isEqualTo(other.sampled().orElseThrow().variables());
        assertThat(again.completed(run.sampling().marginals())).isEqualTo(again.marginals());
    }

    /** If all estimates are known, but no run was of these components and no others, chains run again. */
    @Test
    void aRunIsOfTheEvidenceThatItIsToldOf() throws IOException {
        GraphicalModel model = twoGrids();
        Inference inference = Inference.on(model).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withChain(ChainKind.GIBBS).withSampling(SamplingOptions.defaults()
                        .withUnit(SampleUnit.STEP).withSamples(40_000)
                        .withChains(4).withThreads(2)));
        inference.withEvidence(Evidence.of(3, 0).and(30, 0)).run();
        Evidence secondGrid = Evidence.of(3, 0);
        for (int v = 25; v < 50; v++) {
            secondGrid = secondGrid.and(v, 0);
        }
        for (Evidence evidence : List.of(secondGrid, Evidence.of(3, 1).and(30, 0), Evidence.of(3, 0).and(30, 1),
                Evidence.of(3, 1).and(30, 1))) {
            InferenceResult result = inference.withEvidence(evidence).run();
            InferenceResult.Sampled run = result.sampled().orElseThrow();
            assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.completed(run.sampling().marginals()),
                    result.marginals())).isZero();
        }
    }

    /** What was asked for takes its time, also if the chains of a run that was cut off agree. */
    @Test
    void estimatesOfARunThatWasInterruptedAreNotKept() throws IOException {
        Inference inference = Inference.on(twoGrids()).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withChain(ChainKind.GIBBS).withSampling(SamplingOptions.defaults().withSeconds(1.5)));
        InferenceResult first = inference.run((seconds, samples, share, now) -> {
            if (share > 0.5) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(Thread.interrupted()).isTrue();
        SamplingResult sampling = first.sampled().orElseThrow().sampling();
        assertThat(sampling.interrupted()).isTrue();
        assertThat(sampling.verdict()).isEqualTo(SamplingResult.Verdict.CONVERGED);
        inference.run();
        assertThat(inference.reused()[0]).isZero();
    }
}
