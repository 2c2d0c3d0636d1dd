package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.logic.Database;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;

class WorldScoringTest {

    /** Two independent unary atoms of weights 1 and −2, of which three people have some: all in closed form. */
    @Test
    void independentAtoms() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("S(p)\nC(p)\n1 S(x)\n-2 C(x)\n");
        Database world = LogicFiles.parseDatabase(network, "S(A) S(B) C(A) !C(D)");
        WorldScore score = WorldScoring.on(network, List.of(world)).run();
        double s = 1 / (1 + Math.exp(-1));
        double c = 1 / (1 + Math.exp(2));
        double ofS = 2 * Math.log(s) + Math.log(1 - s);
        double ofC = Math.log(c) + 2 * Math.log(1 - c);
        assertThat(score.logLikelihood().orElseThrow()).isCloseTo(ofS + ofC, within(1e-9));
        assertThat(score.pseudoLogLikelihood().orElseThrow()).isCloseTo(ofS + ofC, within(1e-9));
        assertThat(score.atoms()).isEqualTo(6);
        assertThat(score.predicates()).extracting(WorldScore.Predicted::predicate).containsExactly("S", "C");
        assertThat(score.predicates().get(0).conditionalLogLikelihood()).isCloseTo(ofS / 3, within(1e-9));
        assertThat(score.predicates().get(1).conditionalLogLikelihood()).isCloseTo(ofC / 3, within(1e-9));
        // All atoms have the same probability, so precision is the share of true ones.
        assertThat(score.predicates().get(0).area()).isCloseTo(2 / 3.0, within(1e-9));
        assertThat(score.predicates().get(1).positives()).isEqualTo(1);
    }

    /** Given S, an atom of C is predicted by the formula that connects them. */
    @Test
    void queriesAreGivenTheOthers() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("S(p)\nC(p)\n1.5 S(x) => C(x)\n");
        Database world = LogicFiles.parseDatabase(network, "S(A) C(A) S(B) !C(B) !S(D)");
        WorldScore.Predicted cancer = WorldScoring.on(network, List.of(world))
                .withOptions(LearningOptions.defaults().withQuery("C")).run().predicates().get(0);
        double p = 1 / (1 + Math.exp(-1.5));
        assertThat(cancer.conditionalLogLikelihood()).isCloseTo((Math.log(p) + Math.log(1 - p) + Math.log(0.5)) / 3,
                within(1e-9));
        assertThat(cancer.area()).isCloseTo(0.5, within(1e-9));
    }

    /** By hand: true at thresholds 1 and 3 of 4, with one false between. */
    @Test
    void areaUnderTheCurve() {
        assertThat(RecallCurve.area(new double[] {0.9, 0.8}, new boolean[] {true, false})).isEqualTo(1);
        assertThat(RecallCurve.area(new double[] {0.1, 0.8}, new boolean[] {false, false})).isNaN();
        // From (1 hit, 1 miss) to (2 hits, 1 miss): the integral of t / (t + 1).
        assertThat(RecallCurve.area(new double[] {0.9, 0.8, 0.7, 0.6}, new boolean[] {true, false, true, false}))
                .isCloseTo((1 + 1 - Math.log(3 / 2.0)) / 2, within(1e-12));
        double[] equal = {0.5, 0.5, 0.5, 0.5};
        assertThat(RecallCurve.area(equal, new boolean[] {true, false, false, false})).isCloseTo(0.25, within(1e-12));
        double[] nearly = {0.5, 0.5 - 1e-14, 0.5 + 1e-14, 0.5};
        assertThat(RecallCurve.area(nearly, new boolean[] {true, false, false, false})).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void formulasNeedWeights() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("S(p)\nS(x)\n");
        Database world = LogicFiles.parseDatabase(network, "S(A)");
        assertThatThrownBy(() -> WorldScoring.on(network, List.of(world))).hasMessageContaining("has no weight");
    }

    /** Predicates without a formula of their own get one; its weight is the log-odds where nothing else is said. */
    @Test
    void units() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("S(p)\nF(p,p)\n*G(p)\nC(p,c!)\nS(x)\nF(x,x)\nG(x) => S(x)\n")
                .withUnits();
        assertThat(network.formulas()).extracting(formula -> formula.sentence().toString())
                .containsExactly("S(x)", "F(x,x)", "G(x) => S(x)", "F(x1,x2)");
        assertThat(network.withUnits().formulas()).hasSize(4);
        MarkovLogic plain = LogicFiles.parseNetwork("S(p)\n").withUnits();
        LearningResult result = WeightLearning.on(plain,
                List.of(LogicFiles.parseDatabase(plain, "S(A) !S(B) !S(D) !S(E)"))).run();
        assertThat(result.formulas().get(0).weight()).isCloseTo(Math.log(1 / 3.0), within(1e-7));
    }
}
