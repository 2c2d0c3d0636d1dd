package org.orbifold.mcmc.chain;

import java.util.random.RandomGenerator;
import org.orbifold.pgm.score.CompiledModel;

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

    /** Draws a binary variable from its conditional distribution, which is reported first if that is wanted. */
    static void binary(CompiledModel model, int[] state, long time, int variable, RandomGenerator random,
            ChainListener listener, boolean report) {
        double one = model.probabilityOfOne(state, variable);
        if (report) {
            listener.conditional(time, variable, one);
        }
        assign(state, time, variable, below(random.nextDouble(), one), listener);
    }

    /** Gives a variable a value, and says so if it is another one. */
    static void assign(int[] state, long time, int variable, int after, ChainListener listener) {
        int before = state[variable];
        if (after != before) {
            state[variable] = after;
            listener.changed(time, variable, before, after);
        }
    }

    /** 1 if u is below p, else 0, also if p is not a number; by the sign, since no branch can foresee it. */
    static int below(double u, double p) {
        return (int) (Double.doubleToLongBits(u - p) >>> 63);
    }

    private Draws() { }
}
