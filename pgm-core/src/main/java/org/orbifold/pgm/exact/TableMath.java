package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.orbifold.pgm.model.Table;

/**
 * Where the entries of tables over some variables are. The last variable of a scope changes fastest; domain sizes are
 * given by variable.
 */
final class TableMath {

    private TableMath() { }

    /** The numbers of some variables: their domain sizes, or their numbers elsewhere. */
    static int[] pick(int[] byVariable, int[] scope) {
        int[] picked = new int[scope.length];
        for (int k = 0; k < picked.length; k++) {
            picked[k] = byVariable[scope[k]];
        }
        return picked;
    }

    /** The entries of a table over some variables. */
    static int entries(int[] sizes, int[] scope) {
        return Table.entries(pick(sizes, scope));
    }

    /** The strides of some variables in a table; 0 where it does not have them. */
    static int[] strides(int[] sizes, int[] variables, int[] table) {
        int[] strides = new int[variables.length];
        int stride = 1;
        for (int k = table.length - 1; k >= 0; k--) {
            for (int i = 0; i < variables.length; i++) {
                strides[i] = variables[i] == table[k] ? stride : strides[i];
            }
            stride *= sizes[table[k]];
        }
        return strides;
    }

    /** The place in a table of each joint value of some variables, where its others are 0. */
    static int[] offsets(int[] sizes, int[] variables, int[] table) {
        return Broadcast.offsets(pick(sizes, variables), strides(sizes, variables, table), 0, variables.length);
    }

    /** The number of a state's joint value of some variables: its place in a table over them. */
    static int index(int[] sizes, int[] scope, int length, int[] state) {
        int index = 0;
        for (int k = 0; k < length; k++) {
            index = index * sizes[scope[k]] + state[scope[k]];
        }
        return index;
    }

    /** Gives some variables the joint value of a number. */
    static void assign(int[] sizes, int[] scope, int index, int[] state) {
        int rest = index;
        for (int k = scope.length - 1; k >= 0; k--) {
            state[scope[k]] = rest % sizes[scope[k]];
            rest /= sizes[scope[k]];
        }
    }

    static boolean contains(int[] scope, int v) {
        for (int u : scope) {
            if (u == v) {
                return true;
            }
        }
        return false;
    }

    /** The variables of a scope that another one has, or those that it has not, in their order. */
    static int[] filtered(int[] scope, int[] other, boolean inOther) {
        int[] found = new int[scope.length];
        int size = 0;
        for (int v : scope) {
            if (contains(other, v) == inOther) {
                found[size++] = v;
            }
        }
        return Arrays.copyOf(found, size);
    }

    static int[] concat(int[] a, int[] b) {
        int[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    /**
     * Variables of a table whose values are given.
     *
     * @param variables the variables
     * @param strides   theirs in the table
     */
    record Given(int[] variables, int[] strides) {

        static Given of(int[] sizes, int[] variables, int[] table) {
            return new Given(variables, TableMath.strides(sizes, variables, table));
        }

        /** The place in the table of a state's values, where its other variables are 0. */
        int place(int[] state) {
            int place = 0;
            for (int k = 0; k < variables.length; k++) {
                place += state[variables[k]] * strides[k];
            }
            return place;
        }
    }

    /** Divides weights by their sum. */
    static double[] normalized(double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= sum;
        }
        return weights;
    }

    /** An index with the probabilities, never one of probability 0. */
    static int drawn(double[] weights, int from, int size, double uniform) {
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
