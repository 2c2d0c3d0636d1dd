package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.logic.Sentence;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

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
            quantified += answer.equals("compared")
                    && theory.network().matches("(?s).*(EXIST|FORALL|exists).*") ? 1 : 0;
        }
        assertThat(quantified).isGreaterThan(NETWORKS / 5);
        assertThat(contradictory).isGreaterThan(0);
    }

    /** Up to 12 people, without quantifiers, where the ground model is narrow. */
    @Test
    void marginalsAreThoseOfTheGroundModel() throws IOException {
        int compared = 0;
        for (long seed = 1; compared < 60; seed++) {
            RandomTheories theory = new RandomTheories(seed, 4 + (int) (seed % 9), seed % 2 == 0 ? 2 : 0, false);
            MarkovLogic network = LogicFiles.parseNetwork(theory.network());
            Database database = LogicFiles.parseDatabase(network, theory.database());
            GroundingOptions options = GroundingOptions.defaults().withOpen(network.predicates().stream()
                    .map(Predicate::name).toArray(String[]::new));
            LiftedInference question = LiftedInference.on(database, options);
            LiftedPlan plan = question.plan();
            try {
                GroundNetwork ground = Grounder.ground(database, options);
                ContractionPlan tree = ContractionPlan.of(ground.model());
                if (!plan.lifted() || tree.cost(1L << 28, Budget.unlimited()).operations() > 3e6) {
                    continue;
                }
                ExactResult truth = tree.solve(ExactOptions.defaults());
                LiftedResult result = question.run();
                assertThat(result.logPartition()).as("seed " + seed).isCloseTo(truth.logPartition(), within(1e-9));
                for (Predicate predicate : network.predicates()) {
                    String text = "seed " + seed + "\n" + theory.network() + theory.database();
                    result.forEachAtom(predicate.name(), (name, probability) -> assertThat(probability)
                            .as(name + "\n" + text)
                            .isCloseTo(ground.probability(name, truth.marginals()), within(1e-9)));
                }
                compared++;
            } catch (ContradictionException e) {
                // Random hard formulas may leave no world; the other test compares that.
                continue;
            }
        }
    }

    /** The two ways to sum over histograms agree where both apply: positive weights, evidence classes, two types. */
    @Test
    void bothSumsAgree() throws IOException {
        int compared = 0;
        for (long seed = 1; compared < 40; seed++) {
            RandomTheories theory = new RandomTheories(seed, 9, seed % 2 == 0 ? 3 : 0, false);
            MarkovLogic network = LogicFiles.parseNetwork(theory.network());
            Database database = LogicFiles.parseDatabase(network, theory.database());
            GroundingOptions options = GroundingOptions.defaults().withOpen(network.predicates().stream()
                    .map(Predicate::name).toArray(String[]::new));
            LiftedInference question = LiftedInference.on(database, options).withThreads(2);
            if (!question.plan().lifted() || question.plan().operations() > 1e5) {
                continue;
            }
            // A count that never restricts anything but is not known to be idle makes polynomials necessary.
            CountingProblem counted = CountingProblem.of(database, options).withFactor(
                    new Sentence.Counted(1, Integer.MAX_VALUE, List.of("x"),
                            Sentence.or(Sentence.atom("P", "x"),
                            Sentence.not(Sentence.atom("P", "x")))),
                    new CountingProblem.Weights(Weight.ONE, Weight.ZERO));
            try {
                LiftedResult logs = question.run();
                LiftedResult balls = LiftedInference.on(counted).run();
                assertThat(balls.logPartition()).as("seed " + seed).isCloseTo(logs.logPartition(), within(1e-9));
                for (Predicate predicate : network.predicates()) {
                    Map<String, Double> left = new LinkedHashMap<>();
                    logs.forEachAtom(predicate.name(), left::put);
                    String text = " of seed " + seed;
                    balls.forEachAtom(predicate.name(), (name, probability) -> assertThat(left.get(name))
                            .as(name + text).isCloseTo(probability, within(1e-10)));
                }
                compared++;
            } catch (ContradictionException e) {
                continue;
            }
        }
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
