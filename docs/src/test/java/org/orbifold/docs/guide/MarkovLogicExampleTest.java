package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbifold.logic.Sentence.and;
import static org.orbifold.logic.Sentence.atom;
import static org.orbifold.logic.Sentence.implies;

import org.junit.jupiter.api.Test;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.GroundingSize;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;

/** The Java code of {@code docs/reference/markov-logic.md}. */
class MarkovLogicExampleTest {

    @Test
    void runs() {
        // region network
        MarkovLogic network = MarkovLogic.builder()
                .type("person", "Guy", "Nima", "Wannes", "Jesse", "Luc")
                .predicate("friends", "person", "person")
                .predicate("smokes", "person")
                .formula(2, implies(and(atom("friends", "x", "y"), atom("smokes", "x")), atom("smokes", "y")))
                .build();
        Database database = Database.builder(network).add("smokes", "Guy").build();
        Grounder grounder = Grounder.plan(database, GroundingOptions.defaults().withQuery("smokes"));
        GroundingSize size = grounder.size();              // before anything is made
        GroundNetwork ground = grounder.ground();
        ExactResult exact = ContractionPlan.solve(ground.model());
        double p = ground.probability("smokes(Luc)", exact.marginals());
        // end region
        assertThat(size.variableCount()).isEqualTo(29);
        assertThat(p).isBetween(0.5, 1.0);
    }
}
