package org.orbifold.logic;

/** Which words of a file are constants. Numbers and words in double quotes always are. */
public enum ConstantNames {

    /**
     * Words that begin with a capital letter, as in Alchemy and Tuffy; the others are variables, unless the declaration
     * of a type lists them.
     */
    UPPER,

    /** Words that begin in lower case, as in RockIt, WFOMC and Prolog; capitalised words are variables. */
    LOWER,

    /** All words; variables are written {@code ?x}, as in pracmln's own grammar. */
    ANY
}
