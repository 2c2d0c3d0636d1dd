package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;

class GrounderTest {

    private static final GroundingOptions DEFAULTS = GroundingOptions.defaults();

    private static GroundNetwork ground(String network, String database, GroundingOptions options) throws IOException {
        return Grounder.ground(LogicFiles.parseDatabase(LogicFiles.parseNetwork(network), database), options);
    }

    private static final String SMOKERS = """
            Friends(person,person)
            Smokes(person)
            1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
            """;

    @Test
    void listedPredicatesAreClosedWorld() throws IOException {
        GroundNetwork ground = ground(SMOKERS, "Friends(Anna,Bob) ?Friends(Bob,Anna) !Friends(Bob,Bob)", DEFAULTS);
        assertThat(ground.model().variables()).extracting("name")
                .containsExactly("Friends(Bob,Anna)", "Smokes(Anna)", "Smokes(Bob)");
        assertThat(ground.truth("Friends(Anna,Bob)")).isEqualTo(TruthValue.TRUE);
        assertThat(ground.truth("Friends(Anna,Anna)")).isEqualTo(TruthValue.FALSE);
        assertThat(ground.truth("Friends(Bob,Anna)")).isEqualTo(TruthValue.UNKNOWN);
        assertThat(ground.model().features()).hasSize(2).allMatch(Clause.class::isInstance);
        // The groundings Anna-Anna and Bob-Bob hold whatever happens.
        assertThat(ground.model().constant()).isEqualTo(3);
        assertThat(ground.size().features()).isEqualTo(2);
        assertThat(ground.size().variableCount()).isEqualTo(3);
    }

    @Test
    void queriesAndOptionsOpenAndClose() throws IOException {
        String database = "Friends(Anna,Bob) Smokes(Anna)";
        assertThat(ground(SMOKERS, database, DEFAULTS).model().variableCount()).isZero();
        assertThat(ground(SMOKERS, database, DEFAULTS.withQuery("Smokes")).model().variableCount()).isEqualTo(1);
        assertThat(ground(SMOKERS, database, DEFAULTS.withOpen("Smokes,Friends")).model().variableCount()).isEqualTo(4);
        assertThat(ground(SMOKERS, "Friends(Anna,Bob)", DEFAULTS.withClosed("Smokes")).model().variableCount())
                .isZero();
        // A queried atom of a closed world is unknown, its neighbours are not.
        GroundNetwork one = ground(SMOKERS, database, DEFAULTS.withQuery("Smokes(Bob)", "Friends(Anna,Bob)"));
        assertThat(one.model().variables()).extracting("name").containsExactly("Smokes(Bob)");
        assertThat(one.queried()).containsExactly(
                new GroundNetwork.Queried("Smokes(Bob)", 0, -1, TruthValue.UNKNOWN),
                new GroundNetwork.Queried("Friends(Anna,Bob)", -1, -1, TruthValue.TRUE));
        assertThatThrownBy(() -> ground(SMOKERS, database, DEFAULTS.withQuery("Smokes").withClosed("Smokes")))
                .hasMessageContaining("Smokes(person) is closed-world by an option, but queried");
        assertThat(ground(SMOKERS, database, DEFAULTS.withQuery("Smokes(x)")).queried())
                .isEqualTo(ground(SMOKERS, database, DEFAULTS.withQuery("Smokes/1")).queried());
        assertThat(ground(SMOKERS, database, DEFAULTS.withQuery("Friends(x,Bob)")).queried())
                .isEqualTo(ground(SMOKERS, database, DEFAULTS.withQuery("Friends(Anna,Bob)",
                        "Friends(Bob,Bob)")).queried());
        assertThatThrownBy(() -> ground(SMOKERS, database, DEFAULTS.withQuery("Smokes/2")))
                .hasMessageContaining("query:1:8: 'Smokes' has not 2 arguments, expected 1");
        assertThatThrownBy(() -> ground(SMOKERS, database, DEFAULTS.withQuery("Smokes(Carl)")))
                .hasMessageContaining("'Carl', which is no person");
        assertThatThrownBy(() -> ground(SMOKERS, database, DEFAULTS.withOpen("Likes")))
                .hasMessageContaining("open:1:1: there is no predicate 'Likes'");
    }

