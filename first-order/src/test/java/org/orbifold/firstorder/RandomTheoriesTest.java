package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;

/** All marginals and log Z of random networks, against all states of the ground model. */
class RandomTheoriesTest {

    private static final int NETWORKS = 500;

    @Test
    void marginalsAreThoseOfAllWorlds() throws IOException {
        int compared = 0;
        int quantified = 0;
        int contradictory = 0;
        for (long seed = 1; compared < NETWORKS; seed++) {
            RandomTheories theory = new RandomTheories(seed, seed % 3 == 0 ? 3 : 2, seed % 2 == 0 ? 2 : 0, true);
            String answer = compare(theory, seed);
            compared += answer.equals("compared") ? 1 : 0;
            contradictory += answer.equals("contradiction") ? 1 : 0;
            quantified += answer.equals("compared") && theory.network().matches("(?s).*(EXIST|FORALL|exists).*") ? 1 : 0;
        }
        assertThat(quantified).isGreaterThan(NETWORKS / 5);
        assertThat(contradictory).isGreaterThan(0);
    }

    private static String compare(RandomTheories theory, long seed) throws IOException {
        String text = "seed " + seed + "\n" + theory.network() + theory.database();
        MarkovLogic network = LogicFiles.parseNetwork(theory.network());
        Database database = LogicFiles.parseDatabase(network, theory.database());
        GroundingOptions options = GroundingOptions.defaults().withOpen(network.predicates().stream()
                .map(Predicate::name).toArray(String[]::new));
        LiftedInference question = LiftedInference.on(database, options).withThreads(1);
        LiftedPlan plan = question.plan();
        if (!plan.lifted()) {
            assertThat(plan.description()).as(text).contains("logical variables");
            return "refused";
        }
        GraphicalModel model;
        GroundNetwork ground;
        ExactResult truth;
        try {
            ground = Grounder.ground(database, options);
            model = ground.model();
            if (model.variableCount() > 15) {
                return "large";
            }
            truth = BruteForce.solve(model);
        } catch (ContradictionException e) {
            assertThat(question.plan().lifted()).isTrue();
            try {
                question.run();
            } catch (ContradictionException same) {
                return "contradiction";
            }
            throw new AssertionError("a contradiction was not found: " + text, e);
        }
        LiftedResult result = question.run();
        assertThat(result.logPartition()).as(text).isCloseTo(truth.logPartition(), within(1e-9));
        for (Predicate predicate : network.predicates()) {
            result.forEachAtom(predicate.name(), (name, probability) -> assertThat(probability).as(name + "\n" + text)
                    .isCloseTo(ground.probability(name, truth.marginals()), within(1e-9)));
        }
        return "compared";
    }
}
