package org.orbifold.pgm.logic;

/** A condition on the binding of some slots, without which the evidence alone decides the formula. */
sealed interface Guard {

    /** The terms that it looks at. */
    int[] terms();

    /** Whether a binding of all its slots meets it. */
    boolean holds(int[] binding);

    /**
     * An atom must not be known to have the other truth value.
     *
     * @param table the atoms of the predicate
     * @param terms its arguments
     * @param mayBe the truth value that it must be able to have
     */
    record Possible(AtomTable table, int[] terms, boolean mayBe) implements Guard {
        @Override
        public boolean holds(int[] binding) {
            return table.truth(table.strides().rank(terms, binding)) != (mayBe ? AtomTable.FALSE : AtomTable.TRUE);
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
