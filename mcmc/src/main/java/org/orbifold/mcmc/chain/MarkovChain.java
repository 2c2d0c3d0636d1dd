package org.orbifold.mcmc.chain;

import java.util.random.RandomGenerator;

/**
 * A Markov chain on the states of a model: an array with a value index for every variable.
 *
 * <p>Contract: every step leaves the model's distribution invariant; all randomness comes from the argument; the chain
 * keeps no memory of earlier steps, so that cutting a run into pieces changes nothing; a step allocates nothing. The
 * kernel of step t may depend on t, but only through t modulo {@link #period()}.
 *
 * <p>A chain may hold scratch space: one object per thread.
 */
public interface MarkovChain {

    /**
     * Takes steps.
     *
     * @param state    the state, of positive probability; it is changed in place
     * @param from     the number of the first step
     * @param to       the number after the last step
     * @param random   the source of randomness
     * @param listener hears what changes
     */
    void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener);

    /**
     * After how many steps the kernels repeat.
     *
     * @return 1 unless the chain goes through the variables in order
     */
    default int period() {
        return 1;
    }
}
