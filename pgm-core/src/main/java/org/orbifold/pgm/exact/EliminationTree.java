package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.BitSet;
import org.orbifold.pgm.model.ConditionedModel;

/**
 * The tree of cliques that an order of elimination makes.
 *
 * @param sizes      the domain sizes
 * @param order      the variables in the order of their elimination
 * @param separators for each variable, its neighbours at the time of its elimination
 */
record EliminationTree(int[] sizes, int[] order, int[][] separators) {

    /** How often a calibration goes through a clique's table: its factors and sums up and down. */
    private static final int OWN_PASSES = 4;
    /** And for each child: its message in, up and down, and the belief about it out. */
    private static final int CHILD_PASSES = 3;

    /** How often a calibration reads or writes an entry of a clique's table. */
    static double operations(double entries, int children) {
        return entries * (OWN_PASSES + CHILD_PASSES * children);
    }

    /** The tree of the model in which some variables are given: their places in separators are empty. */
    EliminationTree given(ConditionedModel conditioned) {
        int[] left = Arrays.stream(order).map(conditioned::fromOriginal).filter(v -> v >= 0).toArray();
        int[][] smaller = new int[left.length][];
        for (int v = 0; v < left.length; v++) {
            smaller[v] = Arrays.stream(separators[conditioned.toOriginal(v)]).map(conditioned::fromOriginal)
                    .filter(u -> u >= 0).toArray();
        }
        return new EliminationTree(conditioned.model().sizes(), left, smaller);
    }

    /** What a calibration costs. */
    ExactCost cost() {
        return cost(new BitSet());
    }

    /** What a calibration costs for one assignment of the given variables. */
    ExactCost cost(BitSet given) {
        int width = 0;
        double largest = 1;
        double kept = 0;
        double operations = 0;
        double mostBeliefs = 0;
        int[] children = new int[sizes.length];
        double[] beliefs = new double[sizes.length];
        int[] position = new int[sizes.length];
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
        }
        for (int v : order) {
            if (given.get(v)) {
                continue;
            }
            double separator = 1;
            int parent = -1;
            int members = 0;
            for (int u : separators[v]) {
                if (!given.get(u)) {
                    separator *= sizes[u];
                    members++;
                    parent = parent < 0 || position[u] < position[parent] ? u : parent;
                }
            }
            width = Math.max(width, members);
            largest = Math.max(largest, separator * sizes[v]);
            kept += separator + sizes[v];
            operations += operations(separator * sizes[v], children[v]);
            mostBeliefs = Math.max(mostBeliefs, beliefs[v]);
            if (parent >= 0) {
                children[parent]++;
                beliefs[parent] += separator;
            }
        }
        // The beliefs about one clique's children beside all messages.
        return new ExactCost(width, largest, Double.BYTES * (kept + mostBeliefs), operations, 0, false);
    }
}
