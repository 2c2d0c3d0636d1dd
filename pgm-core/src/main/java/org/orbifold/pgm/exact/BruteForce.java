package org.orbifold.pgm.exact;

import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Exact inference by going through all states: the oracle for everything cleverer.
 *
 * <p>Cost: O(states × features), twice.
 */
public final class BruteForce {

    private static final double MAX_STATES = 1 << 26;

    /**
     * Computes log Z and all marginals.
     *
     * @param model a model with at most 2^26 states
     * @return the exact result
     * @throws ContradictionException if no state is possible
     */
    public static ExactResult solve(GraphicalModel model) {
        double states = 1;
        for (int size : model.sizes()) {
            states *= size;
        }
        if (states > MAX_STATES) {
            throw new IllegalArgumentException("the model has " + states + " states; brute force takes at most "
                    + (long) MAX_STATES + "; use ContractionPlan");
        }
        double max = Double.NEGATIVE_INFINITY;
        int[] state = new int[model.variableCount()];
        do {
            max = Math.max(max, model.logWeight(state));
        } while (next(model, state));
        if (max == Double.NEGATIVE_INFINITY) {
            throw new ContradictionException();
        }
        double sum = 0;
        double[][] sums = new double[model.variableCount()][];
        for (int v = 0; v < sums.length; v++) {
            sums[v] = new double[model.size(v)];
        }
        do {
            double weight = Math.exp(model.logWeight(state) - max);
            sum += weight;
            for (int v = 0; v < state.length; v++) {
                sums[v][state[v]] += weight;
            }
        } while (next(model, state));
        for (double[] distribution : sums) {
            for (int x = 0; x < distribution.length; x++) {
                distribution[x] /= sum;
            }
        }
        return new ExactResult(max + Math.log(sum), Marginals.of(sums));
    }

    /** Steps to the next state; false, with the first state again, after the last one. */
    private static boolean next(GraphicalModel model, int[] state) {
        for (int v = state.length - 1; v >= 0; v--) {
            if (++state[v] < model.size(v)) {
                return true;
            }
            state[v] = 0;
        }
        return false;
    }

    private BruteForce() { }
}
