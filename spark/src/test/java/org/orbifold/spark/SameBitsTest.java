package org.orbifold.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.model.GraphicalModel;

/** On a cluster the same seed gives the same bits as on one machine. */
class SameBitsTest {

    /** Rounds so short that every run takes several. */
    private static final double ROUND = 0.02;

    private static final SamplingOptions SAMPLING = SamplingOptions.defaults().withChains(3).withThreads(2).withSeed(7);

    private static Inference sampled(GraphicalModel model, long sweeps) {
        return Inference.on(model).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withChain(ChainKind.BLOCK_GIBBS).withSampling(SAMPLING.withSamples(sweeps)));
    }

    static Stream<Named<Inference>> inferences() {
        return Stream.of(
                Named.of("Job Search 30, sampled", sampled(Models.jobSearch(30), 100)),
                Named.of("Job Search 30", Inference.on(Models.jobSearch(30)).withSampling(SAMPLING.withSamples(1))),
                Named.of("Student Curriculum 600, sampled", sampled(Models.students(600), 100)),
                Named.of("Student Curriculum 600", Inference.on(Models.students(600))
                        .withSampling(SAMPLING.withSamples(1))),
                Named.of("1,000 components", Inference.on(Models.components(1000))
                        .withSampling(SAMPLING.withSamples(1))),
                Named.of("grid 16 in slices", Inference.on(Models.grid(16)).withOptions(InferenceOptions.defaults()
                        .withRoute(Route.EXACT).withMemory(1 << 21).withSampling(SAMPLING.withSamples(1)))),
                Named.of("1,000 components, sampled", sampled(Models.components(1000), 50)),
                Named.of("hard constraints, sampled", sampled(Models.hard(40), 1000)));
    }

    @ParameterizedTest
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @MethodSource("inferences")
    void sameAsOnOneMachine(Inference inference) throws IOException {
        InferenceResult here = inference.run();
        InferenceResult there = SparkInference.on(LocalSpark.context(), inference).withRoundSeconds(ROUND).run();

        assertThat(Bits.of(there)).isEqualTo(Bits.of(here));
    }

    /** What the case above is for: the grid is sliced, and its slices are spread. */
    @Test
    void slicesAreSpread() {
        ContractionPlan plan = ContractionPlan.of(Models.grid(16));
        assertThat(plan.parts(ExactOptions.defaults().withMemoryBytes(1 << 21))).isGreaterThan(1);
    }

    @ParameterizedTest
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @EnumSource(ChainKind.class)
    void everyChainCanBeSent(ChainKind chain) throws IOException {
        for (EstimatorKind estimator : List.of(EstimatorKind.AUTO, EstimatorKind.ORBIT)) {
            GraphicalModel model = estimator == EstimatorKind.AUTO ? Models.jobSearch(4) : Models.ring(8);
            Inference inference = Inference.on(model).withOptions(InferenceOptions.defaults()
                    .withRoute(Route.SAMPLE).withChain(chain).withEstimator(estimator)
                    .withSampling(SAMPLING.withChains(2).withSamples(2_000)));
            InferenceResult there = SparkInference.on(LocalSpark.context(), inference).withRoundSeconds(ROUND).run();

            assertThat(Bits.of(there)).as(estimator.name()).isEqualTo(Bits.of(inference.run()));
        }
    }

    @Test
    void untilErrorEndsAtTheSamePlace() throws IOException {
        Inference inference = Inference.on(Models.jobSearch(5)).withOptions(InferenceOptions.defaults()
                .withRoute(Route.SAMPLE).withSampling(SAMPLING.withUntilError(0.003)));

        assertThat(Bits.of(SparkInference.on(LocalSpark.context(), inference).withRoundSeconds(ROUND).run()))
                .isEqualTo(Bits.of(inference.run()));
    }

    /** Every task fails the first time, as if its executor were lost, and is run again by Spark. */
    private record FailsOnce(Machines machines) implements Machines {

        private record Failing<S, T, R>(Work<S, T, R> work) implements Work<S, T, R> {

            @Override
            public R on(S shared, T item) {
                if (TaskContext.get().attemptNumber() == 0) {
                    throw new AssertionError("injected");
                }
                return work.on(shared, item);
            }
        }

        @Override
        public int width() {
            return machines.width();
        }

        @Override
        public double roundSeconds() {
            return machines.roundSeconds();
        }

        @Override
        public <S> Shared<S> share(S value) {
            return machines.share(value);
        }

        @Override
        public <S, T, R> List<R> map(Shared<S> shared, List<T> items, Work<S, T, R> work)
                throws InterruptedException {
            return machines.map(shared, items, new Failing<>(work));
        }

        @Override
        public void close() {
            machines.close();
        }
    }

    @Test
    void tasksThatFailOnceChangeNothing() throws IOException {
        Machines failing = new FailsOnce(SparkMachines.of(LocalSpark.context()).withRoundSeconds(0.1));
        for (Inference inference : List.of(sampled(Models.jobSearch(10), 1000),
                Inference.on(Models.components(50)).withSampling(SAMPLING.withSamples(1)))) {
            InferenceResult there = inference.run((seconds, samples, share, now) -> { }, failing);

            assertThat(Bits.of(there)).isEqualTo(Bits.of(inference.run()));
        }
    }
}
