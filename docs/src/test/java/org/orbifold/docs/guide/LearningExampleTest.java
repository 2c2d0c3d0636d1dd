package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbifold.logic.Sentence.atom;
import static org.orbifold.logic.Sentence.implies;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.learning.LearningOptions;
import org.orbifold.learning.LearningResult;
import org.orbifold.learning.Prior;
import org.orbifold.learning.WeightLearning;
import org.orbifold.logic.Database;
import org.orbifold.logic.MarkovLogic;

class LearningExampleTest {

    @Test
    void learn() {
        // region learn
        MarkovLogic network = MarkovLogic.builder()
                .predicate("Smokes", "person")
                .predicate("Cancer", "person")
                .formula(implies(atom("Smokes", "x"), atom("Cancer", "x")))
                .build();
        Database world = Database.builder(network).add("Smokes", "Anna").add("Cancer", "Anna").add("Smokes", "Bob")
                .build();
        LearningResult result = WeightLearning.on(network, List.of(world))
                .withOptions(LearningOptions.defaults().withPrior(Prior.gaussian(2)))
                .run();
        double weight = result.formulas().get(0).weight();
        // end region
        assertThat(weight).isBetween(-2.0, 2.0);
    }
}
