package org.orbifold.pgm.logic;

import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * The ground atoms of a predicate: which are true, which false, and which variable of the model stands for an unknown
 * one. An unknown atom costs no memory here beyond its variable: its place among the unknown ones is its number less
 * the known ones before it.
 */
abstract class AtomTable {

    static final int FALSE = Truth.FALSE.ordinal();
    static final int TRUE = Truth.TRUE.ordinal();
    static final int UNKNOWN = Truth.UNKNOWN.ordinal();

    private final Strides strides;
    /** The atoms that may be false, and those that may be true, where they are few enough. */
    private final Relation[] relations = new Relation[2];
    private final boolean[] asked = new boolean[2];
    private int firstVariable;

    AtomTable(Strides strides) {
        this.strides = strides;
    }

    final Strides strides() {
        return strides;
    }

    final int firstVariable() {
        return firstVariable;
    }

    /** Makes the variables of the unknown atoms. */
    final void declare(ModelBuilder model) {
        firstVariable = model.variableCount();
        addVariables(model);
    }

    /** {@link #FALSE}, {@link #TRUE} or {@link #UNKNOWN}. */
    abstract int truth(long rank);

    /** How many variables the unknown atoms make. */
    abstract long variables();

    /** The variable of an unknown atom. */
    abstract int variable(long rank);

    /** The value of that variable at which the atom is true. */
    abstract int value(long rank);

    /** The number of values of that variable. */
    abstract int values(long rank);

    abstract void addVariables(ModelBuilder model);

    /** How many atoms are not known to have the other truth value. */
    abstract long mayBeCount(boolean truth);

    /** The numbers of those atoms, if they can be had in time proportional to what the database lists. */
    abstract long[] mayBeRanks(boolean truth);

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

    /**
     * The atoms that are not known to have the other truth value, as rows to join on; null if they are most of all
     * atoms, so that going through the constants is no worse.
     */
    final Relation mayBe(boolean truth) {
        int side = truth ? 1 : 0;
        if (!asked[side]) {
            asked[side] = true;
            long count = mayBeCount(truth);
            if (strides.arity() > 0 && count <= strides.atoms() / 2 && count <= Integer.MAX_VALUE / 4) {
                relations[side] = Relation.of(strides, mayBeRanks(truth));
            }
        }
        return relations[side];
    }
}
