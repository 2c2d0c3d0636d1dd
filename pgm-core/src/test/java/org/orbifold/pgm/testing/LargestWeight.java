package org.orbifold.pgm.testing;

import org.orbifold.pgm.model.GraphicalModel;

/** The oracle of everything that maximises. */
public final class LargestWeight {

    /**
     * Visits all states.
     *
     * @param model a small model
     * @return the largest log-weight
     */
    public static double of(GraphicalModel model) {
        int[] state = new int[model.variableCount()];
        double best = Double.NEGATIVE_INFINITY;
        int k;
        do {
            best = Math.max(best, model.logWeight(state));
            k = state.length - 1;
            while (k >= 0 && ++state[k] == model.size(k)) {
                state[k--] = 0;
            }
        } while (k >= 0);
        return best;
    }

    private LargestWeight() { }
}
