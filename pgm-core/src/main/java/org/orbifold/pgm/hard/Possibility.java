package org.orbifold.pgm.hard;

/** Whether something can be in a state of positive probability. */
public enum Possibility {

    /** A state was found. */
    POSSIBLE,

    /** There is none, which was proved. */
    IMPOSSIBLE,

    /** The search was given up before it was known. */
    UNKNOWN
}
