package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult.Verdict;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** What a user is promised: the time, cancellation, routes and chains by name, errors that cover. */
class PromisesTest {

    /** Seconds beyond the time asked for; wide, since others use the machine too. */
    private static final double LATE = 3;

    /** The questions that can be asked. */
    enum Question {

        MARGINALS, MAXIMUM, DRAWS, QUERIES;

        void ask(GraphicalModel model, InferenceOptions options) {
            Inference inference = Inference.on(model).withOptions(options);
            switch (this) {
                case MARGINALS -> inference.run();
                case MAXIMUM -> inference.mostProbable();
                case DRAWS -> inference.sample(10, 1);
                default -> inference.ask(List.of(Query.distribution(0).given(Formula.is(1, 1)),
                        Query.distribution(2).given(Formula.is(3, 1)),
                        Query.distribution(0, model.variableCount() - 1)));
            }
        }
    }

    private static GraphicalModel grid(int side) {
        SplittableRandom random = new SplittableRandom(3);
        int[] sizes = new int[side * side];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < sizes.length; i++) {
            builder.table(new int[] {i}, 0, random.nextDouble() - 0.5);
            for (int j : new int[] {i + 1, i + side}) {
                if (j < sizes.length && (j > i + 1 || j % side > 0)) {
                    double coupling = 2 * random.nextDouble() - 1;
                    builder.table(new int[] {i, j}, coupling, -coupling, -coupling, coupling);
                }
            }
        }
        return builder.build();
    }

    private static InferenceOptions seconds(double seconds) {
        return InferenceOptions.defaults().withSampling(SamplingOptions.defaults().withSeconds(seconds).withThreads(2));
    }

    @ParameterizedTest
    @EnumSource
    void theTimeIsKeptOnAWideGrid(Question question) {
        GraphicalModel model = grid(40);
        long began = System.nanoTime();
        question.ask(model, seconds(0.5));
        assertThat((System.nanoTime() - began) / 1e9).isLessThan(0.5 + LATE);
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptEndsAnyPhase(Question question) throws InterruptedException {
        GraphicalModel model = grid(40);
        for (long after : new long[] {20, 300, 1200}) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            boolean[] kept = {false};
            Thread thread = new Thread(() -> {
                try {
                    question.ask(model, seconds(60));
                } catch (OutOfTimeException e) {
                    // There was nothing yet.
                    assertThat(e).hasMessageContaining("cancelled");
                }
                kept[0] = Thread.currentThread().isInterrupted();
            });
            thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
            thread.start();
            Thread.sleep(after);
            long began = System.nanoTime();
            thread.interrupt();
            thread.join(60_000);
            assertThat((System.nanoTime() - began) / 1e9).as("after %d ms", after).isLessThan(LATE);
            assertThat(failure.get()).isNull();
            assertThat(kept[0]).isTrue();
        }
    }

    /** Without any time there is an answer, which says that nothing is known. */
    @Test
    void noTimeAtAllGivesErrorsThatCover() throws IOException {
        GraphicalModel model = grid(12);
        InferenceResult result = Inference.on(model).withOptions(seconds(1e-4).withRoute(Route.SAMPLE)).run();
        for (int v = 0; v < model.variableCount(); v++) {
            assertThat(result.standardError(v, 0)).isBetween(0.0, 0.5);
            assertThat(result.marginals().probability(v, 0)).isBetween(0.0, 1.0);
        }
    }

    /** People who influence each other, with a variable between each two: 10,100 variables, by counting exact. */
    private static GraphicalModel people() {
        int people = 100;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < people; i++) {
            builder.binary("x" + i);
            builder.conjunction(0.01 * i, Literal.of(i, 1));
        }
        for (int i = 0; i < people; i++) {
            for (int j = 0; j < people; j++) {
                int between = builder.variableCount();
                builder.binary("x" + i + "-" + j);
                if (i != j) {
                    builder.clause(0.1, Literal.of(between, 0), Literal.of(i, 0), Literal.of(j, 1));
                }
            }
        }
        return builder.build();
    }

    /** When the time is over before anything begins, there is an answer to each question, which says so. */
    @Test
    void aModelTooLargeForTheTimeHasAnswersThatSaySo() throws IOException {
        GraphicalModel model = people();
        InferenceOptions options = seconds(1e-4);
        Inference inference = Inference.on(model).withOptions(options);
        InferenceResult marginals = inference.run();
        assertThat(marginals.isExact()).isFalse();
        assertThat(marginals.sampled().map(run -> run.sampling().verdict()).orElse(Verdict.TOO_SHORT))
                .isEqualTo(Verdict.TOO_SHORT);
        Query.Answer answer = inference.ask(List.of(Query.distribution(0).given(Formula.is(1, 1)))).get(0);
        assertThat(answer.diagnosis().orElseThrow().verdict()).isEqualTo(Verdict.TOO_SHORT);
        MapResult maximum = inference.mostProbable();
        assertThat(maximum.logBound()).isGreaterThanOrEqualTo(maximum.logWeight());
        // At least one state; on a slow machine fewer than asked for, which the last line says.
        Samples samples = inference.sample(3, 1);
        assertThat(samples.states()).isNotEmpty();
        assertThat(samples.states().size() == 3
                || samples.routes().get(samples.routes().size() - 1).startsWith("the time ended after")).isTrue();

        Budget past = Budget.ofSeconds(0);
        while (!past.late().isOver()) {
            Thread.onSpinWait();
        }
        StateSource source = new StateSource(model.condition(Evidence.none()), options, new Reuse(), past);
        assertThat(source.isTooShort()).isTrue();
        assertThat(source.isExact()).isFalse();
        assertThat(source.lines().get(0)).startsWith("TOO_SHORT");
        assertThat(source.start(0)).hasSize(model.variableCount());
        MapSearch.Found found = new MapSearch(model, options, past).run(past);
        assertThat(found.begun()).isFalse();
        assertThat(found.best().logWeight()).isEqualTo(model.logWeight(found.best().state()))
                .isLessThanOrEqualTo(found.bound());
    }

    /** Where only counting is affordable, it answers queries as well: single variables by their marginals. */
    @Test
    void queriesAreExactByCounting() throws IOException {
        GraphicalModel model = people();
        Inference inference = Inference.on(model).withOptions(InferenceOptions.defaults().withRoute(Route.EXACT));
        InferenceResult marginals = inference.run();
        List<Query.Answer> answers = inference.ask(List.of(Query.distribution(7), Query.distribution(7, 9)));
        double one = marginals.marginals().probability(7, 1);
        assertThat(answers).allMatch(Query.Answer::exact);
        assertThat(answers.get(0).cells().get(1).value()).isCloseTo(one, within(1e-12));
        double[] joint = answers.get(1).cells().stream().mapToDouble(Query.Cell::value).toArray();
        assertThat(joint[2] + joint[3]).isCloseTo(one, within(1e-9));
        assertThat(joint[1] + joint[3]).isCloseTo(marginals.marginals().probability(9, 1), within(1e-9));
        assertThat(joint[3]).as("neighbours agree").isGreaterThan(one * (joint[1] + joint[3]));
    }

    /** All pairs of 40 spins with couplings of their own: neither a tree nor counting is affordable. */
    private static GraphicalModel clique() {
        SplittableRandom random = new SplittableRandom(5);
        int[] sizes = new int[40];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int a = 0; a < sizes.length; a++) {
            for (int b = 0; b < a; b++) {
                builder.table(new int[] {a, b}, random.nextDouble(), 0, 0, random.nextDouble());
            }
        }
        return builder.build();
    }

    @Test
    void anExactRouteNeverSamples() {
        GraphicalModel model = clique();
        for (Route route : List.of(Route.EXACT, Route.COUNTING)) {
            InferenceOptions exact = InferenceOptions.defaults().withRoute(route).withMemory(1 << 20);
            for (Question question : Question.values()) {
                assertThatExceptionOfType(TooLargeException.class).as("%s", question)
                        .isThrownBy(() -> question.ask(model, exact)).withMessageContaining("no time limit is set")
                        .withMessageContaining("allow that time and at least")
                        .satisfies(e -> assertThat(e.leastSeconds()).isPresent());
            }
        }
    }

    /** The time that was asked for is kept where nothing may be sampled, and its end is said. */
    @ParameterizedTest
    @EnumSource(Question.class)
    void anExactRouteKeepsTheTime(Question question) {
        // Tables of 2^22 entries and more, and several seconds of work.
        GraphicalModel model = grid(22);
        InferenceOptions exact = seconds(0.2).withRoute(Route.EXACT).withMemory(1L << 32);
        Budget clock = Budget.unlimited();
        assertThatExceptionOfType(OutOfTimeException.class).isThrownBy(() -> question.ask(model, exact))
                .withMessageContaining("the time limit of 0.200 s was reached");
        assertThat(clock.elapsed()).isLessThan(0.2 + LATE);
    }

    /** Exact draws end with the time as well, after those that there was time for. */
    @Test
    void exactDrawsEndWithTheTime() {
        Samples samples = Inference.on(grid(12)).withOptions(seconds(0.5).withRoute(Route.EXACT))
                .sample(Integer.MAX_VALUE, 1);
        assertThat(samples.isExact()).isTrue();
        assertThat(samples.states()).isNotEmpty();
        assertThat(samples.routes().get(samples.routes().size() - 1)).startsWith("the time ended after");
    }

    /** A clique of 24 equal spins: counting is cheaper than the contraction tree, which alone can draw states. */
    @Test
    void drawsAreExactWhereAContractionTreeIsAffordableThoughCountingIsCheaper() throws IOException {
        int n = 24;
        int[] sizes = new int[n];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                builder.table(new int[] {a, b}, 0.05, 0, 0, 0.02);
            }
        }
        GraphicalModel clique = builder.build();
        assertThat(Inference.on(clique).withOptions(seconds(20)).plan().parts()).singleElement()
                .satisfies(part -> assertThat(part.route()).isEqualTo(Route.COUNTING));
        assertThat(Inference.on(clique).withOptions(seconds(20)).sample(5, 1).isExact()).isTrue();
    }

    /** P(A=a | A=a <=> B=a): the condition divides the states, and single variables do not move between the parts. */
    @Test
    void aQueryWhoseConditionDividesTheStatesIsCovered() {
        GraphicalModel model = GraphicalModel.builder().variables(3, 3)
                .clause(0.1, Literal.of(0, 1), Literal.of(1, 2)).build();
        Formula condition = Formula.iff(Formula.is(0, 0), Formula.is(1, 0));
        Query query = Query.event(Formula.is(0, 0)).given(condition);
        double truth = Inference.on(model).ask(List.of(query)).get(0).cells().get(0).value();
        assertThat(truth).isBetween(0.18, 0.2);
        int covered = 0;
        for (int seed = 0; seed < 20; seed++) {
            Query.Answer answer = Inference.on(model).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE)
                    .withChain(ChainKind.GIBBS).withSampling(SamplingOptions.defaults().withSamples(2000)
                            .withSeed(seed))).ask(List.of(query)).get(0);
            Query.Cell cell = answer.cells().get(0);
            covered += Math.abs(cell.value() - truth) <= 1.96 * cell.standardError() ? 1 : 0;
            assertThat(answer.diagnosis().orElseThrow().verdict()).isNotEqualTo(Verdict.CONVERGED);
        }
        // By four starts the part is known to be 0, 1/4 … 1; right intervals fail with probability 1e-4 to cover 17.
        assertThat(covered).isGreaterThanOrEqualTo(17);
    }

    /** Chains that never left a rare value's complement know nothing of it. */
    @Test
    void aRareValueIsCoveredBeforeARunEndsByItsError() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                .table(new int[] {0, 1}, 0, Math.log(1e-4), Math.log(1e-4), Math.log(2e-3)).build();
        double truth = BruteForce.solve(model).marginals().probability(0, 1);
        int covered = 0;
        for (int seed = 0; seed < 10; seed++) {
            InferenceResult result = Inference.on(model).withOptions(InferenceOptions.defaults()
                    .withRoute(Route.SAMPLE).withChain(ChainKind.GIBBS).withSampling(SamplingOptions.defaults()
                            .withUntilError(0.0005).withSeed(seed))).run();
            double error = Math.abs(result.marginals().probability(0, 1) - truth);
            assertThat(result.standardError(0, 1)).isGreaterThan(error / 10);
            covered += error <= 1.96 * result.standardError(0, 1) ? 1 : 0;
        }
        assertThat(covered).isGreaterThanOrEqualTo(8);
    }

    /** A chain is prepared and planned even if the time is over: the budget limits the choice only. */
    @Test
    void aChainIsPreparedThoughTheTimeIsOver() {
        Inference inference = Inference.on(SmallModels.jobSearch(12)).withOptions(InferenceOptions.defaults()
                .withRoute(Route.SAMPLE).withSampling(SamplingOptions.defaults().withSeconds(1e-9)));
        assertThat(inference.prepare().choice().chain().chain()).isNotEmpty();
        assertThat(inference.plan().chain()).isPresent();
    }
}
