package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;

/** What results say of themselves, with names. */
class ResultTextTest {

    private static final GraphicalModel MODEL = GraphicalModel.builder().variable("Rain", Domain.of("yes", "no"))
            .variable("Wet \"grass\"", Domain.of("wet", "dry"))
            .potentials(List.of("Rain"), 1, 3)
            .potentials(List.of("Rain", "Wet \"grass\""), 1, 1, 1, 3)
            .build();

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).hasMessageContaining(message);
    }

    @Test
    void mistakesAreNamed() {
        Inference inference = Inference.on(MODEL);
        refused(() -> Inference.on((GraphicalModel) null), "the model is null");
        refused(() -> inference.withEvidence(null), "the evidence is null");
        refused(() -> inference.withOptions(InferenceOptions.defaults().withRoute(null)), "the option route is null");
        refused(() -> inference.run(null), "the progress is null");
        refused(() -> inference.ask(Arrays.asList((Query) null)), "a query is null");
        refused(() -> Query.event(null), "the event is null");
        refused(() -> inference.ask(List.of(Query.event(Formula.is(0, 7)))),
                "P(x0=7) is about value 7 of variable 'Rain'");
        refused(() -> inference.withOptions(InferenceOptions.defaults().withContext(List.of("Rian"))),
                "the model has no variable named 'Rian'; did you mean 'Rain'?");
        refused(() -> inference.withOptions(InferenceOptions.defaults().withPartitions(
                List.of(BlockPartition.singletons(9)))), "partitions of 9 variables; expected 2");
        refused(() -> inference.sample(Integer.MAX_VALUE, 1).size(), "2,147,483,647 samples of 2 variables need");
        refused(() -> inference.ask(List.of(Query.event(Formula.is(1, 0))
                .given(Formula.and(Formula.is(0, 0), Formula.is(0, 1))))),
                "is impossible: it says Rain=yes as well as Rain=no");
    }

    /** Queries that were made of indices are answered by names. */
    @Test
    void queriesByIndicesGetNames() {
        List<Query.Answer> answers = Inference.on(MODEL).ask(List.of(Query.distribution(0),
                Query.event(Formula.is(0, 0)).given(Formula.is(1, 1)), Query.expectation(MODEL.features().get(0))));
        assertThat(answers.get(0).toString()).startsWith("P(Rain), EXACT\nRain=yes: 0.14");
        assertThat(answers.get(1).query()).hasToString("P(Rain=yes | Wet \"grass\"=dry)");
        assertThat(answers.get(1).cells().get(0).value()).isEqualTo(1.0 / 10, within(1e-12));
        assertThat(answers.get(2).query().toString()).startsWith("E(table(Rain)");
    }

    @Test
    void detachedMarginals() {
        DetachedResult result = Inference.on(MODEL).run().detached();
        assertThat(result.toString()).startsWith("EXACT, log Z = 2.639")
                .contains("\nRain: yes 0.142857, no 0.857143\nWet");
    }

    @Test
    void statesOfSamples() {
        Samples samples = Inference.on(MODEL).sample(3, 5);
        assertThat(samples.size()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            assertThat(samples.state(i)).isEqualTo(samples.states().get(i));
        }
        refused(() -> samples.state(3), "state 3 of 3; expected 0 to 2");
    }

    @Test
    void exactMarginals() {
        InferenceResult result = Inference.on(MODEL).run();
        assertThat(result.marginals().probability("Rain", "yes")).isEqualTo(2.0 / 14, within(1e-12));
        assertThat(result.standardError("Rain", "no")).isZero();
        assertThat(result.toString()).startsWith("EXACT, log Z = 2.639").contains("Rain: yes 0.142857, no 0.857143\n");
        assertThat(result.toJson())
                .startsWith("{\"question\":\"marginals\",\"verdict\":\"EXACT\",\"largestError\":0.0,")
                .contains("\"variable\":\"Wet \\\"grass\\\"\",\"values\":[\"wet\",\"dry\"]");
    }

    @Test
    void sampledMarginals() {
        InferenceResult result = Inference.on(MODEL).withEvidence(Evidence.of(MODEL, "Rain=no"))
                .withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE).withEstimator(EstimatorKind.COUNTS)
                        .withSampling(SamplingOptions.defaults().withSamples(200))).run();
        assertThat(result.toString()).startsWith(result.verdict() + ", largest standard error 0.");
        assertThat(result.toJson()).contains("\"probabilities\":[0.0,1.0],\"errors\":[0.0,0.0]");
        assertThat(result.largestError()).isBetween(1e-6, 0.5);
    }

    @Test
    void theMostProbableState() {
        MapResult result = Inference.on(MODEL).mostProbable();
        assertThat(result.lines()).containsExactly("Rain=no", "Wet \"grass\"=dry");
        assertThat(result.value("Rain")).isEqualTo("no");
        assertThat(result.toString()).startsWith("the most probable state (proved), log-weight 2.197")
                .endsWith("Rain=no\nWet \"grass\"=dry");
        assertThat(result.toJson()).startsWith("{\"question\":\"map\",\"proved\":true,")
                .endsWith("\"state\":{\"Rain\":\"no\",\"Wet \\\"grass\\\"\":\"dry\"}}");
        assertThatThrownBy(() -> result.value("Rian")).hasMessageContaining("Rain");
        MarginalMapResult marginal = Inference.on(MODEL).mostProbable(new int[] {0});
        assertThat(marginal.lines()).containsExactly("Rain=no");
        assertThat(marginal.toString()).startsWith("the most probable joint value (proved)").endsWith("Rain=no");
        assertThatThrownBy(() -> marginal.value("Wet \"grass\"")).hasMessageContaining("summed out");
    }

    @Test
    void draws() {
        Samples samples = Inference.on(MODEL).sample(30, 1);
        assertThat(samples.labels(0)).hasSize(2);
        assertThat(samples.toString()).startsWith("30 independent exact draws\nRain,Wet \"grass\"\n").endsWith("\n…");
        assertThat(samples.toString().lines()).hasSize(23);
        assertThatThrownBy(() -> samples.labels(30)).hasMessageContaining("state 30 of 30");
    }

    @Test
    void detachedResultsAreNamesAndNumbers() {
        DetachedResult result = Inference.on(MODEL).run().detached();
        assertThat(result.marginals().get(0).variable()).isEqualTo("Rain");
        assertThat(result.marginals().get(0).probabilities().get(1)).isEqualTo(12.0 / 14, within(1e-12));
        assertThat(result.withMarginals(List.of()).toJson()).endsWith("\"marginals\":[]}");
    }

    @Test
    void numbersOutOfRangeAreNamed() {
        InferenceResult result = Inference.on(MODEL).run();
        assertThatThrownBy(() -> result.standardError(6, 0)).hasMessageContaining("expected 0 to 1");
        assertThatThrownBy(() -> result.marginals().size(6)).hasMessageContaining("expected 0 to 1");
        assertThatThrownBy(() -> result.possibleValues(6)).hasMessageContaining("no variable 6");
        assertThatThrownBy(() -> Inference.on(MODEL).ask(List.of(Query.distribution(6))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("variable 6; expected 0 to 1");
    }

    @Test
    void progressTellsPhases() {
        List<String> phases = new ArrayList<>();
        Progress progress = new Progress() {

            @Override
            public void report(double seconds, long samples, double share, Now marginals) { }

            @Override
            public void phase(String name) {
                phases.add(name);
            }
        };
        Inference.on(MODEL).run(progress);
        assertThat(phases).containsExactly("plan", "exact");
        phases.clear();
        Inference.on(MODEL).withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withSampling(SamplingOptions.defaults().withSamples(50))).run(progress);
        assertThat(phases).containsExactly("plan", "exact", "choose a chain", "sample", "log Z");
    }
}
