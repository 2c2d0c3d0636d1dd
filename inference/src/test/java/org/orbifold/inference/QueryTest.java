package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.mcmc.testing.ProcessorTime;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;

class QueryTest {

    private static final GraphicalModel MODEL = GraphicalModel.builder()
            .variable("Friends(Anna,Bob)", Domain.binary()).variable("Smokes(Anna)", Domain.binary())
            .variable("Smokes(Bob)", Domain.binary()).variable("Weather", Domain.of("sun", "rain", "rain and sun"))
            .clause(0.7, "Friends(Anna,Bob)=0", "Smokes(Anna)=0", "Smokes(Bob)=1")
            .conjunction(-0.4, "Smokes(Anna)=1", "Weather=rain and sun")
            .table(new int[] {2, 3}, 0.1, 0.9, -0.3, 0.4, 0.2, 0).build();

    /** P(value of the query, by cell) summed over all states. */
    private static double[] bruteForce(GraphicalModel model, Evidence evidence, Query query) {
        double[] sums = new double[query.cells(model)];
        double total = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int[] state : RandomModels.states(model)) {
            most = agrees(state, evidence, query) ? Math.max(most, model.logWeight(state)) : most;
        }
        for (int[] state : RandomModels.states(model)) {
            double weight = agrees(state, evidence, query) ? Math.exp(model.logWeight(state) - most) : 0;
            total += weight;
            sums[query.cell(model, state)] += weight == 0 ? 0 : weight * query.value(state);
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] /= total;
        }
        return sums;
    }

    private static boolean agrees(int[] state, Evidence evidence, Query query) {
        boolean agrees = query.condition().holds(state);
        for (int v : evidence.variables()) {
            agrees &= state[v] == evidence.value(v);
        }
        return agrees;
    }

    private static double[] asked(GraphicalModel model, Evidence evidence, InferenceOptions options, Query query) {
        return Inference.on(model).withEvidence(evidence).withOptions(options).ask(List.of(query)).get(0).cells()
                .stream().mapToDouble(Query.Cell::value).toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"P(Smokes(Anna))", "P(Smokes(Anna), Weather)", "P(Weather | Smokes(Bob)=1)",
        "P(Smokes(Anna)=1,Smokes(Bob)=0)", "P(Smokes(Anna) v Smokes(Bob))", "P(Smokes(Anna) | Friends(Anna,Bob))",
        "P(Weather=rain and sun | Smokes(Anna) v !Smokes(Bob))", "P(Weather, Smokes(Anna)=1)", "E(#0)", "E(#1)",
        "E(#2)",
        "P( Friends(Anna,Bob) ^ Smokes(Anna) => Smokes(Bob) )", "P(Smokes(Anna) <=> Smokes(Bob) & Weather!=sun)",
        "E(#2|Weather=rain)", "P((Smokes(Anna) || Weather=sun) ^ ~Smokes(Bob))",
        "p(Smokes(Bob)|Weather=sun,Smokes(Anna))"})
    void agreesWithBruteForce(String text) {
        Query query = Query.parse(text, MODEL);
        assertThat(asked(MODEL, Evidence.none(), InferenceOptions.defaults(), query))
                .containsExactly(bruteForce(MODEL, Evidence.none(), query), within(1e-12));
    }

    /** As in files of Markov logic. */
    @Test
    void misspeltNamesAreSuggested() {
        assertThatIllegalArgumentException().isThrownBy(() -> Query.parse("P(Weathr | Smokes(Bob))", MODEL))
                .withMessageContaining("did you mean 'Weather'?");
        assertThatIllegalArgumentException().isThrownBy(() -> Query.parse("P(!Smokes(Ana))", MODEL))
                .withMessageContaining("did you mean 'Smokes(Anna)'?");
    }

    @Test
    void implicationsGoFromLeftToRight() {
        double[] plain = asked(MODEL, Evidence.none(), InferenceOptions.defaults(),
                Query.parse("P(Smokes(Anna) => Smokes(Bob) => Friends(Anna,Bob))", MODEL));
        assertThat(plain).containsExactly(asked(MODEL, Evidence.none(), InferenceOptions.defaults(),
                Query.parse("P((Smokes(Anna) => Smokes(Bob)) => Friends(Anna,Bob))", MODEL)), within(1e-12));
        assertThat(plain[0]).isNotCloseTo(asked(MODEL, Evidence.none(), InferenceOptions.defaults(),
                Query.parse("P(Smokes(Anna) => (Smokes(Bob) => Friends(Anna,Bob)))", MODEL))[0], within(1e-3));
    }

    /** Random pairs, events and conditions, with hard zeros and evidence, by every route that is exact. */
    @Property(tries = 150, seed = "20195")
    void randomQueries(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        Evidence evidence = RandomModels.evidence(model, seed);
        SplittableRandom random = new SplittableRandom(seed);
        int a = random.nextInt(model.variableCount());
        int b = random.nextInt(model.variableCount());
        Query pair = a == b ? Query.distribution(a) : Query.distribution(a, b);
        Query event = Query.event(Formula.or(Formula.is(a, 0), Formula.not(Formula.is(b, model.size(b) - 1))));
        for (Query query : List.of(pair, event)) {
            double[] expected = bruteForce(model, evidence, query);
            for (Route route : new Route[] {Route.AUTO, Route.COUNTING}) {
                assertThat(asked(model, evidence, InferenceOptions.defaults().withRoute(route), query))
                        .containsExactly(expected, within(1e-10));
            }
            Query given = query.given(Formula.or(Formula.is(b, 0), Formula.is(a, model.size(a) - 1)));
            double[] conditional = bruteForce(model, evidence, given);
            if (!Double.isNaN(conditional[0])) {
                assertThat(asked(model, evidence, InferenceOptions.defaults(), given))
                        .containsExactly(conditional, within(1e-10));
            }
        }
    }

    /** Sampled answers are within six of their standard errors: false alarms below 1e-7 for all of them together. */
    @Test
    void sampledAnswersKnowTheirErrors() {
        InferenceOptions sampled = InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withSampling(SamplingOptions.defaults().withUnit(SampleUnit.STEP).withSamples(4000).withThreads(2));
        List<Query> queries = new ArrayList<>();
        for (String text : List.of("P(Smokes(Anna), Weather)", "P(Smokes(Anna) v Smokes(Bob))", "E(#2)",
                "P(Weather | Smokes(Bob)=1)")) {
            queries.add(Query.parse(text, MODEL));
        }
        for (Query.Answer answer : Inference.on(MODEL).withOptions(sampled).ask(queries)) {
            double[] expected = bruteForce(MODEL, Evidence.none(), answer.query());
            assertThat(answer.exact()).isFalse();
            for (int i = 0; i < expected.length; i++) {
                Query.Cell cell = answer.cells().get(i);
                assertThat(cell.standardError()).isBetween(1e-5, 0.05);
                assertThat(cell.value()).isCloseTo(expected[i], within(6 * cell.standardError()));
            }
        }
    }

    /** Without a time limit an error, or a number of samples, ends the run where it is reached. */
    @Test
    void errorsAndSamplesEndQueries() {
        Query query = Query.parse("P(Smokes(Anna), Weather)", MODEL);
        double[] expected = bruteForce(MODEL, Evidence.none(), query);
        SamplingOptions until = SamplingOptions.defaults().withUntilError(0.002).withThreads(2);
        SamplingOptions many = SamplingOptions.defaults().withUnit(SampleUnit.STEP).withSamples(200_000).withThreads(2);
        for (SamplingOptions options : List.of(until, many)) {
            List<Query.Cell> cells = Inference.on(MODEL).withOptions(InferenceOptions.defaults()
                    .withRoute(Route.SAMPLE).withSampling(options)).ask(List.of(query)).get(0).cells();
            for (int i = 0; i < expected.length; i++) {
                // Six standard errors: false alarms below 1e-7 for all of them together.
                assertThat(cells.get(i).standardError()).isLessThan(0.002);
                assertThat(cells.get(i).value()).isCloseTo(expected[i], within(6 * cells.get(i).standardError()));
            }
            assertThat(cells).isEqualTo(Inference.on(MODEL).withOptions(InferenceOptions.defaults()
                    .withRoute(Route.SAMPLE).withSampling(options.withThreads(1))).ask(List.of(query)).get(0).cells());
        }
        assertThat(secondsOf(MODEL, InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withSampling(until.withUntilError(1e-9).withSeconds(0.5)), List.of(query))).isLessThan(5);
    }

    private static GraphicalModel grid(int side) {
        SplittableRandom random = new SplittableRandom(5);
        int[] sizes = new int[side * side];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < sizes.length; i++) {
            if (i % side + 1 < side) {
                builder.table(new int[] {i, i + 1}, random.doubles(4, -1, 1).toArray());
            }
            if (i + side < sizes.length) {
                builder.table(new int[] {i, i + side}, random.doubles(4, -1, 1).toArray());
            }
        }
        return builder.build();
    }

    private static double secondsOf(GraphicalModel model, InferenceOptions options, List<Query> queries) {
        return ProcessorTime.leastSeconds(2, () ->
                assertThat(Inference.on(model).withOptions(options).ask(queries)).hasSameSizeAs(queries));
    }

    /** All queries together have the time, not each of them; what is left of it when it is over is sampled. */
    @Test
    void manyQueriesKeepTheTime() {
        GraphicalModel model = grid(19);
        InferenceOptions options = InferenceOptions.defaults()
                .withSampling(SamplingOptions.defaults().withSeconds(1.5).withThreads(2));
        List<Query> pairs = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            pairs.add(Query.distribution(i, model.variableCount() - 2 - i));
        }
        assertThat(secondsOf(model, options, pairs)).isLessThan(6);
    }

    /** The same of quotients of Z: where only counting is affordable, each of 1024 joint values is counted alone. */
    @Test
    void manyQuotientsKeepTheTime() {
        int people = 40;
        int[] sizes = new int[people];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < people; i++) {
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, 0.01, 0, 0, 0.02);
            }
        }
        InferenceOptions options = InferenceOptions.defaults()
                .withSampling(SamplingOptions.defaults().withSeconds(1).withThreads(2));
        Query ten = Query.distribution(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(secondsOf(builder.build(), options, List.of(ten))).isLessThan(4);
    }

    /** The same of conditions, for each of which chains are chosen and run. */
    @Test
    void manyConditionsKeepTheTime() {
        GraphicalModel model = grid(8);
        InferenceOptions options = InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withSampling(SamplingOptions.defaults().withSeconds(1.5).withThreads(2));
        List<Query> conditional = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            conditional.add(Query.distribution(0).given(Formula.is(i, 1)));
        }
        assertThat(secondsOf(model, options, conditional)).isLessThan(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"P()", "P(Smokes)", "P(Smokes(Anna)=2)", "P(Smokes(Anna)", "Q(Smokes(Anna))",
        "P(Weather ^ Smokes(Bob))",
        "E(#3)", "E(Weather)", "P(Smokes(Anna) Smokes(Bob))", "P(Smokes(Anna),Smokes(Anna))", "P(Smokes(Anna))x"})
    void mistakesAreExplained(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Query.parse(text, MODEL))
                .withMessageContaining("expected");
    }

    /**
     * A condition divides the states into two parts that single changes do not join. Four chains fall into one of them
     * for one seed in eight; the stated error covers what they did not meet, and nobody calls that converged.
     */
    @Test
    void aConditionThatDividesTheStatesIsNotTakenForConverged() {
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 2, 2);
        GraphicalModel model = builder.table(new int[] {0, 3}, 0.3, 0, 0, 0.1).table(new int[] {0, 2}, 0, 0, 0, 0.7)
                .build();
        Query query = Query.event(Formula.is(2, 1)).given(Formula.iff(Formula.is(0, 1), Formula.is(1, 1)));
        double truth = Inference.on(model).ask(List.of(query)).get(0).cells().get(0).value();
        double farthest = 0;
        for (int seed = 0; seed < 24; seed++) {
            Query.Answer answer = Inference.on(model).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE)
                    .withChain(ChainKind.GIBBS).withSampling(SamplingOptions.defaults().withSamples(400)
                            .withSeed(seed))).ask(List.of(query)).get(0);
            double off = Math.abs(answer.cells().get(0).value() - truth);
            assertThat(off).isLessThan(2 * answer.cells().get(0).standardError());
            assertThat(answer.diagnosis().orElseThrow().verdict()).isEqualTo(SamplingResult.Verdict.STUCK);
            assertThat(answer.diagnosis().orElseThrow().text()).contains("hard constraints divide the states");
            farthest = Math.max(farthest, off);
        }
        assertThat(farthest).isGreaterThan(0.05);
    }
}
