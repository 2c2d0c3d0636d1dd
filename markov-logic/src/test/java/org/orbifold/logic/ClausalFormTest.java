package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.pgm.model.GraphicalModel;

/** Alchemy's clauses, worked out by hand: the divided formula and the clauses ground to the same model. */
class ClausalFormTest {

    private static final String DECLARATIONS = "t = {A, B, C}\nP(t)\nQ(t)\nR(t)\nT(t,t)\n";

    static Stream<Arguments> forms() {
        return Stream.of(
                Arguments.of("1 P(x) <=> Q(x)", "0.5 !P(x) v Q(x)\n0.5 P(x) v !Q(x)"),
                Arguments.of("1 !(P(x) <=> Q(x))", "0.5 P(x) v Q(x)\n0.5 !P(x) v !Q(x)"),
                // Each clause is grounded over its own variables.
                Arguments.of("2 P(x) ^ (Q(y) v R(y))", "1 P(x)\n1 Q(y) v R(y)"),
                // Single literals count as one conjunction, written as a clause with the opposite weight.
                Arguments.of("2 P(x) ^ Q(y)", "-2 !P(x) v !Q(y)"),
                Arguments.of("-2 P(x) ^ Q(x)", "2 !P(x) v !Q(x)"),
                Arguments.of("3 P(x) ^ Q(x) ^ (R(x) v T(x,x)) ^ (Q(x) v T(x,x))",
                        "-1 !P(x) v !Q(x)\n1 R(x) v T(x,x)\n1 Q(x) v T(x,x)"),
                // A FORALL inside makes a clause per constant, an EXIST one long clause.
                Arguments.of("3 P(x) => (FORALL y T(x,y))", "3 !P(x) v T(x,y)"),
                Arguments.of("3 P(x) => (EXIST y T(x,y))", "3 !P(x) v T(x,A) v T(x,B) v T(x,C)"),
                Arguments.of("3 !(EXIST y T(x,y)) v P(x)", "3 !T(x,y) v P(x)"),
                Arguments.of("1 FORALL x P(x)", "1 P(x)"),
                Arguments.of("2 (P(x) ^ Q(x)) v R(x)", "1 P(x) v R(x)\n1 Q(x) v R(x)"),
                // Repeated literals and clauses that always hold do not count.
                Arguments.of("2 P(x) v (P(x) ^ Q(x))", "1 P(x)\n1 P(x) v Q(x)"),
                Arguments.of("2 P(x) v (!P(x) ^ Q(x))", "2 P(x) v Q(x)"),
                Arguments.of("2 x = y v (P(x) ^ T(x,y))", "1 x = y v P(x)\n1 x = y v T(x,y)"),
                Arguments.of("P(x) ^ Q(x).", "P(x).\nQ(x)."));
    }

    private static GraphicalModel ground(String formulas, Semantics semantics) throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(DECLARATIONS + formulas + "\n");
        return Grounder.ground(Database.empty(network), GroundingOptions.defaults().withSemantics(semantics)).model();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void dividesAsAlchemyDoes(String formula, String clauses) throws IOException {
        assertThat(ground(formula, Semantics.ALCHEMY_CNF)).isEqualTo(ground(clauses, Semantics.FORMULA));
    }

    /** With weights per constant each copy is divided alone, also where a clause lacks the constant. */
    @Test
    void weightsPerConstantAreDivided() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(DECLARATIONS + "P(+x) ^ (Q(y) v R(y))\n");
        GroundingOptions options = GroundingOptions.defaults().withSemantics(Semantics.ALCHEMY_CNF)
                .withWeights(instance -> instance.contains("(A)") ? 2 : instance.contains("(B)") ? 4 : 8);
        GraphicalModel divided = Grounder.ground(Database.empty(network), options).model();
        GraphicalModel written = ground("1 P(A)\n2 P(B)\n4 P(C)\n1 Q(y) v R(y)\n2 Q(y) v R(y)\n4 Q(y) v R(y)",
                Semantics.FORMULA);
        assertThat(divided.features()).containsExactlyInAnyOrderElementsOf(written.features());
    }

    @Test
    void explosionsAreRefused() {
        StringBuilder formula = new StringBuilder("1 (P(A) ^ Q(A))");
        for (int i = 0; i < 14; i++) {
            formula.append(" v (T(x").append(i).append(",A) ^ P(x").append(i).append("))");
        }
        assertThatThrownBy(() -> ground(formula.toString(), Semantics.ALCHEMY_CNF))
                .hasMessageContaining("has more than 10000 clauses; use the formula semantics");
    }
}
