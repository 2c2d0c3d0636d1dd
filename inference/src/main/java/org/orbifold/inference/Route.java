package org.orbifold.inference;

/** A way to an answer. */
public enum Route {

    /** For each part of the model the cheapest that the time and memory allow. */
    AUTO,

    /** Exactly: by a contraction tree or by counting, whichever is cheaper; never sampled. */
    EXACT,

    /** By counting wherever blocks are exchangeable, else by a contraction tree; never sampled. */
    COUNTING,

    /** By Markov chains on all variables that hard zeros leave open. */
    SAMPLE
}
