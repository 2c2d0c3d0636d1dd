package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Sentence;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** Empty types, single elements, bounds beyond the domain, contradictions, reflexive evidence, large weights. */
class EdgeCasesTest {

    private static final String PEOPLE = "person = {A,B,C}\nP(person)\nQ(person)\nR(person,person)\n";
    private static final double ANY = Double.POSITIVE_INFINITY;

    private static String lines(String text) {
        return text.replace(" ; ", "\n") + "\n";
    }

    /** A formula about nobody says nothing, whatever else it says. */
    @ParameterizedTest
    @ValueSource(strings = {
        "1 P(x) v Old(y)",
        "P(x) ^ Old(y).",
        "0.5 EXIST y Old(y) ; 1 P(x)",
        "0.5 P(x) v FORALL y Old(y)",
        "FORALL y (P(A) ^ Old(y)). ; 1 P(x)", "P(x) v (FORALL y (Old(y) ^ Q(A))).", "\\exists_{=0} y Old(y). ; 1 P(x)",
        "1 Q(x) <=> (\\exists_{>=1} y Old(y))", "P(A) ^ FORALL y Old(y)."})
    void emptyTypes(String formulas) throws IOException {
        String text = "thing = {}\n" + PEOPLE + "Old(thing)\n" + lines(formulas);
        assertThat(LiftedComparison.compare(text, "", ANY, ANY))
                .isEqualTo(LiftedComparison.Outcome.COMPARED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.6 EXIST y (R(x,y) ^ x != y)", "0.4 R(x,y) ^ x != y", "1 \\exists_{=1} y R(x,y)",
        "1 \\exists_{>=2} y R(x,y) ; 0.3 R(x,x)", "|P(x)| = 1. ; 2 R(x,y) => P(y)", "0.3 P(A) v R(x,A)"})
    void typesWithOneElement(String formulas) throws IOException {
        String text = "person = {A}\nP(person)\nR(person,person)\n" + lines(formulas);
        assertThat(LiftedComparison.compare(text, "", ANY, ANY))
                .isEqualTo(LiftedComparison.Outcome.COMPARED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "0.3 \\exists_{=7} y R(x,y) ; 0.4 \\exists_{>=4} y R(x,y) ; 0.2 \\exists_{<=3} y R(x,y) ; 1.1 R(x,x)#",
        "0.3 \\exists_{=3} y R(x,y) ; 0.4 \\exists_{>=3} y R(x,y) ; 0.2 \\exists_{=0} y R(x,y)#R(A,A) ; !R(B,B)",
        "0.3 \\exists_{=2} y R(x,y) ; 0.4 \\exists_{>=2} y R(y,x) ; 0.7 R(x,y) => P(x)#!R(C,C)",
        "|R(x,y)| = 9. ; 0.3 R(x,y) => P(x)#",
        "|R(x,y)| = 8. ; 0.3 R(x,y) => P(x)#",
        "|R(x,y)| <= 100. ; 0.3 R(x,y) => P(x)#",
        "|R(x,x)| = 2. ; 0.3 R(x,y) => P(x)#", "1.3 |P(x)| = 2 ; |Q(x)| <= 0. ; 0.3 R(x,y) => P(x)#",
        "0.8 |P(x)| >= 3 ; 0.3 R(x,y) => P(x)#P(B)", "0.7 R(x,y)#R(A,A) ; 0.7 R(B,B) ; 0.2 R(A,B)",
        "0.7 R(x,y) => P(x)#0.7 R(A,A) ; 0.8 R(A,A) ; 0.9 P(B)", "0.7 R(A,A) <=> P(x) ; 1.2 R(x,A) v R(A,x)#R(A,A)",
        "0.7 FORALL x R(x,x) ; 1 EXIST x,y (R(x,y) ^ x != y)#",
        "0.7 FORALL x EXIST y R(x,y) ; 1 EXIST x FORALL y R(x,y)#",
        "1 (P(x) v A = A) ^ Q(x) ; 0.4 A = B v P(x)#",
        "0 P(x) ; 0.0 EXIST y R(x,y)#",
        "1 P(x) v !P(x) ; 2 P(x) ^ !P(x)#",
        "800 P(x) ^ R(x,y) => P(y) ; -900 Q(x)#", "1e6 P(x) ^ R(x,y) => P(y) ; -1e6 EXIST y R(x,y)#",
        "(EXIST y R(x,y)) <=> P(x). ; -4 R(x,y)#!P(A)"})
    void boundsAndEvidence(String formulas, String evidence) throws IOException {
        String known = evidence == null ? "" : lines(evidence);
        assertThat(LiftedComparison.compare(PEOPLE + lines(formulas), known, ANY, ANY))
                .isEqualTo(LiftedComparison.Outcome.COMPARED);
    }

