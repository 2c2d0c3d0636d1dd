package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** What results say of themselves, with names. */
class ResultTextTest {

    private static final GraphicalModel MODEL = GraphicalModel.builder().variable("Rain", Domain.of("yes", "no"))
            .variable("Wet \"grass\"", Domain.of("wet", "dry"))
            .potentials(List.of("Rain"), 1, 3)
            .potentials(List.of("Rain", "Wet \"grass\""), 1, 1, 1, 3)
            .build();

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
