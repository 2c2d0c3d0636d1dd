package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.inference.Inference;
import org.orbifold.inference.MapResult;
import org.orbifold.inference.Query;
import org.orbifold.inference.Samples;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

class QuestionsExampleTest {

    @Test
    void questions() {
        GraphicalModel model = GraphicalModel.builder().binary("Rain", "Sprinkler", "Wet")
                .clause(2, "Rain=0", "Wet=1").clause(2, "Sprinkler=0", "Wet=1").conjunction(-1, "Rain=1").build();
        // region questions
        Inference inference = Inference.on(model).withEvidence(Evidence.of(2, 1));
        MapResult best = inference.mostProbable();
        Samples samples = inference.sample(1000, 1);
        Query.Answer answer = inference.ask(List.of(Query.parse("P(Rain=1 | Sprinkler=0)", model))).get(0);
        double unsure = Inference.on(model).withEvidence(Evidence.none().withLikelihood(2, 0.2, 0.8))
                .ask(List.of(Query.parse("P(Rain=1)", model))).get(0).cells().get(0).value();
        // end region
        assertThat(best.state()).hasSize(3);
        assertThat(best.isProved()).isTrue();
        assertThat(samples.states()).hasSize(1000);
        assertThat(answer.cells().get(0).value()).isCloseTo(1 / (1 + Math.E), within(1e-12));
        assertThat(unsure).isBetween(0.0, 1.0);
    }
}
