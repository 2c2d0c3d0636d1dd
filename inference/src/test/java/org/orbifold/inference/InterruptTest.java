package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.OutOfTimeException;

/** An interrupt ends every question, in every phase, with what there is by then. */
class InterruptTest {

    /** Seconds that a question may go on, with wide margins for busy machines. */
    private static final double MOST = 1.5;

    /** Samples that fill half of a heap of 2 GB, and take longer than a test waits. */
    private static final int SAMPLES = 400_000;

    private static final Formula ONE = new Formula.Atom(new Literal(7, 1));

    private static GraphicalModel grid(int n) {
        Random random = new Random(5);
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < n * n; v++) {
            builder.variable("x" + v, Domain.binary());
        }
        for (int v = 0; v < n * n; v++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            if (v % n + 1 < n) {
                builder.table(new int[] {v, v + 1}, a, -a, -a, a);
            }
            if (v + n < n * n) {
                builder.table(new int[] {v, v + n}, b, -b, -b, b);
            }
        }
        return builder.build();
    }

    static Stream<Arguments> questions() {
        List<Arguments> all = new ArrayList<>();
        for (Route route : List.of(Route.AUTO, Route.EXACT, Route.SAMPLE)) {
            for (String question : List.of("run", "map", "marginal map", "sample", "ask")) {
                all.add(Arguments.of(question, route));
            }
        }
        return all.stream();
    }

    private static Callable<?> question(String name, Inference inference) {
        return switch (name) {
            case "run" -> inference::run;
            case "map" -> inference::mostProbable;
            case "marginal map" -> () -> inference.mostProbable(new int[] {3, 200});
            case "sample" -> () -> inference.sample(SAMPLES, 1);
            default -> () -> inference.ask(List.of(Query.distribution(3, 200), Query.event(ONE)));
        };
    }

    /** What a question gives, or throws, that is interrupted after some seconds. */
    private static Object interrupted(Callable<?> question, double seconds) throws InterruptedException {
        List<Object> outcome = new ArrayList<>();
        Thread thread = new Thread(() -> {
            try {
                outcome.add(question.call());
            } catch (Exception e) {
                outcome.add(e);
            }
            outcome.add(Thread.currentThread().isInterrupted());
        });
        thread.start();
        thread.join((long) (1000 * seconds));
        thread.interrupt();
        thread.join((long) (1000 * MOST));
        boolean alive = thread.isAlive();
        thread.join();
        assertThat(alive).isFalse();
        assertThat(outcome.get(1)).isEqualTo(true);
        return outcome.get(0);
    }

    private static InferenceOptions endless(Route route) {
        return InferenceOptions.defaults().withRoute(route).withMemory(Long.MAX_VALUE)
                .withSampling(SamplingOptions.defaults().withSamples(1_000_000_000).withThreads(2));
    }

    /** An exact route that was asked for gives no other answer, whenever it is interrupted. */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("questions")
    void ends(String question, Route route) throws InterruptedException {
        Inference inference = Inference.on(grid(26)).withOptions(endless(route));
        Object outcome = interrupted(question(question, inference), 0.4);
        if (route == Route.EXACT || outcome instanceof Exception) {
            assertThat(outcome).isInstanceOf(OutOfTimeException.class);
        }
    }

    @Test
    void answersThatAreThereAreGiven() throws InterruptedException {
        GraphicalModel model = grid(5);
        Inference inference = Inference.on(model).withOptions(endless(Route.SAMPLE).withChain(ChainKind.GIBBS)
                .withEstimator(EstimatorKind.COUNTS));
        List<?> answers = (List<?>) interrupted(() -> inference.ask(List.of(Query.event(ONE),
                Query.parse("P(x3 | x4=1)", model))), 0.8);
        Query.Answer first = (Query.Answer) answers.get(0);
        assertThat(first.cells().get(0).standardError()).isLessThan(0.3);
        Query.Answer second = (Query.Answer) answers.get(1);
        assertThat(second.exact()).isFalse();
        assertThat(second.diagnosis().orElseThrow().verdict()).isEqualTo(SamplingResult.Verdict.TOO_SHORT);
        assertThat(second.cells()).allMatch(cell -> cell.value() == 0.5 && cell.standardError() == 0.5);
    }

    /** A tree that is known is too large for the memory, and slices would be chosen after the interrupt. */
    @Test
    void aPlanThatIsGivenUpIsNoFailure() {
        Inference inference = Inference.on(grid(14)).withOptions(endless(Route.AUTO));
        assertThat(inference.plan().parts()).allMatch(part -> part.route() == Route.EXACT);
        InferenceResult result = inference.withOptions(endless(Route.AUTO).withMemory(1 << 16)).run(new Progress() {

            @Override
            public void report(double seconds, long samples, double share, Now marginals) { }

            @Override
            public void phase(String name) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.isExact()).isFalse();
    }

    /** States after the interrupt are not counted: the chains stand still then. */
    @Test
    void queriesCountNoStatesAfterIt() throws InterruptedException {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B").table(new int[] {0, 1}, 0.3, 0, 0, 0).build();
        Inference inference = Inference.on(model).withOptions(endless(Route.SAMPLE).withChain(ChainKind.GIBBS)
                .withEstimator(EstimatorKind.COUNTS));
        List<?> answers = (List<?>) interrupted(() -> inference.ask(List.of(Query.parse("P(A=0)", model))), 1);
        Query.Cell cell = ((Query.Answer) answers.get(0)).cells().get(0);
        double truth = (Math.exp(0.3) + 1) / (Math.exp(0.3) + 3);
        assertThat(cell.value()).isCloseTo(truth, within(Math.max(0.01, 5 * cell.standardError())));
    }
}
