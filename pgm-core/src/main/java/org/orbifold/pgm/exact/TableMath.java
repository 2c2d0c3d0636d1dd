package org.orbifold.pgm.exact;

import org.orbifold.pgm.model.GraphicalModel;

/** Small things that tables over variables of a model need. */
final class TableMath {

    private TableMath() { }

    /** The entries of a table over some variables. */
    static int entries(GraphicalModel model, int[] scope) {
        int product = 1;
        for (int v : scope) {
            product *= model.size(v);
        }
        return product;
    }

    /** How a table corresponds to one over some of its variables, both with their last variable changing fastest. */
    static Broadcast over(GraphicalModel model, int[] large, int[] small) {
        int[] sizes = new int[large.length];
        int[] strides = new int[large.length];
        int stride = 1;
        for (int k = small.length - 1; k >= 0; k--) {
            for (int j = 0; j < large.length; j++) {
                if (large[j] == small[k]) {
                    strides[j] = stride;
                }
            }
            stride *= model.size(small[k]);
        }
        for (int j = 0; j < large.length; j++) {
            sizes[j] = model.size(large[j]);
        }
        return new Broadcast(sizes, strides);
    }

    static int[] renumbered(int[] scope, int[] numbers) {
        int[] result = new int[scope.length];
        for (int k = 0; k < scope.length; k++) {
            result[k] = numbers[scope[k]];
        }
        return result;
    }

    /** An index with the probabilities, never one of probability 0. */
    static int index(double[] weights, int from, int size, double uniform) {
        double sum = 0;
        for (int x = 0; x < size; x++) {
            sum += weights[from + x];
        }
        double left = uniform * sum;
        int last = 0;
        for (int x = 0; x < size; x++) {
            double weight = weights[from + x];
            if (weight > 0) {
                if (left < weight) {
                    return x;
                }
                left -= weight;
                last = x;
            }
        }
        return last;
    }
}
