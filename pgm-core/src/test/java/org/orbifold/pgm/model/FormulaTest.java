package org.orbifold.pgm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbifold.pgm.model.Formula.FALSE;
import static org.orbifold.pgm.model.Formula.TRUE;
import static org.orbifold.pgm.model.Formula.and;
import static org.orbifold.pgm.model.Formula.iff;
import static org.orbifold.pgm.model.Formula.implies;
import static org.orbifold.pgm.model.Formula.is;
import static org.orbifold.pgm.model.Formula.not;
import static org.orbifold.pgm.model.Formula.or;

import org.junit.jupiter.api.Test;

class FormulaTest {

    private static final Formula A = is(0, 1);
    private static final Formula B = is(1, 1);

    @Test
    void truthTables() {
        for (int a = 0; a < 2; a++) {
            for (int b = 0; b < 2; b++) {
                int[] state = {a, b};
                boolean p = a == 1;
                boolean q = b == 1;
                assertThat(A.holds(state)).isEqualTo(p);
                assertThat(not(A).holds(state)).isEqualTo(!p);
                assertThat(and(A, B).holds(state)).isEqualTo(p && q);
                assertThat(or(A, B).holds(state)).isEqualTo(p || q);
                assertThat(implies(A, B).holds(state)).isEqualTo(!p || q);
                assertThat(iff(A, B).holds(state)).isEqualTo(p == q);
                assertThat(and(A, B).holds(state, 0, 1 - a)).isEqualTo(!p && q);
            }
        }
        assertThat(and().holds(new int[0])).isTrue();
        assertThat(or().holds(new int[0])).isFalse();
    }

    @Test
    void variablesComeInOrderOfAppearance() {
        assertThat(or(is(4, 0), and(is(2, 1), not(is(4, 1))), TRUE).variables()).containsExactly(4, 2);
    }

    @Test
    void replacementPropagatesConstants() {
        assertThat(replaceA(and(A, B), TRUE)).isEqualTo(B);
        assertThat(replaceA(and(A, B), FALSE)).isEqualTo(FALSE);
        assertThat(replaceA(or(A, B), TRUE)).isEqualTo(TRUE);
        assertThat(replaceA(or(A, B), FALSE)).isEqualTo(B);
        assertThat(replaceA(not(A), TRUE)).isEqualTo(FALSE);
        assertThat(replaceA(iff(A, B), FALSE)).isEqualTo(not(B));
        assertThat(replaceA(iff(B, A), TRUE)).isEqualTo(B);
        assertThat(replaceA(implies(A, B), FALSE)).isEqualTo(TRUE);
    }

    private static Formula replaceA(Formula formula, Formula value) {
        return formula.replace(literal -> literal.variable() == 0 ? value : is(literal.variable(), literal.value()));
    }

    @Test
    void readableText() {
        assertThat(implies(and(A, not(B)), iff(A, B))).hasToString("(¬(x0=1 ∧ ¬x1=1) ∨ (x0=1 ⇔ x1=1))");
        assertThat(TRUE).hasToString("true");
    }
}
