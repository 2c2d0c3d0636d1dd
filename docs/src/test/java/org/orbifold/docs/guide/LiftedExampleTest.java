package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.orbifold.logic.Sentence.and;
import static org.orbifold.logic.Sentence.atom;
import static org.orbifold.logic.Sentence.implies;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.firstorder.LiftedInference;
import org.orbifold.firstorder.LiftedResult;
import org.orbifold.logic.MarkovLogic;

/** The Java code of docs/understand/exact.md. */
class LiftedExampleTest {

    @Test
    void lifted() {
        // region lifted
        List<String> people = IntStream.range(0, 10_000).mapToObj(i -> "P" + i).toList();
        MarkovLogic network = MarkovLogic.builder()
                .type("person", people)
                .predicate("Smokes", "person")
                .predicate("Friends", "person", "person")
                .formula(1e-4, implies(and(atom("Friends", "x", "y"), atom("Smokes", "x")), atom("Smokes", "y")))
                .build();
        LiftedResult result = LiftedInference.on(network).run();
        double logZ = result.logPartition();
        double smokes = result.probability("Smokes", "P17");
        // end region
        assertThat(logZ).isGreaterThan(1e8 * Math.log(2));
        assertThat(smokes).isCloseTo(0.5, within(1e-6));
    }
}
