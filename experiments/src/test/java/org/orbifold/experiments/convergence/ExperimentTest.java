package org.orbifold.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.inference.Inference;
import org.orbifold.inference.PreparedInference;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.Sampling;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;

class ExperimentTest {

    private static final Problem SMALL = JobSearch.generate(4, 0.1, 1).problem("small", 0, EvidenceWay.CONDITION, 1,
            10);
    private static final Settings SETTINGS = new Settings(3, 0.05, 1, 2, 0.01);

    @TempDir
    private Path folder;

    static Stream<Method> methods() {
        return Stream.of(Methods.vanilla(), Methods.orbital(), Methods.variableValue(), Methods.blockValue(0.5, 5),
                Methods.covering(1), Methods.gibbsConditional(),
                Methods.inTurnConditional(), Methods.blockConditional(), Methods.orbitAveraged(),
                Methods.complete());
    }

    private Figure.Result run(Settings settings, Path where, Problem problem, List<Method> methods) throws Exception {
        Figure figure = new Figure("f", "A figure", "A note.", () -> problem, methods);
        return new Experiment(settings, where, (what, done, remaining) ->
                assertThat(remaining).isGreaterThanOrEqualTo(0)).run(List.of(figure)).get(0);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyMethodGoesToTheTruth(Method method) throws Exception {
        MethodResult result = run(new Settings(2, 0.3, 1, 2, 0.01), folder, SMALL, List.of(method)).results().get(0);
        double[] early = result.atSamples(100);
        double[] late = result.atSamples(9000);
        // At 9,000 samples of 20 variables counting has a KL near 1e-3; 0.02 is never reached by a right chain.
        assertThat(DoubleStream.of(late)).hasSize(2).allMatch(kl -> kl >= 0 && kl < 0.02);
        // The default draws so small a model whole: what is left is rounding.
        assertThat(early[0] + early[1]).isGreaterThan(late[0] + late[1] - 1e-14);
    }

    @Test
    void numbersAtEqualSamplesDependOnTheSeedAlone() throws Exception {
        List<Method> some = List.of(Methods.vanilla(), Methods.blockConditional());
        Figure.Result a = run(SETTINGS, folder.resolve("a"), SMALL, some);
        Figure.Result b = run(new Settings(3, 0.07, 1, 1, 0), folder.resolve("b"), SMALL, some);
        Figure.Result c = run(new Settings(3, 0.05, 2, 2, 0), folder.resolve("c"), SMALL, some);
        for (int m = 0; m < some.size(); m++) {
            assertThat(a.results().get(m).atSamples(3000)).hasSize(3)
                    .isEqualTo(b.results().get(m).atSamples(3000)).isNotEqualTo(c.results().get(m).atSamples(3000));
        }
    }

    @Test
    void whatIsFinishedIsNotRunAgain() throws Exception {
        List<Method> some = List.of(Methods.vanilla(), Methods.covering(1));
        Figure.Result first = run(SETTINGS, folder, SMALL, some);
        assertThat(run(SETTINGS, folder, SMALL, some).results().get(1).runs())
                .isEqualTo(first.results().get(1).runs());
        // One run is lost, as by an interruption: only that one is run again.
        Path lost;
        try (Stream<Path> files = Files.walk(folder)) {
            lost = files.filter(f -> f.getFileName().toString().startsWith("vanilla-1-")).findFirst().orElseThrow();
        }
        Files.delete(lost);
        List<RunResult> again = run(SETTINGS, folder, SMALL, some).results().get(0).runs();
        List<RunResult> before = first.results().get(0).runs();
        assertThat(again.get(0)).isEqualTo(before.get(0));
        assertThat(again.get(2)).isEqualTo(before.get(2));
        assertThat(again.get(1)).isNotEqualTo(before.get(1));
        assertThat(again.get(1).atSamples().get(2).kl()).isEqualTo(before.get(1).atSamples().get(2).kl());
        assertThat(lost).exists();
    }

    @Test
    void anotherParameterIsAnotherRun() throws Exception {
        List<Method> some = List.of(Methods.vanilla());
        Figure.Result first = run(SETTINGS, folder, SMALL, some);
        Figure.Result other = run(new Settings(3, 0.05, 9, 2, 0.01), folder, SMALL, some);
        assertThat(other.results().get(0).runs()).isNotEqualTo(first.results().get(0).runs());
    }

    /** Methods have all the time to find symmetries, which a busy machine would not give them in a short run. */
    private static DoubleStream afterSamples(Method method, Problem problem) throws IOException {
        Prepared prepared = method.preparation().prepare(problem.model(), 1, 1000);
        return IntStream.range(0, 3).mapToDouble(run -> new Runner(problem).run(method, prepared, 0, run, 1, 0.4)
                .atSamples().stream().filter(one -> one.samples() == 9_000).findFirst().orElseThrow().kl());
    }

    @Test
    void onPottsOnlyBlockValueMovesConverge() throws IOException {
        Problem potts = FurtherDomains.potts(5, 2.0);
        // A chain that stays in one of three modes has a KL of at least log(3)/3 or so per bit; joined modes go to 0.
        assertThat(afterSamples(Methods.vanilla(), potts)).allMatch(kl -> kl > 0.1);
        assertThat(afterSamples(Methods.variableValue(), potts)).allMatch(kl -> kl > 0.02);
        assertThat(afterSamples(Methods.covering(1), potts)).allMatch(kl -> kl < 0.005);
    }

    /** The complete method is the chain that the front door samples with by default, to the bit. */
    @Test
    void theCompleteMethodIsTheFrontDoors() throws IOException {
        for (Problem problem : List.of(SMALL, FurtherDomains.ising(6, 0.5), FurtherDomains.control(6, 1))) {
            Prepared prepared = Methods.complete().preparation().prepare(problem.model(), 1, 10);
            PreparedInference chosen = Inference.on(problem.model()).withSampling(SamplingOptions.defaults()
                    .withSeed(1).withThreads(1)).prepare();
            assertThat(chosen.choice().symmetries()).isEqualTo(prepared.symmetries());
            SamplingOptions options = SamplingOptions.defaults().withSamples(100).withBurnIn(0).withChains(1)
                    .withSeed(1).withUnit(SampleUnit.STEP);
            Marginals sampled = Sampling.run(chosen.sampledModel(), chosen, options,
                    (seconds, samples, share, now) -> { })
                    .marginals();
            RunResult run = new Runner(problem).run(Methods.complete(), prepared, 0, 0, 1, 0.2);
            Measurement at100 = run.atSamples().stream().filter(one -> one.samples() == 100).findFirst()
                    .orElseThrow();
            assertThat(at100.kl()).isCloseTo(Divergence.KL.between(sampled, problem.truth().marginals()),
                    within(1e-12));
        }
    }

    /** The runs of a figure end together, and after the slowest discovery there is time for sampling. */
    @Test
    void slowDiscoveriesMakeAllRunsLonger() throws Exception {
        Method slow = new Method("slow", "slow", Method.Origin.OURS, "Takes its time.", (model, seed, seconds) -> {
            long began = CpuClock.nanos();
            while (CpuClock.nanos() - began < 60_000_000) {
                Thread.onSpinWait();
            }
            return Methods.vanilla().preparation().prepare(model, seed, seconds);
        });
        Figure.Result result = run(new Settings(2, 0.02, 1, 2, 0), folder, SMALL, List.of(Methods.vanilla(), slow));
        assertThat(result.results().get(1).discovery().seconds()).isGreaterThan(0.06);
        assertThat(result.results()).allSatisfy(r -> assertThat(r.runs()).allSatisfy(run ->
                assertThat(run.end().seconds()).isGreaterThan(0.08)));
        assertThat(result.lastCommonTime()).hasValueSatisfying(t -> assertThat(t).isGreaterThan(0.07));
    }

    @Test
    void anInterruptionKeepsWhatIsFinished() throws Exception {
        List<Method> some = List.of(Methods.vanilla(), Methods.gibbsConditional());
        Figure figure = new Figure("f", "A figure", "A note.", () -> SMALL, some);
        Thread here = Thread.currentThread();
        Experiment interrupted = new Experiment(new Settings(4, 0.2, 1, 1, 0), folder, (what, done, left) -> {
            if (what.contains("run 2")) {
                here.interrupt();
            }
        });
        assertThatThrownBy(() -> interrupted.run(List.of(figure))).isInstanceOf(InterruptedException.class);
        Map<String, String> before = stored();
        assertThat(before).isNotEmpty();
        Figure.Result result = new Experiment(new Settings(4, 0.2, 1, 1, 0), folder, (what, done, left) -> { })
                .run(List.of(figure)).get(0);
        assertThat(result.results()).allSatisfy(r -> assertThat(r.runs()).hasSize(4));
        assertThat(stored()).containsAllEntriesOf(before).hasSizeGreaterThan(before.size());
    }

    private Map<String, String> stored() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return contents;
    }

