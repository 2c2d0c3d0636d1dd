package org.orbifold.pgm.model;

import java.util.Objects;
import java.util.function.IntUnaryOperator;

/** A weighted propositional formula. */
public final class FormulaFeature implements WeightedFeature {

    private final double weight;
    private final Formula formula;
    private final int[] scope;

    private FormulaFeature(double weight, Formula formula) {
        this.weight = weight;
        this.formula = Objects.requireNonNull(formula, "the formula is null");
        this.scope = formula.variables();
    }

    /**
     * Returns a feature that holds where a formula does.
     *
     * @param weight  its weight, infinite for a hard constraint
     * @param formula the formula
     * @return the feature
     */
    public static FormulaFeature of(double weight, Formula formula) {
        return new FormulaFeature(Checks.weight(weight), formula);
    }

    @Override
    public double weight() {
        return weight;
    }

    /**
     * Returns the formula.
     *
     * @return the formula
     */
    public Formula formula() {
        return formula;
    }

    @Override
    public FormulaFeature withWeight(double other) {
        return of(other, formula);
    }

    @Override
    public FormulaFeature renumbered(IntUnaryOperator numbers) {
        return new FormulaFeature(weight, formula.replace(literal ->
                Formula.is(numbers.applyAsInt(literal.variable()), literal.value())));
    }

    @Override
    public int[] scope() {
        return scope.clone();
    }

    @Override
    public boolean holds(int[] state) {
        return formula.holds(state);
    }

    @Override
    public boolean holds(int[] state, int variable, int value) {
        return formula.holds(state, variable, value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FormulaFeature that && formula.equals(that.formula)
                && Double.doubleToLongBits(weight) == Double.doubleToLongBits(that.weight);
    }

    @Override
    public int hashCode() {
        return 31 * formula.hashCode() + Double.hashCode(weight);
    }

    @Override
    public String toString() {
        return weight + " " + formula;
    }
}
