package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.model.Table;

/**
 * A state chosen from the root of an elimination tree down, after the messages went up: for each variable one row of
 * its clique's table, given the values of its separator. With sums this is backward sampling, with maxima the way back
 * of max-product. Immutable; safe for several threads.
 */
final class Choices {

    private final Calibration numbers;
    private final int[] order;
    private final int[] sizes;
    /** By variable. */
    private final List<Part[]> parts = new ArrayList<>();
    private final double logTotal;

    /** A factor or message of a clique: the strides of its separator's variables, and of its own. */
    private record Part(double[] entries, int[] given, int[] strides, int ownStride) { }

    Choices(Calibration numbers, Clique[] cliques, int[] order, double logTotal) {
        this.numbers = numbers;
        this.order = order;
        this.sizes = numbers.sizes;
        this.logTotal = logTotal;
        for (Clique clique : cliques) {
            List<Part> found = new ArrayList<>();
            // In the order of the calibration: products must not round in another way.
            for (Clique child : clique.children) {
                int[] scope = Arrays.copyOf(child.scope, child.scope.length - 1);
                found.add(part(child.message, scope, clique.variable));
            }
            for (int i = 0; i < clique.potentials.size(); i++) {
                Table factor = clique.factors().get(i);
                found.add(part(clique.potentials.get(i), factor.scope(), clique.variable));
            }
            parts.add(found.toArray(Part[]::new));
        }
    }

    private Part part(double[] entries, int[] scope, int variable) {
        int[] given = Arrays.stream(scope).filter(v -> v != variable).toArray();
        int[] strides = new int[given.length];
        int own = 0;
        int stride = 1;
        int at = given.length;
        for (int k = scope.length - 1; k >= 0; k--) {
            if (scope[k] == variable) {
                own = stride;
            } else {
                strides[--at] = stride;
            }
            stride *= sizes[scope[k]];
        }
        return new Part(entries, given, strides, own);
    }

    /** The logarithm of the sum or of the maximum over all states. */
    double logTotal() {
        return logTotal;
    }

    /** Fills the row of a variable, given the state of those eliminated later. */
    private void fill(int variable, int[] state, double[] row) {
        int size = sizes[variable];
        Arrays.fill(row, 0, size, numbers.one());
        for (Part part : parts.get(variable)) {
            int from = 0;
            for (int k = 0; k < part.given.length; k++) {
                from += state[part.given[k]] * part.strides[k];
            }
            numbers.multiplyRow(row, size, part.entries, from, part.ownStride);
        }
    }

    private double[] newRow() {
        return new double[Arrays.stream(sizes).max().orElse(1)];
    }

    /** The state of the largest entries; of several the first. */
    int[] largest() {
        int[] state = new int[sizes.length];
        double[] row = newRow();
        for (int i = order.length - 1; i >= 0; i--) {
            int v = order[i];
            fill(v, state, row);
            for (int x = 1; x < sizes[v]; x++) {
                if (row[x] > row[state[v]]) {
                    state[v] = x;
                }
            }
        }
        return state;
    }

    /** A state drawn in proportion to its weight. */
    int[] draw(RandomGenerator random) {
        int[] state = new int[sizes.length];
        double[] row = newRow();
        for (int i = order.length - 1; i >= 0; i--) {
            int v = order[i];
            fill(v, state, row);
            numbers.toWeights(row, sizes[v]);
            state[v] = JointConditional.index(row, 0, sizes[v], random.nextDouble());
        }
        return state;
    }
}
