package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** What features become when a format has nothing but clauses. */
class ModelClausesTest {

    private static final double HARD = Double.POSITIVE_INFINITY;

    private static GraphicalModel expand(GraphicalModel model) throws IOException {
        ModelBuilder result = GraphicalModel.builder().variables(model.sizes());
        ModelClauses.forEach(model, (weight, literals) -> {
            List<Literal> list = new ArrayList<>();
            for (int i = 0; i < literals.size(); i += 2) {
                list.add(Literal.of(literals.getInt(i), literals.getInt(i + 1)));
            }
            result.add(Clause.of(weight, list));
        });
        return result.build();
    }

    private static List<String> clauses(ModelBuilder model) throws IOException {
        return expand(model.build()).features().stream().map(Object::toString).toList();
    }

    private static ModelBuilder variables(int... sizes) {
        return GraphicalModel.builder().variables(sizes);
    }

    private static Literal is(int variable, int value) {
        return Literal.of(variable, value);
    }

    @Property(tries = 1000)
    void theWeightOfEveryStateStays(@ForAll long seed) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        GraphicalModel model = RandomFileModels.any(random, false);
        States.assertSameWeights(expand(model), model);
    }

    @Example
    void aConjunctionOfOneLiteralIsAClause() throws IOException {
        assertThat(clauses(variables(3).conjunction(2, is(0, 1)))).containsExactly("2.0 x0=1");
        assertThat(clauses(variables(3).conjunction(2, is(0, 1), is(0, 1)))).containsExactly("2.0 x0=1");
        assertThat(clauses(variables(3).conjunction(-HARD, is(0, 1)))).containsExactly("-Infinity x0=1");
    }

    @Example
    void aConjunctionThatCannotHoldVanishesUnlessItIsRequired() throws IOException {
        assertThat(clauses(variables(2).conjunction(2, is(0, 1), is(0, 0)))).isEmpty();
        assertThat(clauses(variables(2).conjunction(-HARD, is(0, 1), is(0, 0)))).isEmpty();
        assertThat(clauses(variables(2).conjunction(HARD, is(0, 1), is(0, 0))))
                .containsExactly("-Infinity x0=0 ∨ x0=1");
    }

    @Example
    void hardConjunctions() throws IOException {
        assertThat(clauses(variables(2, 3).conjunction(HARD, is(0, 1), is(1, 2))))
                .containsExactly("-Infinity x0=0 ∨ x1=0 ∨ x1=1");
        assertThat(clauses(variables(2, 3).conjunction(-HARD, is(0, 1), is(1, 2))))
                .containsExactly("Infinity x0=0 ∨ x1=0 ∨ x1=1");
    }

    @Example
    void conjunctionsOverVariablesOfOneValueAreConstants() throws IOException {
        assertThat(clauses(variables(1, 1).conjunction(3, is(0, 0), is(1, 0)))).containsExactly("3.0 x0=0");
        assertThat(clauses(variables(1, 1).conjunction(HARD, is(0, 0), is(1, 0)))).isEmpty();
        assertThat(clauses(variables(1, 1).conjunction(-HARD, is(0, 0), is(1, 0)))).containsExactly("-Infinity x0=0");
    }

    @Example
    void aFormulaCostsItsRarerSide() throws IOException {
        Formula implication = Formula.implies(Formula.is(0, 1), Formula.is(1, 1));
        assertThat(clauses(variables(2, 2).formula(0.5, implication)))
                .containsExactly("0.5 x0=0 ∨ x1=1");
        Formula both = Formula.and(Formula.is(0, 1), Formula.is(1, 1));
        assertThat(clauses(variables(2, 2).formula(0.5, both)))
                .containsExactly("-0.5 x0=0 ∨ x1=0", "0.5 x0=0 ∨ x0=1");
        assertThat(clauses(variables(2, 2).formula(HARD, implication))).containsExactly("Infinity x0=0 ∨ x1=1");
        assertThat(clauses(variables(2, 2).formula(-HARD, both))).containsExactly("Infinity x0=0 ∨ x1=0");
    }

    @Example
    void formulasThatAreConstant() throws IOException {
        assertThat(clauses(variables(2).formula(0.5, Formula.TRUE))).containsExactly("0.5 x0=0 ∨ x0=1");
        assertThat(clauses(variables(2).formula(0.5, Formula.FALSE))).isEmpty();
        assertThat(clauses(variables(2).formula(HARD, Formula.TRUE))).isEmpty();
        assertThat(clauses(variables(2).formula(HARD, Formula.FALSE))).containsExactly("-Infinity x0=0 ∨ x0=1");
    }

    @Example
    void theConstantGoesToTheSmallestVariable() throws IOException {
        assertThat(clauses(variables(5, 2, 3).constant(-7))).containsExactly("-7.0 x1=0 ∨ x1=1");
        assertThat(clauses(variables(5, 2, 3))).isEmpty();
    }

    @Example
    void anAllForbiddingTableForbidsEverything() throws IOException {
        assertThat(clauses(variables(2, 2).table(new int[] {1}, -HARD, -HARD)))
                .containsExactly("-Infinity x0=0 ∨ x0=1");
    }

    @Example
    void clausesPassUnchangedWithRepeatedLiteralsAndAll() throws IOException {
        GraphicalModel model = variables(2, 3).clause(-0.0, is(1, 2), is(0, 1), is(1, 2))
                .clause(Double.MIN_VALUE, is(0, 0)).clause(HARD, is(0, 0), is(0, 1)).build();
        assertThat(expand(model)).isEqualTo(model);
    }
}
