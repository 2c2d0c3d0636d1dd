package org.orbifold.logic;

import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * The ground atoms of a predicate: which are true, which false, and which variable of the model stands for an unknown
 * one. An unknown atom costs no memory here beyond its variable: its place among the unknown ones is its number less
 * the known ones before it.
 */
abstract class AtomTable extends Facts {

    private int firstVariable;

    AtomTable(Strides strides) {
        super(strides);
    }

    final int firstVariable() {
        return firstVariable;
    }

    /** Makes the variables of the unknown atoms. */
    final void declare(ModelBuilder model) {
        firstVariable = model.variableCount();
        addVariables(model);
    }

    /** How many variables the unknown atoms make. */
    abstract long variables();

    /** The variable of an unknown atom. */
    abstract int variable(long rank);

    /** The value of that variable at which the atom is true. */
    abstract int value(long rank);

    /** The number of values of that variable. */
    abstract int values(long rank);

    abstract void addVariables(ModelBuilder model);

    /** What an atom, or its negation, comes to. */
    final Formula formula(long rank, boolean positive) {
        int truth = truth(rank);
        if (truth != UNKNOWN) {
            return (truth == TRUE) == positive ? Formula.TRUE : Formula.FALSE;
        }
        int variable = variable(rank);
        int value = value(rank);
        if (positive) {
            return Formula.is(variable, value);
        }
        return values(rank) == 2 ? Formula.is(variable, 1 - value) : Formula.not(Formula.is(variable, value));
    }
}
