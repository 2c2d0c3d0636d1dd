package org.orbifold.learning;

import org.orbifold.pgm.time.Budget;

/** log Z of one world as a function of the weights. */
interface Partition {

    /**
     * Computes log Z and adds the expected counts.
     *
     * @param weights  by formula instance
     * @param expected receives, added, the expected number of true groundings by instance
     * @param budget   the time
     * @return log Z
     */
    double evaluate(double[] weights, double[] expected, Budget budget);

    /** How it is computed, in words. */
    String describe();
}
