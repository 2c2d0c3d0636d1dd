package org.orbifold.learning;

import org.orbifold.pgm.time.Budget;

/** log Z of one world as a sum over components that are solved independently, on any machine. */
interface PartitionPart {

    /** How many components there are to solve. */
    int components();

    /**
     * Solves some components.
     *
     * @param weights by formula instance
     * @param which   numbers of the components
     * @return by component: the expected counts by instance, and after them log Z; copies are not counted yet
     */
    double[][] solve(double[] weights, int[] which, Budget budget);

    /**
     * Adds the components up, in their order.
     *
     * @param weights  by formula instance
     * @param solved   by component
     * @param expected receives, added, the expected number of true groundings by instance
     * @return log Z
     */
    double add(double[] weights, double[][] solved, double[] expected);

    /** How it is computed, in words. */
    String describe();
}
