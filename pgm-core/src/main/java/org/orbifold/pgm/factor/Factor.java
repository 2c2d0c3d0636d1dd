package org.orbifold.pgm.factor;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Table;

/**
 * A table of log-potentials over ascending variables, the last one changing fastest. Immutable.
 */
public final class Factor {

    private final int[] scope;
    private final int[] sizes;
    private final int[] strides;
    private final double[] logs;

    Factor(int[] scope, int[] sizes, double[] logs) {
        this.scope = scope;
        this.sizes = sizes;
        this.logs = logs;
        this.strides = new int[scope.length];
        int stride = 1;
        for (int k = scope.length - 1; k >= 0; k--) {
            strides[k] = stride;
            stride *= sizes[k];
        }
    }

    /**
     * Returns the number of variables.
     *
     * @return the number
     */
    public int arity() {
        return scope.length;
    }

    /**
     * Returns a variable of the scope.
     *
     * @param k its place
     * @return the variable's index
     */
    public int variable(int k) {
        return scope[k];
    }

    /**
     * Returns the domain size of a variable of the scope.
     *
     * @param k its place
     * @return the number of its values
     */
    public int size(int k) {
        return sizes[k];
    }

    /**
     * Returns how far apart entries are that differ by 1 in one variable.
     *
     * @param k the variable's place
     * @return the stride
     */
    public int stride(int k) {
        return strides[k];
    }

    /**
     * Returns the scope.
     *
     * @return a fresh array of variable indices, ascending
     */
    public int[] scope() {
        return scope.clone();
    }

    /**
     * Returns the number of entries.
     *
     * @return the product of the sizes
     */
    public int entryCount() {
        return logs.length;
    }

    /**
     * Returns an entry.
     *
     * @param index its place, the sum of value times stride over the scope
     * @return a log-potential, or −∞
     */
    public double entry(int index) {
        return logs[index];
    }

    /**
     * Returns all entries.
     *
     * @return a fresh array
     */
    public double[] entries() {
        return logs.clone();
    }

    /**
     * Returns the log-potential of a state.
     *
     * @param state a value index for every variable of the model
     * @return the entry for the scope's values in the state
     */
    public double logPotential(int[] state) {
        int index = 0;
        for (int k = 0; k < scope.length; k++) {
            index += strides[k] * state[scope[k]];
        }
        return logs[index];
    }

    /**
     * Returns the product with another factor, that is the sum of the logarithms.
     *
     * @param other a factor of the same model
     * @return the factor over the variables of both
     * @throws IllegalArgumentException if its table would be too large
     */
    public Factor times(Factor other) {
        int[] union = IntStream.concat(Arrays.stream(scope), Arrays.stream(other.scope)).distinct().sorted().toArray();
        int[] unionSizes = Arrays.stream(union).map(v -> indexOf(v) >= 0 ? sizes[indexOf(v)]
                : other.sizes[other.indexOf(v)]).toArray();
        double[] product = new double[Table.entries(unionSizes)];
        int[] values = new int[union.length];
        for (int i = 0; i < product.length; i++) {
            product[i] = logs[index(union, values)] + other.logs[other.index(union, values)];
            for (int k = union.length - 1; k >= 0 && ++values[k] == unionSizes[k]; k--) {
                values[k] = 0;
            }
        }
        return new Factor(union, unionSizes, product);
    }

    private int indexOf(int variable) {
        return Math.max(Arrays.binarySearch(scope, variable), -1);
    }

    private int index(int[] variables, int[] values) {
        int index = 0;
        for (int k = 0; k < variables.length; k++) {
            int own = indexOf(variables[k]);
            index += own < 0 ? 0 : strides[own] * values[k];
        }
        return index;
    }

    /**
     * Tells whether some assignment is forbidden.
     *
     * @return whether an entry is −∞
     */
    public boolean isHard() {
        for (double log : logs) {
            if (log == Double.NEGATIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "factor over " + Arrays.toString(scope);
    }
}