    /** More runs can be asked for later: those that are there count. */
    @Test
    void moreRunsAreAdded() throws Exception {
        List<Method> some = List.of(Methods.vanilla());
        List<RunResult> two = run(new Settings(2, 0.05, 1, 2, 0), folder, SMALL, some).results().get(0).runs();
        List<RunResult> three = run(new Settings(3, 0.05, 1, 2, 0), folder, SMALL, some).results().get(0).runs();
        assertThat(three).hasSize(3).startsWith(two.toArray(RunResult[]::new));
    }

    @Test
    void aFailureNamesTheFigure() {
        Method broken = new Method("broken", "broken", Method.Origin.OURS, "", (model, seed, seconds) -> {
            throw new IllegalStateException("no such thing");
        });
        assertThatThrownBy(() -> run(SETTINGS, folder, SMALL, List.of(broken)))
                .hasMessageContaining("A figure").hasMessageContaining("no such thing");
    }

    @Test
    void gridsHaveTheReleasesPoints() {
        assertThat(Stream.iterate(0, k -> k + 1).limit(18).map(Grids::samples)).containsExactly(1L, 3L, 9L, 10L, 30L,
                90L, 100L, 300L, 900L, 1000L, 3000L, 9000L, 10_000L, 30_000L, 99_000L, 100_000L, 300_000L, 900_000L);
        assertThat(Grids.time(10)).isEqualTo(0.01);
    }

    @Test
    void wrongSettingsAreRefused() {
        assertThatThrownBy(() -> new Settings(1, 1, 1, 1, 0)).hasMessageContaining("at least 2");
        assertThatThrownBy(() -> new Settings(2, 0, 1, 1, 0)).hasMessageContaining("more than 0");
        assertThatThrownBy(() -> new Settings(2, 1, 1, 0, 0)).hasMessageContaining("threads");
    }
}