    @Test
    void exactlyOneIsOneVariable() throws IOException {
        String network = """
                grade = {Good, "so so", Bad}
                Grade(student,course,grade!)
                Clever(student)
                1 Clever(s) => Grade(s,c,Good)
                0.5 Clever(s) => !Grade(s,c,Bad)
                Grade(s,Maths,Bad) => !Grade(s,Logic,Good).
                """;
        GroundNetwork ground = ground(network, "!Grade(Ann,Maths,Good) ?Clever(Ann)", DEFAULTS.withOpen("Grade"));
        GraphicalModel model = ground.model();
        assertThat(model.variables()).extracting("name").containsExactly(
                "Grade(Ann,Maths,grade!)", "Grade(Ann,Logic,grade!)", "Clever(Ann)");
        assertThat(model.variable(0).domain()).hasToString("{\"so so\",Bad}");
        assertThat(model.variable(1).domain()).hasToString("{Good,\"so so\",Bad}");
        assertThat(ground.queried()).isEmpty();
        ExactResult exact = ContractionPlan.solve(model);
        double sum = 0;
        for (String grade : List.of("Good", "\"so so\"", "Bad")) {
            sum += ground.probability("Grade(Ann,Logic," + grade + ")", exact.marginals());
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(ground.probability("Grade(Ann,Maths,Good)", exact.marginals())).isZero();
        GroundNetwork asked = ground(network, "Grade(Ann,Maths,Bad)", DEFAULTS.withQuery("Grade(Ann,Logic,Bad)"));
        assertThat(asked.queried()).containsExactly(
                new GroundNetwork.Queried("Grade(Ann,Logic,grade!)", 0, 2, TruthValue.UNKNOWN));
        assertThatThrownBy(() -> ground(network, "!Grade(Ann,Logic,Good) !Grade(Ann,Logic,Bad) "
                + "!Grade(Ann,Logic,\"so so\")", DEFAULTS)).isInstanceOf(ContradictionException.class)
                .hasMessageContaining("all atoms of Grade(Ann,Logic,grade!) are false");
    }

    @Test
    void plainestKindOfFeature() throws IOException {
        GroundNetwork ground = ground("""
                t = {A}
                P(t)
                Q(t)
                1 P(x) => Q(x)
                2 P(x) ^ !Q(x)
                3 P(x) <=> Q(x)
                4 P(x) v Q(x) v P(x)
                5 P(x) v !P(x)
                6 P(x) ^ !P(x)
                """, "", DEFAULTS);
        assertThat(ground.model().features()).hasSize(4);
        assertThat(ground.model().features().get(0)).isInstanceOf(Clause.class);
        assertThat(ground.model().features().get(1)).isInstanceOf(Conjunction.class);
        assertThat(ground.model().features().get(2)).isInstanceOf(FormulaFeature.class);
        assertThat(((Clause) ground.model().features().get(3)).literalCount()).isEqualTo(2);
        assertThat(ground.model().constant()).isEqualTo(5);
    }

    @Test
    void weightsPerConstant() throws IOException {
        String network = "t = {A, B}\nP(t)\nR(t,t)\nR(x,+y) => P(+y)\n*P(x) v R(x,x)\n";
        Map<String, Double> weights = Map.of("R(x,A) => P(A)", 1.0, "R(x,B) => P(B)", 2.0,
                "P(x) v R(x,x)", 4.0, "!P(x) v R(x,x)", 8.0);
        GroundNetwork ground = ground(network, "R(A,A) R(B,B)", DEFAULTS.withWeights(FormulaWeights.of(weights)));
        // R(A,A) and R(B,B) hold, so that the second formula always does; R(A,B) and R(B,A) are false.
        assertThat(ground.model().constant()).isEqualTo(1 + 2 + 2 * 4 + 2 * 8);
        assertThat(ground.model().describe(ground.model().features().get(0))).isEqualTo("1.0 P(A)=1");
        assertThat(ground.model().describe(ground.model().features().get(1))).isEqualTo("2.0 P(B)=1");
        assertThatThrownBy(() -> ground(network, "", DEFAULTS)).hasMessageStartingWith("text:4:1: ")
                .hasMessageContaining("has no weight");
        assertThatThrownBy(() -> ground(network, "", DEFAULTS.withWeights(FormulaWeights.of(Map.of()))))
                .hasMessageContaining("no weight for 'R(x,A) => P(A)'");
        assertThatThrownBy(() -> ground(network, "", DEFAULTS.withWeights(instance -> Double.NaN)))
                .hasMessageContaining("is NaN, expected a finite number");
    }

    @Test
    void drawnWeightsRepeat() {
        FormulaWeights one = FormulaWeights.uniform(7, 1, 2, 0.01);
        FormulaWeights other = FormulaWeights.uniform(7, 1, 2, 0.01);
        boolean[] seen = new boolean[101];
        for (int i = 0; i < 2000; i++) {
            double weight = one.weight("");
            assertThat(other.weight("")).isEqualTo(weight);
            assertThat(Double.toString(weight).length()).isLessThanOrEqualTo(4);
            seen[(int) Math.rint(100 * weight - 100)] = true;
        }
        // A value stays unseen with probability below 101·(1 − 1/101)^2000 < 3e-7; the seed is fixed.
        assertThat(seen).doesNotContain(false);
        FormulaWeights any = FormulaWeights.uniform(1, -1, 1, 0);
        assertThat(any.weight("")).isBetween(-1.0, 1.0).isNotEqualTo(any.weight(""));
        assertThatThrownBy(() -> FormulaWeights.uniform(1, 2, 1, 0)).hasMessageContaining("from 2.0 to 1.0");
    }

    @Test
    void hardFormulasThatTheDatabaseViolatesAreNamed() {
        assertThatThrownBy(() -> ground("P(t)\nQ(t)\nP(x) => Q(x).\n", "P(A) P(B) Q(A)", DEFAULTS))
                .isInstanceOf(ContradictionException.class)
                .hasMessage("text:3:1: what is known violates the hard formula 'P(x) => Q(x)' for x = B");
        assertThatThrownBy(() -> ground("P(t)\nQ(t)\nP(x) ^ Q(x).\n", "P(A) P(B) Q(A)", DEFAULTS))
                .hasMessageEndingWith("'P(x) ^ Q(x)' for x = B");
    }

    @Test
    void typesWithoutConstantsAreRefused() {
        assertThatThrownBy(() -> ground("P(t)\n1 P(x)\n", "", DEFAULTS))
                .hasMessageContaining("type 't' has no constants");
    }

    @Test
    void tooLargeIsRefusedWithTheCounts() throws IOException {
        String network = "t = {1,...,1000}\nP(t,t)\nQ(t)\n1 P(x,y) ^ P(y,z) => P(x,z)\n2 Q(x)\n";
        assertThatThrownBy(() -> ground(network, "", DEFAULTS)).isInstanceOf(GroundingTooLargeException.class)
                .hasMessageContaining("1,000,001,000 ground features, the limit is 10,000,000")
                .hasMessageContaining("1,000,000,000 of '1.0 P(x,y) ^ P(y,z) => P(x,z)'; 1,000 of '2.0 Q(x)'");
        assertThatThrownBy(() -> ground("t = {1,...,10000}\nP(t,t)\n1 P(x,x)\n", "", DEFAULTS))
                .hasMessageContaining("100,000,000 variables").hasMessageContaining("100,000,000 of P(t,t)");
        assertThatThrownBy(() -> ground("t = {1,...,3000}\nP(t)\n1 EXIST x,y,z P(x) ^ P(y) ^ P(z)\n", "", DEFAULTS))
                .hasMessageContaining("literals of 1 of '1.0 EXIST x,y,z");
        assertThatThrownBy(() -> ground("t = {1,...,100000}\nP(t,t,t,t,t)\n1 P(x,x,x,x,x)\n", "", DEFAULTS))
                .hasMessageContaining("more than 2^60");
        assertThat(ground(network, "P(1,2) P(2,3)", DEFAULTS.withMaxGround(1001)).model().variableCount())
                .isEqualTo(1000);
    }

    /** 100,000 people: what is not friends is never visited, in formulas, quantifiers and joins of several atoms. */
    @Test
    @Timeout(30)
    void evidenceIsJoinedOn() throws IOException {
        int people = 100_000;
        StringBuilder friends = new StringBuilder("person = {1,...," + people + "}\n");
        for (int p = 1; p < people; p++) {
            friends.append("Friends(").append(p).append(',').append(p + 1).append(")\n");
        }
        GroundNetwork ground = ground("""
                Friends(person,person)
                Smokes(person)
                1 Friends(x,y) ^ Friends(y,z) ^ Smokes(x) => Smokes(z)
                2 Friends(x,y) ^ Smokes(x)
                3 Smokes(x) => (EXIST y (Friends(x,y) ^ Smokes(y)))
                4 FORALL x (FORALL y (Friends(x,y) => Smokes(y)))
                5 (FORALL y (Friends(x,y) => Smokes(y))) => Smokes(x)
                6 Friends(x,y) => x != y
                """, friends.toString(), DEFAULTS);
        assertThat(ground.size().formulas()).extracting(GroundingSize.Count::count).containsExactly(
                people - 2.0, people - 1.0, (double) people, people - 1.0, (double) people, 0.0);
        double pairs = (double) people * people;
        assertThat(ground.model().constant()).isCloseTo(pairs * people - (people - 2) + 4 * (pairs - (people - 1))
                + 6 * pairs, within(1.0));
        assertThat(ground.model().features()).hasSize(people - 2 + 2 * (people - 1) + 2 * people);
    }
}
