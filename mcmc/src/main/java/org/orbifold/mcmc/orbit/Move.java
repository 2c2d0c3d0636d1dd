package org.orbifold.mcmc.orbit;

import java.util.random.RandomGenerator;

/**
 * A random change of a state that leaves a model's distribution invariant; a chain makes it between the steps of
 * another ({@code MovingChain}). It remembers nothing of earlier moves. May hold scratch space: one object per thread.
 */
public interface Move {

    /**
     * Moves.
     *
     * @param state    the state, of positive probability; it is changed in place
     * @param time     the number of the step, for the listener
     * @param random   the source of randomness
     * @param listener receives the changes
     */
    void apply(int[] state, long time, RandomGenerator random, ChangeListener listener);

    /**
     * About how much work a move is, counted in reads of memory, as that of the chains.
     *
     * @return a positive number
     */
    double work();
}
