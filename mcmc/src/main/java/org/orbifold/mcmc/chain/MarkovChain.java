package org.orbifold.mcmc.chain;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A Markov chain on the states of a model: an array with a value index for every variable.
 *
 * <p>Contract: every step leaves the model's distribution invariant; all randomness comes from the argument; cutting a
 * run into pieces changes nothing; a step allocates nothing. The kernel of step t may depend on t, but only through t
 * modulo {@link #period()}. Most chains remember nothing of earlier steps; one that does, for example when its next
 * move is due, begins anew at step 0, and saves what it remembers.
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
     * @param listener receives the changes
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

    /**
     * In about how many steps every variable is drawn once.
     *
     * @return at least 1; 1 unless the chain says more
     */
    default int sweep() {
        return 1;
    }

    /**
     * Whether every step draws all variables jointly from the model's distribution, whatever the state was: then draws
     * are independent, and the conditionals that the chain reports are the marginals.
     *
     * @return false unless the chain says so
     */
    default boolean drawsWholeState() {
        return false;
    }

    /**
     * With tempering, how often a state went from the hottest replica to the target's, and how often it should have.
     *
     * @return the numbers so far; empty for other chains
     */
    default Optional<RoundTrips> roundTrips() {
        return Optional.empty();
    }

    /**
     * Writes what the chain remembers beside the state, for a checkpoint.
     *
     * @param out where to
     * @throws IOException if that fails
     */
    default void save(DataOutput out) throws IOException { }

    /**
     * Goes on from what {@link #save} wrote.
     *
     * @param in where from
     * @throws IOException if that fails
     */
    default void load(DataInput in) throws IOException { }
}
