package org.orbifold.pgm.model;

/**
 * One term of a model's log-weight: a function of the variables in its scope.
 *
 * <p>A feature of weight w contributes w where it holds and 0 elsewhere. An infinite weight is a hard constraint:
 * +∞ forbids the states where the feature does not hold, −∞ those where it does; they contribute −∞, all others 0.
 */
public sealed interface Feature permits WeightedFeature, Table {

    /**
     * Returns the variables this feature depends on, each once.
     *
     * @return a fresh array of variable indices, in the feature's own order
     */
    int[] scope();

    /**
     * Returns this feature's contribution to the log-weight of a state.
     *
     * @param state a value index for every variable of the model
     * @return a finite number, or −∞ where the state is forbidden; never NaN and never +∞
     */
    double logPotential(int[] state);

    /**
     * Returns this feature's contribution to the state in which one variable has another value.
     *
     * @param state    a value index for every variable of the model
     * @param variable the variable to read differently
     * @param value    the value to read for it
     * @return a finite number, or −∞ where that state is forbidden
     */
    double logPotential(int[] state, int variable, int value);
}
