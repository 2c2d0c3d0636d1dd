package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.logic.Database;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.logic.Sentence;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;

/** All marginals and log Z of random networks, against the ground model. */
class RandomTheoriesTest {

    /** Networks of each size; the fuzzer's check {@code first-order} goes on for as long as one likes. */
    private static final int NETWORKS = 8;
    /** Operations of a lifted answer: a second at most; those of the ground one are cheaper. */
    private static final double CHEAP = 1e8;
    /** A theory of ten people whose plan takes seconds to find that it is too costly: nothing would be compared. */
    private static final long SLOW_PLAN = 10_015;

    /** Two and three people by all worlds, more by a contraction tree of the ground model. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void marginalsAreThoseOfTheGroundModel(int people) throws IOException {
        Map<LiftedComparison.Outcome, Integer> outcomes = new EnumMap<>(LiftedComparison.Outcome.class);
        int quantified = 0;
        for (long seed = 1; outcomes.getOrDefault(LiftedComparison.Outcome.COMPARED, 0) < NETWORKS; seed++) {
            int things = seed % 2 == 0 ? 1 + (int) (seed % 3) : 0;
            if (1000 * people + seed == SLOW_PLAN) {
                continue;
            }
            RandomTheories theory = new RandomTheories(1000 * people + seed, people, things, true);
            LiftedComparison.Outcome outcome = LiftedComparison.compare(theory, CHEAP, CHEAP / 10);
            outcomes.merge(outcome, 1, Integer::sum);
            quantified += outcome == LiftedComparison.Outcome.COMPARED
                    && theory.network().matches("(?s).*(EXIST|FORALL|exists|[|]).*") ? 1 : 0;
        }
        assertThat(quantified).isPositive();
        assertThat(outcomes.getOrDefault(LiftedComparison.Outcome.COSTLY, 0)).isLessThan(2 * NETWORKS);
        assertThat(outcomes.getOrDefault(LiftedComparison.Outcome.WIDE, 0)).isLessThan(NETWORKS);
    }

    /** The oracle itself: with variables for parts of wide formulas, the distribution is as before. */
    @Test
    void groundModelsStayTheSameWithNarrowFeatures() throws IOException {
        int compared = 0;
        for (long seed = 1; compared < 40; seed++) {
            RandomTheories theory = new RandomTheories(seed, 2 + (int) (seed % 2), 0, true);
            MarkovLogic network = LogicFiles.parseNetwork(theory.network());
            Database database = LogicFiles.parseDatabase(network, theory.database());
            GroundingOptions options = GroundingOptions.defaults().withOpen(network.predicates().stream()
                    .map(Predicate::name).toArray(String[]::new));
            try {
                GraphicalModel model = Grounder.ground(database, options).model();
                GraphicalModel narrow = GroundTruth.narrow(model);
                if (model.variableCount() > 13 || narrow.variableCount() == model.variableCount()) {
                    continue;
                }
                ExactResult all = BruteForce.solve(model);
                ExactResult tree = ContractionPlan.solve(narrow);
                assertThat(tree.logPartition()).as("seed " + seed).isCloseTo(all.logPartition(), within(1e-10));
                for (int v = 0; v < model.variableCount(); v++) {
                    assertThat(tree.marginals().distribution(v)).as("seed " + seed)
                            .containsExactly(all.marginals().distribution(v), within(1e-10));
                }
                compared++;
            } catch (ContradictionException e) {
                continue;
            }
        }
    }

    /** The two ways to sum over histograms agree where both apply: positive weights, evidence classes, two types. */
    @Test
    void bothSumsAgree() throws IOException {
        int compared = 0;
        for (long seed = 1; compared < 20; seed++) {
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
}
