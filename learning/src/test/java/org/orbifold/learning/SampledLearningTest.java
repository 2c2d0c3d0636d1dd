package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

class SampledLearningTest {

    private static final String FORMULAS = "F(p,p)\nS(p)\nF(x,y)\nF(x,y) ^ F(y,z) => F(x,z)\n"
            + "F(x,y) => (S(x) <=> S(y))\nS(x)\n";

    /** Tables so small that no block holds all atoms of a world: else there is no noise. */
    private static final int ENTRIES = 4;

    private static Database world(MarkovLogic network, int people) throws IOException {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < people; i++) {
            text.append(random.nextBoolean() ? "" : "!").append("S(P").append(i).append(") ");
            for (int j = 0; j < people; j++) {
                if (random.nextInt(3) == 0) {
                    text.append("F(P").append(i).append(",P").append(j).append(") ");
                }
            }
        }
        return LogicFiles.parseDatabase(network, text.toString());
    }

    private static SampledLearning.Outcome sampled(MarkovLogic network, List<Database> databases, List<String> query,
            long seed, int threads, Budget budget) {
        Worlds worlds = new Worlds(network, databases, query, 1_000_000);
        int n = worlds.instances().list().size();
        double[] precision = new double[n];
        Arrays.fill(precision, 0.25);
        return new SampledLearning(FreeWeights.untied(new double[n], i -> true), precision, 0,
                new ObservedCounts.Known(worlds.counts()), new PersistentChains(worlds.counters().stream()
                .map(FormulaCounter::ground).toList(), worlds.generic(), seed, 0, ENTRIES, Spread.threads(threads),
                budget),
                new LearningCheckpoint(null, 0, "", budget), budget).run(new double[n], (step, value, gradient) -> { });
    }

    /** The first step is shorter where sweeps are slow beside the time; a limit that is wide enough changes nothing. */
    @Test
    void theFirstStepFitsIntoTheTime() throws IOException {
        assertThat(SampledLearning.firstSweeps(1e-3, 60)).isEqualTo(100);
        assertThat(SampledLearning.firstSweeps(0.1, 60)).isEqualTo(60);
        assertThat(SampledLearning.firstSweeps(2, 60)).isEqualTo(20);
        MarkovLogic network = LogicFiles.parseNetwork(FORMULAS);
        List<Database> worlds = List.of(world(network, 3));
        assertThat(sampled(network, worlds, List.of(), 7, 1, Budget.ofSeconds(10_000)).point())
                .isEqualTo(sampled(network, worlds, List.of(), 7, 1, Budget.unlimited()).point());
    }

    /**
     * Sampled weights are where exact ones are, up to the error that they state. The seeds are fixed; with others, one
     * of these 14 weights would be more than 4.5 errors away about once in 10,000 runs.
     */
    @Test
    void withinItsErrorOfExactLearning() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(FORMULAS);
        List<Database> worlds = List.of(world(network, 3), world(network, 4));
        for (List<String> query : List.of(List.<String>of(), List.of("F"))) {
            LearningResult exact = WeightLearning.on(network, worlds).withOptions(LearningOptions.defaults()
                    .withQuery(query.toArray(String[]::new)).withPrior(Prior.gaussian(2))
                    .withObjective(query.isEmpty() ? LearningObjective.LIKELIHOOD : LearningObjective.CONDITIONAL))
                    .run();
            assertThat(exact.sampled()).isFalse();
            SampledLearning.Outcome sampled = sampled(network, worlds, query, 7, 2, Budget.unlimited());
            assertThat(sampled.converged()).isTrue();
            for (int i = 0; i < sampled.point().length; i++) {
                LearnedFormula formula = exact.formulas().get(i);
                assertThat(sampled.samplingErrors()[i]).isLessThanOrEqualTo(0.11 * formula.standardError());
                assertThat(sampled.point()[i]).as(formula.text())
                        .isCloseTo(formula.weight(), within(4.5 * sampled.samplingErrors()[i] + 1e-9));
                assertThat(sampled.errors()[i]).isCloseTo(formula.standardError(),
                        within(0.2 * formula.standardError()));
            }
        }
    }

    @Test
    void sameBitsForAnyThreads() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(FORMULAS);
        List<Database> worlds = List.of(world(network, 3));
        double[] one = sampled(network, worlds, List.of(), 3, 1, Budget.unlimited()).point();
        assertThat(sampled(network, worlds, List.of(), 3, 3, Budget.unlimited()).point()).isEqualTo(one);
        assertThat(sampled(network, worlds, List.of(), 4, 3, Budget.unlimited()).point()).isNotEqualTo(one);
    }

    /** A network too wide for exact sums is sampled, and says so; without time there is no answer. */
    @Test
    void wideNetworksAreSampled() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(FORMULAS);
        WeightLearning learning = WeightLearning.on(network, List.of(world(network, 12)));
        LearningOptions options = LearningOptions.defaults().withObjective(LearningObjective.LIKELIHOOD);
        LearningResult result = learning.withOptions(options.withSeconds(6).withPrior(Prior.gaussian(2))).run();
        assertThat(result.sampled()).isTrue();
        assertThat(result.method()).startsWith("sampled, since the exact one is not affordable");
        assertThat(result.value()).isNaN();
        assertThat(result.formulas()).allMatch(formula -> formula.samplingError() > 0);
        assertThatThrownBy(() -> sampled(network, List.of(world(network, 12)), List.of(), 1, 1,
                Budget.ofSeconds(0))).isInstanceOf(OutOfTimeException.class);
    }

    /**
     * With an L1 penalty and missing atoms, summed out or sampled: where exact learning is, up to the stated error. The
     * seeds are fixed; with others, one of these 12 weights would be more than 4.5 errors away about once in 10,000
     * runs.
     */
    @Test
    void penaltiesAndMissingAtomsAsInExactLearning() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(FORMULAS);
        Database missing = LogicFiles.parseDatabase(network, "?S(P0) S(P1) ?S(P2) F(P0,P1) ?F(P1,P2) F(P2,P3) F(P3,P3) "
                + "?F(P0,P3) F(P1,P0) !S(P3)");
        List<Database> worlds = List.of(missing, world(network, 3), world(network, 4));
        for (double l1 : new double[] {0, 1.5}) {
            Prior prior = new Prior(2, l1);
            LearningResult exact = WeightLearning.on(network, worlds).withOptions(LearningOptions.defaults()
                    .withPrior(prior).withObjective(LearningObjective.LIKELIHOOD)).run();
            for (boolean summed : l1 == 0 ? new boolean[] {true, false} : new boolean[] {false}) {
                Worlds all = new Worlds(network, worlds, List.of(), 1_000_000);
                Spread spread = Spread.threads(2);
                Budget budget = Budget.unlimited();
                ObservedCounts observed = summed ? new ObservedCounts.Summed(all.missingPartition(spread, budget))
                        : new ObservedCounts.Sampled(new PersistentChains(all.incomplete().stream()
                        .map(FormulaCounter::groundMissing).toList(), all.generic(), 5, 3, ENTRIES, spread, budget),
                        all.completeCounts());
                double[] precision = {0.25, 0.25, 0.25, 0.25};
                SampledLearning.Outcome sampled = new SampledLearning(FreeWeights.untied(new double[4], i -> true),
                        precision, l1, observed, new PersistentChains(all.counters().stream()
                        .map(FormulaCounter::ground).toList(), all.generic(), 5, 0, ENTRIES, spread, budget),
                        new LearningCheckpoint(null, 0, "", budget), budget).run(new double[4],
                        (step, value, g) -> { });
                assertThat(sampled.converged()).isTrue();
                for (int i = 0; i < 4; i++) {
                    LearnedFormula formula = exact.formulas().get(i);
                    assertThat(sampled.point()[i]).as(formula.text() + " " + prior + summed).isCloseTo(formula.weight(),
                            within(4.5 * sampled.samplingErrors()[i] + 1e-9));
                    assertThat(sampled.errors()[i]).isCloseTo(formula.standardError(),
                            within(0.25 * formula.standardError()));
                    assertThat(sampled.data()[i]).isCloseTo(formula.dataCount(), within(0.3));
                }
            }
            if (l1 > 0) {
                assertThat(exact.weights()).as("the penalty matters").contains(0.0);
            }
        }
    }
}
