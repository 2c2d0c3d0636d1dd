package org.orbifold.pgm.model;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** A conjunction: it holds when <em>all</em> of its literals do. */
public final class Conjunction extends LiteralFeature {

    Conjunction(double weight, int[] variablesAndValues) {
        super(weight, variablesAndValues);
    }

    /**
     * Returns a conjunction. Whether its variables and values exist is checked by the model that takes it.
     *
     * @param weight   its weight, infinite for a hard constraint
     * @param literals at least one literal
     * @return the conjunction
     */
    public static Conjunction of(double weight, List<Literal> literals) {
        return new Conjunction(Checks.weight(weight), flatten(Checks.nonEmpty(literals, "conjunction")));
    }

    @Override
    public boolean holds(int[] state) {
        return !someLiteral(false, state);
    }

    @Override
    public boolean holds(int[] state, int variable, int value) {
        return !someLiteral(false, state, variable, value);
    }

    @Override
    public Conjunction withWeight(double weight) {
        return of(weight, literals());
    }

    @Override
    public Conjunction renumbered(IntUnaryOperator numbers) {
        return new Conjunction(weight(), renumberedLiterals(numbers));
    }

    @Override
    public String toString() {
        return weight() + " " + literals().stream().map(Literal::toString).collect(Collectors.joining(" ∧ "));
    }
}
