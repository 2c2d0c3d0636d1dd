package org.orbifold.symmetry.model;

/** What a symmetry permutes; each kind contains the one before it. */
public enum SymmetryKind {

    /** Whole variables, every value keeping its index (Niepert 2012). */
    VARIABLE,

    /** Pairs (variable, value) (Anand, Grover, Mausam, Singla 2017). */
    VARIABLE_VALUE,

    /** Pairs (block of variables, joint value), for a given partition into blocks (Madan et al. 2018). */
    BLOCK_VALUE
}
