package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** With machines that are this one, so that nothing is sent: the rounds, the bundles and what is put together again. */
class MachinesTest {

    private static final SamplingOptions SAMPLING = SamplingOptions.defaults().withChains(3).withThreads(2).withSeed(3);

    /** Does everything here, in an order of its own; counts the calls, and may end one with an interruption. */
    private static final class Here implements Machines {

        private int calls;
        private int interruptedCall = Integer.MAX_VALUE;

        @Override
        public int width() {
            return 2;
        }

        @Override
        public double roundSeconds() {
            return 2e-4;
        }

        private record Held<S>(S value) implements Shared<S> {

            @Override
            public void close() { }
        }

        @Override
        public <S> Shared<S> share(S value) {
            return new Held<>(value);
        }

        @Override
        public <S, T, R> List<R> map(Shared<S> shared, List<T> items, Work<S, T, R> work)
                throws InterruptedException {
            if (++calls >= interruptedCall) {
                throw new InterruptedException();
            }
            List<R> results = new ArrayList<>();
            for (int i = items.size() - 1; i >= 0; i--) {
                results.add(0, work.on(((Held<S>) shared).value, items.get(i)));
            }
            return results;
        }

        @Override
        public void close() { }
    }

    private static GraphicalModel people(int count) {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < count; i++) {
            builder.binary("A" + i, "B" + i);
        }
        for (int i = 0; i < count; i++) {
            builder.clause(1 + 0.1 * (i % 2), Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
            builder.clause(0.2, Literal.of(2 * i, 1), Literal.of(2 * ((i + 1) % count), 0));
            builder.clause(0.1, Literal.of(2 * i, 1), Literal.of(2 * ((i + 3) % count), 0));
        }
        return builder.build();
    }

    private static Inference sampling(ChainKind chain, SamplingOptions sampling) {
        return Inference.on(people(8)).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE).withChain(chain)
                .withSampling(sampling));
    }

    private static InferenceResult there(Inference inference, Machines machines) throws IOException {
        return inference.run((seconds, samples, share, now) -> { }, machines);
    }

    private static void requireSame(InferenceResult there, InferenceResult here) {
        assertThat(there.marginals()).isEqualTo(here.marginals());
        assertThat(there.logPartition()).isEqualTo(here.logPartition());
        assertThat(there.logPartitionEstimate()).isEqualTo(here.logPartitionEstimate());
        assertThat(there.sampled().isPresent()).isEqualTo(here.sampled().isPresent());
        if (here.sampled().isPresent()) {
            SamplingResult a = there.sampled().get().sampling();
            SamplingResult b = here.sampled().get().sampling();
            assertThat(a.statistics()).isEqualTo(b.statistics());
            assertThat(a.samples()).isEqualTo(b.samples());
            assertThat(a.history().moments()).isEqualTo(b.history().moments());
            for (int v = 0; v < here.sampled().get().variables().size(); v++) {
                assertThat(Double.compare(a.standardError(v, 0), b.standardError(v, 0))).isZero();
                for (int i = 0; i < a.history().moments(); i++) {
                    assertThat(a.history().batch(1, i, v)).isEqualTo(b.history().batch(1, i, v));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ChainKind.class)
    void chainsInRoundsGiveTheSameBits(ChainKind chain) throws IOException {
        Inference inference = sampling(chain, SAMPLING.withSamples(20_000));
        Here machines = new Here();

        requireSame(there(inference, machines), inference.run());
        assertThat(machines.calls).as("rounds").isGreaterThan(chain == ChainKind.AUTO ? 1 : 3);
    }

    @Test
    void thinnedChainsAndErrorsToReachEndAtTheSamePlace() throws IOException {
        for (SamplingOptions options : List.of(SAMPLING.withSamples(3_000).withThinning(5),
                SAMPLING.withUntilError(0.004), SAMPLING.withSamples(1), SAMPLING.withSamples(999).withBurnIn(0))) {
            Inference inference = sampling(ChainKind.GIBBS, options);

            requireSame(there(inference, new Here()), inference.run());
        }
    }

    @Test
    void componentsAreAnsweredInBundles() throws IOException {
        ModelBuilder builder = GraphicalModel.builder();
        for (int c = 0; c < 100; c++) {
            builder.binary("A" + c, "B" + c);
            builder.clause(0.01 * c, Literal.of(2 * c, 0), Literal.of(2 * c + 1, 1));
        }
        Inference inference = Inference.on(builder.build());
        Here machines = new Here();
        InferenceResult there = there(inference, machines);

        assertThat(there.isExact()).isTrue();
        requireSame(there, inference.run());
        assertThat(machines.calls).isEqualTo(1);
    }

    @Test
    void aRunThatIsInterruptedGoesOnFromItsCheckpoint(@TempDir Path folder) throws IOException {
        SamplingOptions kept = SAMPLING.withSamples(20_000).withCheckpoint(folder.resolve("run"), 0);
        Here machines = new Here();
        machines.interruptedCall = 3;
        InferenceResult half = there(sampling(ChainKind.BV, kept), machines);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(half.sampled().orElseThrow().sampling().interrupted()).isTrue();

        requireSame(there(sampling(ChainKind.BV, kept), new Here()),
                sampling(ChainKind.BV, SAMPLING.withSamples(20_000)).run());
    }

    @Test
    void whatTheWorkThrowsIsThrown() {
        ModelBuilder builder = GraphicalModel.builder();
        builder.binary("A", "B");
        double no = Double.NEGATIVE_INFINITY;
        builder.table(new int[] {0, 1}, new double[] {no, no, no, no});

        assertThatThrownBy(() -> there(Inference.on(builder.build()), new Here()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
