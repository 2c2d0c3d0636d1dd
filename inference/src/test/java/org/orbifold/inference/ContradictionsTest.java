package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** Contradictions that no propagation of zeros finds are said with their core. */
class ContradictionsTest {

    /** Five variables in a ring: neighbours differ if the sixth is 1, which is impossible. */
    private static final GraphicalModel MODEL = ring();

    private static GraphicalModel ring() {
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 2, 2, 2, 2);
        for (int v = 0; v < 5; v++) {
            int next = (v + 1) % 5;
            double[] logs = IntStream.range(0, 8).mapToDouble(i -> (i & 1) == 1 && (i >> 2 & 1) == (i >> 1 & 1)
                    ? Double.NEGATIVE_INFINITY : 0.1 * i).toArray();
            builder.table(new int[] {v, next, 5}, logs);
        }
        return builder.build();
    }

    private static void assertExplains(Runnable question) {
        assertThatThrownBy(question::run).isInstanceOf(ContradictionException.class)
                .hasMessageContaining("these contradict each other, and none can be left out: the observation 5=1; "
                        + "the table over (0, 1, 5); the table over (1, 2, 5)")
                .hasMessageContaining("(4, 0, 5)");
    }

    @Test
    void allQuestions() {
        for (Route route : new Route[] {Route.AUTO, Route.SAMPLE}) {
            Inference inference = Inference.on(MODEL).withEvidence(Evidence.of(5, 1))
                    .withOptions(InferenceOptions.defaults().withRoute(route));
            assertExplains(inference::run);
            assertExplains(inference::mostProbable);
            assertExplains(() -> inference.mostProbable(new int[] {0, 2}));
            assertExplains(() -> inference.sample(1, 1));
            assertExplains(() -> inference.ask(List.of(Query.distribution(0))));
        }
    }

    @Test
    void conditionsOfQueries() {
        assertExplains(() -> Inference.on(MODEL).ask(List.of(Query.event(Formula.is(0, 1))
                .given(new Formula.Atom(Literal.of(5, 1))))));
    }
}
