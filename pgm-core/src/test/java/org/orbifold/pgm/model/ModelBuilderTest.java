package org.orbifold.pgm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ModelBuilderTest {

    private static ModelBuilder twoBinary() {
        return GraphicalModel.builder().binary("A", "B");
    }

    private static void refused(ThrowingCallable mistake, String... fragments) {
        assertThatIllegalArgumentException().isThrownBy(mistake)
                .satisfies(e -> assertThat(e.getMessage()).contains(fragments));
    }

    @Test
    void theSameModelInFourWritings() {
        GraphicalModel clauses = twoBinary().clause(1.5, "A=0", "B=1").build();
        GraphicalModel formula = twoBinary()
                .formula(1.5, Formula.implies(Formula.is(0, 1), Formula.is(1, 1))).build();
        GraphicalModel conjunction = twoBinary().constant(1.5).conjunction(-1.5, "A=1", "B=0").build();
        GraphicalModel table = twoBinary().table(new int[] {1, 0}, 1.5, 0, 1.5, 1.5).build();
        for (int a = 0; a < 2; a++) {
            for (int b = 0; b < 2; b++) {
                int[] state = {a, b};
                double expected = a == 1 && b == 0 ? 0 : 1.5;
                assertThat(clauses.logWeight(state)).isEqualTo(expected);
                assertThat(formula.logWeight(state)).isEqualTo(expected);
                assertThat(conjunction.logWeight(state)).isEqualTo(expected);
                assertThat(table.logWeight(state)).isEqualTo(expected);
            }
        }
    }

    @Test
    void hardConstraintsForbid() {
        int[] forbidden = {1, 1};
        int[] allowed = {1, 0};
        for (ModelBuilder builder : new ModelBuilder[] {
                twoBinary().forbid("A=1", "B=1"),
                twoBinary().clause(Double.POSITIVE_INFINITY, "A=0", "B=0"),
                twoBinary().formula(Double.NEGATIVE_INFINITY, Formula.and(Formula.is(0, 1), Formula.is(1, 1))),
                twoBinary().potentials(new int[] {0, 1}, 1, 1, 1, 0)}) {
            GraphicalModel model = builder.build();
            assertThat(model.logWeight(forbidden)).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(model.logWeight(allowed)).isZero();
        }
    }

    @Test
    void aVariableMayStandInSeveralLiterals() {
        GraphicalModel model = GraphicalModel.builder().variables(3).clause(2, "0=0", "0=2").build();
        assertThat(model.features().get(0).scope()).containsExactly(0);
        assertThat(model.logWeight(new int[] {0})).isEqualTo(2);
        assertThat(model.logWeight(new int[] {1})).isZero();
        assertThat(model.logWeight(new int[] {2})).isEqualTo(2);
    }

    @Test
    void equalityIsByContent() {
        GraphicalModel model = twoBinary().clause(1, "A=0").table(new int[] {0}, 1, 2).build();
        assertThat(model).isEqualTo(twoBinary().clause(1, "A=0").table(new int[] {0}, 1, 2).build())
                .hasSameHashCodeAs(twoBinary().clause(1, "A=0").table(new int[] {0}, 1, 2).build());
        assertThat(model).isNotEqualTo(twoBinary().conjunction(1, "A=0").table(new int[] {0}, 1, 2).build());
        assertThat(model).isNotEqualTo(twoBinary().clause(1, "A=0").table(new int[] {0}, 1, 3).build());
        assertThat(model).isNotEqualTo(twoBinary().clause(1, "A=0").table(new int[] {0}, 1, 2).constant(1).build());
    }

    @Test
    void theTextNamesVariablesAndValues() {
        GraphicalModel model = GraphicalModel.builder().variable("Mood", Domain.of("sad", "happy")).binary("Rain")
                .clause(1.5, "Mood=sad", "Rain=1")
                .formula(Double.POSITIVE_INFINITY, Formula.not(Formula.iff(Formula.is(0, 0), Formula.is(1, 1))))
                .constant(0.25).build();
        assertThat(model.toString()).contains("2 variables", "Mood {sad,happy}", "1.5 Mood=sad ∨ Rain=1",
                "always ¬(Mood=sad ⇔ Rain=1)", "constant 0.25");
    }

    @Test
    void theResultIsImmutable() {
        ModelBuilder builder = twoBinary();
        double[] logs = {1, 2};
        GraphicalModel before = builder.table(new int[] {0}, logs).build();
        logs[0] = 99;
        builder.clause(1, "A=1");
        assertThat(before.features()).hasSize(1);
        assertThat(before.logWeight(new int[] {0, 0})).isEqualTo(1);
    }

    @Test
    void mistakesAreRefusedAtOnce() {
        refused(() -> twoBinary().binary("A"), "'A'");
        refused(() -> twoBinary().binary(""), "empty name");
        refused(() -> twoBinary().clause(1, "C=0"), "no variable named 'C'");
        refused(() -> twoBinary().clause(1, "A=2"), "'A' has no value '2'", "{0,1}");
        refused(() -> twoBinary().clause(1, "A"), "NAME=VALUE");
        refused(() -> twoBinary().clause(1, Literal.of(2, 0)), "variable 2 is unknown", "0 to 1");
        refused(() -> twoBinary().clause(1, Literal.of(-1, 0)), "variable -1 is unknown");
        refused(() -> twoBinary().clause(1, Literal.of(1, 2)), "value 2 of variable 'B'", "0 to 1");
        refused(() -> twoBinary().clause(Double.NaN, "A=1"), "NaN");
        refused(() -> twoBinary().clause(1, new String[0]), "at least one literal");
        refused(() -> twoBinary().conjunction(1, new String[0]), "at least one literal");
        refused(() -> twoBinary().formula(Double.NaN, Formula.TRUE), "NaN");
        refused(() -> twoBinary().formula(1, Formula.is(5, 0)), "variable 5 is unknown");
        refused(() -> twoBinary().constant(Double.NEGATIVE_INFINITY), "constant", "finite");
        refused(() -> GraphicalModel.builder().clause(1, Literal.of(0, 0)), "no variables were added yet");
    }

    @Test
    void tableMistakesAreRefusedAtOnce() {
        refused(() -> twoBinary().table(new int[] {0, 1}, 1, 2, 3), "has 3 entries", "expected 4");
        refused(() -> twoBinary().table(new int[] {0, 0}, 1, 2, 3, 4),
                "variable 'A' stands twice in the scope [A, A] of a table");
        refused(() -> twoBinary().table(new int[] {0, 2}, 1, 2, 3, 4), "variable 2 is unknown");
        refused(() -> twoBinary().table(new int[] {0}, 1, Double.NaN), "entry 1", "NaN");
        refused(() -> twoBinary().table(new int[] {0}, 1, Double.POSITIVE_INFINITY), "entry 1", "Infinity");
        refused(() -> twoBinary().potentials(new int[] {0}, 1, -0.5), "potential 1", "-0.5", "at least 0");
        refused(() -> twoBinary().potentials(new int[] {0}, Double.NaN, 1), "potential 0");
        int[] forty = new int[40];
        int[] scope = new int[40];
        for (int i = 0; i < 40; i++) {
            forty[i] = 2;
            scope[i] = i;
        }
        refused(() -> GraphicalModel.builder().variables(forty).table(scope, 1.0), "too large");
        refused(() -> twoBinary().add(Table.of(new int[] {0}, new int[] {3}, new double[3])), "sizes [3]", "[2]");
    }

    @Test
    void statesAreChecked() {
        GraphicalModel model = twoBinary().build();
        refused(() -> model.logWeight(new int[] {0}), "2 values", "1 were given");
        refused(() -> model.logWeight(new int[] {0, 2}), "value 2 of variable 'B'");
        refused(() -> model.variable("C"), "'C'");
        assertThat(model.variable("B").index()).isEqualTo(1);
    }
}
