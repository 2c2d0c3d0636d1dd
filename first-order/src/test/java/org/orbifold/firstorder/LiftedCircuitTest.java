package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.logic.Database;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.WeightedSentence;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** Circuits: log Z against the ground model, and expected counts against its derivatives. */
class LiftedCircuitTest {

    private static final double STEP = 1e-4;

    /** The formulas with their weights as parameters, in order; hard ones have none. */
    private static LiftedCircuit compile(MarkovLogic network) {
        List<LiftedCircuit.Weighted> formulas = new ArrayList<>();
        int parameter = 0;
        for (WeightedSentence formula : network.formulas()) {
            formulas.add(new LiftedCircuit.Weighted(formula.sentence(), formula.hard() ? -1 : parameter++));
        }
        return LiftedCircuit.compile(network, formulas);
    }

    private static double[] weights(MarkovLogic network) {
        return network.formulas().stream().filter(formula -> !formula.hard())
                .mapToDouble(formula -> formula.weight().getAsDouble()).toArray();
    }

    private static LiftedCircuit.Expectation evaluate(MarkovLogic network) {
        return compile(network).evaluate(Database.empty(network), weights(network), Budget.unlimited());
    }

    private static double groundLogPartition(MarkovLogic network) {
        try {
            return GroundTruth.of(Grounder.ground(Database.empty(network), GroundingOptions.defaults()).model(), 1e8)
                    .map(ExactResult::logPartition).orElse(Double.NaN);
        } catch (ContradictionException e) {
            return Double.NEGATIVE_INFINITY;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void logPartitionIsThatOfTheGroundModel(int people) throws IOException {
        int compared = 0;
        for (long seed = 1; compared < 25; seed++) {
            MarkovLogic network = LogicFiles.parseNetwork(
                    new RandomTheories(seed, people, seed % 2 == 0 ? 1 + (int) (seed % 3) : 0, false).network());
            double truth = groundLogPartition(network);
            LiftedCircuit.Expectation found;
            try {
                found = evaluate(network);
            } catch (NotLiftableException e) {
                continue;
            }
            if (truth == Double.NEGATIVE_INFINITY) {
                assertThat(found.logPartition()).as("seed " + seed).isEqualTo(truth);
            } else if (!Double.isNaN(truth)) {
                assertThat(found.logPartition()).as("seed " + seed + "\n" + network.formulas())
                        .isCloseTo(truth, within(1e-9 * Math.max(1, Math.abs(truth))));
                compared++;
            }
        }
    }

    /** The expected number of true groundings is the derivative of log Z by the weight. */
    @Test
    void expectedCountsAreDerivatives() throws IOException {
        int compared = 0;
        for (long seed = 1; compared < 40; seed++) {
            MarkovLogic network = LogicFiles.parseNetwork(
                    new RandomTheories(seed, 4, seed % 2 == 0 ? 2 : 0, false).network());
            double[] weights = weights(network);
            LiftedCircuit circuit;
            try {
                circuit = compile(network);
            } catch (NotLiftableException e) {
                continue;
            }
            Database nothing = Database.empty(network);
            LiftedCircuit.Expectation found = circuit.evaluate(nothing, weights, Budget.unlimited());
            for (int p = 0; p < weights.length && found.logPartition() > Double.NEGATIVE_INFINITY; p++) {
                double[] more = weights.clone();
                more[p] += STEP;
                double[] less = weights.clone();
                less[p] -= STEP;
                double derivative = (circuit.evaluate(nothing, more, Budget.unlimited()).logPartition()
                        - circuit.evaluate(nothing, less, Budget.unlimited()).logPartition()) / (2 * STEP);
                assertThat(found.expected()[p]).as("seed " + seed + ", parameter " + p)
                        .isCloseTo(derivative, within(1e-5));
                compared++;
            }
        }
    }

    /** Three variables and no pairs of equal ones: circuits reach further than cells. */
    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "1.1 P(x) v Q(y) v S(z)", "0.4 P(x) ^ R(x,y) => S(z)", "P(x) v R(x,y). ; 0.7 S(z)",
        "0.3 R(x,y) ^ x != y", "0.3 R(x,y) v x = y ; 1.2 P(x)", "0.8 R(x,x) <=> P(x) ; 0.3 R(x,y) => P(y)",
        "0.8 R(A,x) v P(x) ; 0.3 R(x,y) => P(y)", "0.8 R(A,B) ; 0.3 R(x,y) => P(y)", "0.8 R(A,A) ; 0.3 R(x,A) => P(x)",
        "0.5 FORALL x P(x) v Q(y)"})
    void formulasThatCellsDoNotTake(String formulas) throws IOException {
        for (int people = 2; people <= 4; people++) {
            String names = "A, B, C, D".substring(0, 3 * people - 2);
            MarkovLogic network = LogicFiles.parseNetwork("person = {" + names + "}\nP(person)\nQ(person)\nS(person)\n"
                    + "R(person,person)\n" + formulas.replace(" ; ", "\n") + "\n");
            double truth = groundLogPartition(network);
            assertThat(truth).isNotNaN();
            assertThat(evaluate(network).logPartition()).as(formulas).isCloseTo(truth, within(1e-9));
        }
    }

    /** One circuit serves all sizes of the domain. */
    @Test
    void oneCircuitForAllDomains() throws IOException {
        String text = "P(person)\nR(person,person)\n0.3 R(x,y) => P(y)\n-0.4 P(x)\n";
        LiftedCircuit circuit = compile(LogicFiles.parseNetwork("person = {A1}\n" + text));
        for (int people : new int[] {1, 2, 3, 7, 40}) {
            StringBuilder names = new StringBuilder("A1");
            for (int i = 2; i <= people; i++) {
                names.append(", A").append(i);
            }
            MarkovLogic network = LogicFiles.parseNetwork("person = {" + names + "}\n" + text);
            double expected = LiftedInference.on(network).run().logPartition();
            assertThat(circuit.evaluate(Database.empty(network), new double[] {0.3, -0.4}, Budget.unlimited())
                    .logPartition()).isCloseTo(expected, within(1e-11 * expected));
        }
    }

    /** A formula about nobody says nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"1 P(x) v Old(y)", "P(x) ^ Old(y).", "P(x) ^ Old(y). ; 0.7 P(x)", "0.4 Old(y) ; 1 P(x)"})
    void emptyTypes(String formulas) throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("thing = {}\nperson = {A, B}\nP(person)\nOld(thing)\n"
                + formulas.replace(" ; ", "\n") + "\n");
        assertThat(evaluate(network).logPartition()).isCloseTo(groundLogPartition(network), within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 R(x,y) ^ R(y,z) => R(x,z)", "1 EXIST y R(x,y)"})
    void refusesWhatTheRulesDoNotTakeApart(String formula) throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("person = {A, B}\nR(person,person)\n" + formula + "\n");
        assertThatThrownBy(() -> compile(network)).isInstanceOf(NotLiftableException.class);
    }

    @Test
    void endsWithTheBudget() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("person = {1, ..., 3000}\nP(person)\nQ(person)\nS(person)\n"
                + "R(person,person)\n0.1 R(x,y) ^ P(x) ^ Q(x) => S(y)\n0.2 R(x,y) => P(y) v Q(y)\n");
        LiftedCircuit circuit = compile(network);
        assertThatThrownBy(() -> circuit.evaluate(Database.empty(network), weights(network), Budget.ofSeconds(0.05)))
                .isInstanceOf(OutOfTimeException.class);
    }
}
