package org.orbifold.mcmc.chain;

import java.util.random.RandomGenerator;

/** Draws from small distributions. */
final class Draws {

    /** Draws an index with the given probabilities, of which some is positive; never one with probability 0. */
    static int index(double[] probabilities, int size, RandomGenerator random) {
        double u = random.nextDouble();
        int last = 0;
        for (int x = 0; x < size; x++) {
            double p = probabilities[x];
            if (p > 0) {
                if (u < p) {
                    return x;
                }
                u -= p;
                last = x;
            }
        }
        // Rounding left a little of the unit interval over.
        return last;
    }

    private Draws() { }
}
