package org.orbifold.pgm.model;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** A disjunction: it holds when <em>any</em> of its literals does. */
public final class Clause extends LiteralFeature {

    Clause(double weight, int[] variablesAndValues) {
        super(weight, variablesAndValues);
    }

    /**
     * Returns a clause. Whether its variables and values exist is checked by the model that takes it.
     *
     * @param weight   its weight, infinite for a hard constraint
     * @param literals at least one literal
     * @return the clause
     */
    public static Clause of(double weight, List<Literal> literals) {
        return new Clause(Checks.weight(weight), flatten(Checks.nonEmpty(literals, "clause")));
    }

    @Override
    public boolean holds(int[] state) {
        return someLiteral(true, state);
    }

    @Override
    public boolean holds(int[] state, int variable, int value) {
        return someLiteral(true, state, variable, value);
    }

    @Override
    public Clause withWeight(double weight) {
        return of(weight, literals());
    }

    @Override
    public Clause renumbered(IntUnaryOperator numbers) {
        return new Clause(weight(), renumberedLiterals(numbers));
    }

    @Override
    public String toString() {
        return weight() + " " + literals().stream().map(Literal::toString).collect(Collectors.joining(" ∨ "));
    }
}