    /** The weights of all worlds are 0, but those of both signs leave an error bound in any precision. */
    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "1 P(x) ; P(x). ; !P(x) v Q(x).#!Q(A)",
        "P(x) ^ !P(x).#",
        "|R(x,y)| >= 10. ; 0.3 P(x)#",
        "0.3 EXIST y R(x,y) ; EXIST y R(x,y). ; !R(x,y).#",
        "0.3 Q(x) ^ EXIST y R(x,y) ; EXIST y !R(x,y). ; \\exists_{=3} y R(x,y).#",
        "0.7 R(x,y) => P(x) ; (EXIST y (R(x,y) ^ Q(y))) ^ (FORALL y (R(x,y) => !Q(y))).#0.8 P(A)"})
    void contradictionsAreFoundAtOnce(String formulas, String evidence) throws IOException {
        String known = evidence == null ? "" : lines(evidence);
        assertThat(LiftedComparison.compare(PEOPLE + lines(formulas), known, ANY, ANY))
                .isEqualTo(LiftedComparison.Outcome.CONTRADICTION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e18 P(x) ^ R(x,y) => P(y)", "-1e300 EXIST y R(x,y)"})
    void weightsBeyondAllBoundsAreRefused(String formula) throws IOException {
        assertThat(LiftedInference.on(LogicFiles.parseNetwork(PEOPLE + formula + "\n")).plan().toString())
                .startsWith("not lifted: a weight of ");
    }

    /** All rows of R are non-empty, so that all of a row being false has probability 0 by terms that cancel. */
    @Test
    void jointsOfImpossibleStatesAreZero() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(PEOPLE + "0.7 R(x,x)\nEXIST y R(x,y).\n");
        double[] joint = LiftedInference.on(network).joint(List.of(Sentence.atom("R", "A", "A"),
                Sentence.atom("R", "A", "B"), Sentence.atom("R", "A", "C")));
        double all = 3 + 4 * Math.exp(0.7);
        for (int state = 0; state < 8; state++) {
            double expected = state == 0 ? 0 : (state >= 4 ? Math.exp(0.7) : 1) / all;
            assertThat(joint[state]).isCloseTo(expected, within(1e-12));
        }
    }

    @Test
    void aConstantThatIsNoneIsNotEverybody() throws IOException {
        LiftedInference question = LiftedInference.on(LogicFiles.parseNetwork(PEOPLE + "0.7 R(x,y) => P(x)\n"));
        assertThatThrownBy(() -> question.joint(List.of(Sentence.atom("P", "Zed"))))
                .isInstanceOf(NotLiftableException.class).hasMessageContaining("the constant Zed, which is no person");
    }

    /** Nested counts of two dozen people: years of work, of which the plan knows, and which ends with the budget. */
    @Test
    void largeCountsEndWithTheBudget() throws IOException {
        String people = "person = {1, ..., 24}\nP(person)\nR(person,person)\n";
        LiftedInference question = LiftedInference.on(LogicFiles.parseNetwork(people
                + "0.3 \\exists_{=2} y (R(x,y) ^ \\exists_{=1} z R(y,z))\n"));
        assertThat(question.plan().operations()).isGreaterThan(1e12);
        long began = System.nanoTime();
        assertThatThrownBy(() -> question.withBudget(Budget.ofSeconds(0.2)).run())
                .isInstanceOf(OutOfTimeException.class);
        assertThat((System.nanoTime() - began) / 1e9).isLessThan(5);
    }
}
