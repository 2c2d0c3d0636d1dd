package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.inference.Inference;
import org.orbifold.inference.MapResult;
import org.orbifold.inference.Query;
import org.orbifold.inference.Samples;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** The Java code of the pages in {@code docs/tasks}. */
class QuestionsExampleTest {

    private final GraphicalModel model = GraphicalModel.builder().binary("Rain", "Sprinkler", "Wet")
            .clause(2, "Rain=0", "Wet=1").clause(2, "Sprinkler=0", "Wet=1").conjunction(-1, "Rain=1").build();

    @Test
    void mostProbable() {
        // region map
        MapResult best = Inference.on(model).withEvidence(Evidence.of(model, "Wet=1")).mostProbable();
        int[] state = best.state();
        boolean proved = best.isProved();
        // end region
        assertThat(state).hasSize(3);
        assertThat(proved).isTrue();
    }

    @Test
    void samples() {
        // region samples
        Samples samples = Inference.on(model).sample(1000, 1);        // how many, and the seed
        List<int[]> states = samples.states();
        // end region
        assertThat(states).hasSize(1000);
    }

    @Test
    void queries() {
        // region queries
        Inference inference = Inference.on(model).withEvidence(Evidence.of(model, "Wet=1"));
        Query.Answer answer = inference.ask(List.of(Query.parse("P(Rain=1 | Sprinkler=0)", model))).get(0);
        double probability = answer.cells().get(0).value();
        // end region
        assertThat(probability).isCloseTo(1 / (1 + Math.E), within(1e-12));
    }

    @Test
    void evidence() {
        // region evidence
        Inference inference = Inference.on(model).withEvidence(Evidence.of(model, "Wet=1"));
        Marginals wet = inference.run().marginals();
        Marginals dry = inference.withEvidence(Evidence.of(model, "Wet=0")).run().marginals();      // reuses the plan
        Evidence unsure = Evidence.none().withLikelihood(model, "Wet", 0.2, 0.8);                   // soft evidence
        double rain = inference.withEvidence(unsure).run().marginals().probability("Rain", "1");
        // end region
        assertThat(wet.probability("Rain", "1")).isGreaterThan(dry.probability("Rain", "1"));
        assertThat(rain).isBetween(dry.probability("Rain", "1"), wet.probability("Rain", "1"));
    }
}
