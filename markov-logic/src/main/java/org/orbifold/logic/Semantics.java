package org.orbifold.logic;

/** What a weight is attached to. */
public enum Semantics {

    /** To the formula: a world counts the weight once for each grounding of the formula that holds in it. */
    FORMULA,

    /**
     * To clauses, as in Alchemy: the formula is brought into conjunctive normal form, each clause gets an equal part of
     * the weight and is grounded over its own variables; two or more single literals count as one conjunction. The
     * distribution differs from {@link #FORMULA} unless the formula is one clause.
     */
    ALCHEMY_CNF
}
