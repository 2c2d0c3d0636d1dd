package org.orbifold.mcmc.random;

import java.util.random.RandomGenerator;

/**
 * Events of a given probability. A generator that is asked for the event itself, and not for a number to compare, can
 * follow both of its outcomes: exact analysis of moves with dozens of events needs that.
 */
public interface Chance extends RandomGenerator {

    /**
     * Whether an event occurs.
     *
     * @param probability of the event, from 0 to 1
     * @return true with that probability
     */
    boolean occurs(double probability);

    /**
     * Whether an event occurs, by any generator.
     *
     * @param random      the source of randomness
     * @param probability of the event, from 0 to 1
     * @return true with that probability
     */
    static boolean occurs(RandomGenerator random, double probability) {
        return random instanceof Chance chance ? chance.occurs(probability) : random.nextDouble() < probability;
    }
}
