package org.orbifold.fuzz;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.GraphicalModel;

/** Whether changes of single variables lead from everywhere that matters to everywhere else. */
final class Modes {

    /**
     * The logarithm of how many times as probable the top of a mode may be as its way out: it is left after about 20
     * sweeps then, so that short runs see it come and go. A deeper one holds chains that start there, whatever its
     * probability is.
     */
    private static final double DEPTH = Math.log(20);

    private final int[] parent;
    private final double[] peak;

    private Modes(int states) {
        parent = IntStream.range(0, states).toArray();
        peak = new double[states];
    }

    /** Whether the model has two modes with a deep valley, or an impossible one, between them. */
    static boolean areSeveral(GraphicalModel model) {
        int n = model.variableCount();
        int states = (int) model.assignments(IntStream.range(0, n).toArray());
        double[] weights = new double[states];
        int[] state = new int[n];
        for (int s = 0; s < states; s++) {
            weights[s] = model.logWeight(state);
            Truth.next(model, state);
        }
        return new Modes(states).flood(model, weights);
    }

    /** Goes down from the most probable states and looks at where two modes meet. */
    private boolean flood(GraphicalModel model, double[] weights) {
        int[] order = IntStream.range(0, weights.length).boxed().sorted(Comparator.comparingDouble(s -> -weights[s]))
                .mapToInt(s -> s).toArray();
        boolean[] seen = new boolean[weights.length];
        for (int s : order) {
            if (weights[s] == Double.NEGATIVE_INFINITY) {
                break;
            }
            seen[s] = true;
            peak[s] = weights[s];
            int stride = 1;
            for (int v = model.variableCount() - 1; v >= 0; v--) {
                int value = s / stride % model.size(v);
                for (int x = 0; x < model.size(v); x++) {
                    int other = s + (x - value) * stride;
                    if (x != value && seen[other] && meet(root(s), root(other), weights[s])) {
                        return true;
                    }
                }
                stride *= model.size(v);
            }
        }
        return IntStream.range(0, weights.length).filter(s -> seen[s] && root(s) == s).count() > 1;
    }

    /** Joins two modes at a level; true if the lower one is deep. */
    private boolean meet(int a, int b, double level) {
        if (a == b) {
            return false;
        }
        double depth = Math.min(peak[a], peak[b]) - level;
        parent[b] = a;
        peak[a] = Math.max(peak[a], peak[b]);
        return depth > DEPTH;
    }

    private int root(int s) {
        int r = s;
        while (parent[r] != r) {
            parent[r] = parent[parent[r]];
            r = parent[r];
        }
        return r;
    }
}
