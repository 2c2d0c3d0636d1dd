package org.orbifold.fuzz;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.GraphicalModel;

/** Whether changes of single variables lead from everywhere that matters to everywhere else. */
final class Modes {

    /** A mode with less mass than this changes no marginal by more than the least error that is claimed in practice. */
    private static final double MASS = 1e-3;
    /** A mode is left after about this many sweeps at most: short runs see it come and go. */
    private static final double DEPTH = 20;

    private final int[] parent;
    private final double[] mass;
    private final double[] peak;

    private Modes(int states) {
        parent = IntStream.range(0, states).toArray();
        mass = new double[states];
        peak = new double[states];
    }

    /** Whether the model has two modes with a wide valley, or an impossible one, between them. */
    static boolean areSeveral(GraphicalModel model) {
        int n = model.variableCount();
        int states = (int) model.assignments(IntStream.range(0, n).toArray());
        double[] weights = new double[states];
        int[] state = new int[n];
        for (int s = 0; s < states; s++) {
            weights[s] = model.logWeight(state);
            Truth.next(model, state);
        }
        double most = Arrays.stream(weights).max().orElse(0);
        double sum = Arrays.stream(weights).map(w -> Math.exp(w - most)).sum();
        double[] p = Arrays.stream(weights).map(w -> Math.exp(w - most) / sum).toArray();
        return new Modes(states).flood(model, p);
    }

    /** Goes down from the most probable states and looks at where two modes meet. */
    private boolean flood(GraphicalModel model, double[] p) {
        int[] order = IntStream.range(0, p.length).boxed().sorted(Comparator.comparingDouble(s -> -p[s]))
                .mapToInt(s -> s).toArray();
        boolean[] seen = new boolean[p.length];
        for (int s : order) {
            if (p[s] == 0) {
                break;
            }
            seen[s] = true;
            mass[s] = p[s];
            peak[s] = p[s];
            int stride = 1;
            for (int v = model.variableCount() - 1; v >= 0; v--) {
                int value = s / stride % model.size(v);
                for (int x = 0; x < model.size(v); x++) {
                    int other = s + (x - value) * stride;
                    if (x != value && seen[other] && meet(root(s), root(other), p[s])) {
                        return true;
                    }
                }
                stride *= model.size(v);
            }
        }
        return IntStream.range(0, p.length).filter(s -> seen[s] && root(s) == s && mass[s] > MASS).count() > 1;
    }

    /** Joins two modes at a level; true if the lesser one is deep. */
    private boolean meet(int a, int b, double level) {
        if (a == b) {
            return false;
        }
        double lesser = Math.min(mass[a], mass[b]);
        double depth = Math.min(peak[a], peak[b]) / level;
        parent[b] = a;
        mass[a] += mass[b];
        peak[a] = Math.max(peak[a], peak[b]);
        return lesser > MASS && depth > DEPTH;
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
