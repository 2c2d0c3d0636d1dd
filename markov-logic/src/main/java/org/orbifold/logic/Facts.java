package org.orbifold.logic;

import org.jspecify.annotations.Nullable;

/**
 * What the evidence says about each tuple of constants of a relation: false, true or unknown. The relation is a
 * predicate, or a quantified part of a formula as a relation of the variables around it.
 *
 * <p>Sets of truth values are masks: {@link #bit(int)} of each value, added up.
 */
abstract class Facts {

    static final int FALSE = TruthValue.FALSE.ordinal();
    static final int TRUE = TruthValue.TRUE.ordinal();
    static final int UNKNOWN = TruthValue.UNKNOWN.ordinal();
    /** The mask of all truth values. */
    static final int ANY = 7;

    private static final int MOST_ROWS = Integer.MAX_VALUE / 4;

    private final Strides strides;
    /** The tuples by mask of truth values, where they are few enough to join on. */
    private final @Nullable Relation[] relations = new @Nullable Relation[ANY + 1];
    private final boolean[] asked = new boolean[ANY + 1];

    Facts(Strides strides) {
        this.strides = strides;
    }

    final Strides strides() {
        return strides;
    }

    /** The mask of one truth value. */
    static int bit(int truth) {
        return 1 << truth;
    }

    /** {@link #FALSE}, {@link #TRUE} or {@link #UNKNOWN}. */
    abstract int truth(long rank);

    /** How many tuples have a truth value. */
    abstract long countOf(int truth);

    /**
     * The tuples whose truth value is in a mask, ascending. Asked only if they are at most half of all, and had in time
     * proportional to the listed and unknown atoms.
     */
    abstract long[] ranks(int mask);

    /** How many tuples have a truth value of a mask. */
    final long count(int mask) {
        long count = 0;
        for (int truth = 0; truth < TruthValue.values().length; truth++) {
            count += (mask & bit(truth)) == 0 ? 0 : countOf(truth);
        }
        return count;
    }

    /** The truth values that occur. */
    final int present() {
        int present = 0;
        for (int truth = 0; truth < TruthValue.values().length; truth++) {
            present |= countOf(truth) > 0 ? bit(truth) : 0;
        }
        return present;
    }

    /**
     * The tuples whose truth value is in a mask, as rows to join on; null if they are most of all tuples, so that going
     * through the constants is no worse.
     */
    final @Nullable Relation relation(int mask) {
        if (!asked[mask]) {
            asked[mask] = true;
            if (strides.arity() > 0 && count(mask) <= Math.min(strides.atoms() / 2, MOST_ROWS)) {
                relations[mask] = Relation.of(strides, ranks(mask));
            }
        }
        return relations[mask];
    }
}
