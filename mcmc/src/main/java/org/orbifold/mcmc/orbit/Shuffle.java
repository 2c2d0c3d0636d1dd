package org.orbifold.mcmc.orbit;

import java.util.random.RandomGenerator;

/** Hands out what the blocks of a factor hold among them, uniformly. Holds scratch space: one per thread. */
interface Shuffle {

    /** Moves all blocks; what changes is collected, and the sink told when there is no more room. */
    void move(int[] state, long time, RandomGenerator random, Changes changes, ChangeSink sink);
}
