package org.orbifold.pgm.model;

import java.util.function.IntUnaryOperator;

/** A feature that holds or does not hold in a state, and has a weight. */
public sealed interface WeightedFeature extends Feature permits LiteralFeature, FormulaFeature {

    /**
     * Returns the weight; infinite for a hard constraint.
     *
     * @return any number but NaN
     */
    double weight();

    /**
     * Returns whether the feature holds.
     *
     * @param state a value index for every variable of the model
     * @return whether it holds
     */
    boolean holds(int[] state);

    /**
     * Returns whether the feature holds in the state in which one variable has another value.
     *
     * @param state    a value index for every variable of the model
     * @param variable the variable to read differently
     * @param value    the value to read for it
     * @return whether it holds there
     */
    boolean holds(int[] state, int variable, int value);

    /**
     * Returns the same feature of other variables.
     *
     * @param numbers the new index of each variable of the scope
     * @return the feature over those
     */
    WeightedFeature renumbered(IntUnaryOperator numbers);

    /**
     * Returns the same feature with another weight.
     *
     * @param weight any number but NaN; infinite for a hard constraint
     * @return the feature with that weight
     */
    WeightedFeature withWeight(double weight);

    @Override
    default double logPotential(int[] state) {
        return contribution(weight(), holds(state));
    }

    @Override
    default double logPotential(int[] state, int variable, int value) {
        return contribution(weight(), holds(state, variable, value));
    }

    /**
     * Returns what a feature of the given weight adds to the log-weight.
     *
     * @param weight the weight, possibly infinite
     * @param holds  whether the feature holds
     * @return the weight or 0; −∞ where a hard constraint is violated
     */
    static double contribution(double weight, boolean holds) {
        if (weight == Double.POSITIVE_INFINITY) {
            return holds ? 0 : Double.NEGATIVE_INFINITY;
        }
        return holds ? weight : 0;
    }
}
