package org.orbifold.mcmc.chain;

/** In which order a chain updates its variables or blocks. */
public enum Scan {
    /** One chosen uniformly at each step, as in the paper. */
    RANDOM,
    /** One after the other; a sweep is one step per variable. Faster on the machine, and often mixes faster. */
    SYSTEMATIC
}
