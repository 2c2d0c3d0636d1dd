package org.orbifold.logic;

import org.jspecify.annotations.Nullable;

/** A condition on the binding of some slots. */
sealed interface Guard {

    /** The terms that it looks at. */
    int[] terms();

    /** Whether a binding of all its slots meets it. */
    boolean holds(int[] binding);

    /**
     * What the evidence says about a tuple must be in a set of truth values.
     *
     * @param facts what the evidence says
     * @param terms the tuple
     * @param mask  the truth values
     */
    record Fact(Facts facts, int[] terms, int mask) implements Guard {
        @Override
        public boolean holds(int[] binding) {
            return (mask & Facts.bit(facts.truth(facts.strides().rank(terms, binding)))) != 0;
        }

        /** The tuples that meet it, to join on; null if they are too many. */
        @Nullable Relation relation() {
            return facts.relation(mask);
        }
    }

    /**
     * Two terms must be equal, or must differ.
     *
     * @param terms the two terms
     * @param equal which of both
     */
    record Comparison(int[] terms, boolean equal) implements Guard {
        @Override
        public boolean holds(int[] binding) {
            return Node.value(terms[0], binding) == Node.value(terms[1], binding) == equal;
        }
    }
}
