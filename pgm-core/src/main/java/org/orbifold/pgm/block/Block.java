package org.orbifold.pgm.block;

import java.util.Arrays;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * A set of variables treated as one (Definition 5 of the paper). Immutable.
 *
 * <p>A joint assignment of the block, its <em>value</em>, is numbered in row-major order over the variables in
 * ascending order: the last variable changes fastest.
 */
public final class Block {

    private final int[] variables;

    private Block(int[] variables) {
        this.variables = variables;
    }

    /**
     * Returns a block.
     *
     * @param variables indices of its variables, at least one, in any order
     * @return the block
     */
    public static Block of(int... variables) {
        if (variables.length == 0) {
            throw new IllegalArgumentException("a block needs at least one variable");
        }
        int[] sorted = variables.clone();
        Arrays.sort(sorted);
        if (sorted[0] < 0) {
            throw new IllegalArgumentException("variable " + sorted[0] + " of a block is negative");
        }
        for (int k = 1; k < sorted.length; k++) {
            if (sorted[k] == sorted[k - 1]) {
                throw new IllegalArgumentException("variable " + sorted[k] + " stands twice in the block "
                        + Arrays.toString(variables));
            }
        }
        return new Block(sorted);
    }

    /**
     * Returns the number of variables.
     *
     * @return the number, at least 1
     */
    public int size() {
        return variables.length;
    }

    /**
     * Returns a variable of the block.
     *
     * @param k its place in ascending order
     * @return the variable's index
     */
    public int variable(int k) {
        if (k < 0 || k >= variables.length) {
            throw new IndexOutOfBoundsException("place " + k + " in a block of " + variables.length + " variables");
        }
        return variables[k];
    }

    /**
     * Returns the variables.
     *
     * @return a fresh array, ascending
     */
    public int[] variables() {
        return variables.clone();
    }

    /**
     * Returns whether a variable is in the block.
     *
     * @param variable the variable's index
     * @return whether it is
     */
    public boolean contains(int variable) {
        return Arrays.binarySearch(variables, variable) >= 0;
    }

    /**
     * Returns the number of the block's values: the product of the domain sizes.
     *
     * @param model the model whose variables these are
     * @return the number of joint assignments
     */
    public int valueCount(GraphicalModel model) {
        if (variables.length == 1) {
            return model.size(variables[0]);
        }
        int[] sizes = new int[variables.length];
        for (int k = 0; k < sizes.length; k++) {
            sizes[k] = model.size(variables[k]);
        }
        return Table.entries(sizes);
    }

    /**
     * Returns the value the block has in a state.
     *
     * @param model the model whose variables these are
     * @param state a state of the model
     * @return the number of the joint assignment
     */
    public int value(GraphicalModel model, int[] state) {
        int value = 0;
        for (int v : variables) {
            value = value * model.size(v) + state[v];
        }
        return value;
    }

    /**
     * Sets the block's variables in a state to a value of the block.
     *
     * @param model the model whose variables these are
     * @param value the number of a joint assignment
     * @param state the state to change
     */
    public void assign(GraphicalModel model, int value, int[] state) {
        int rest = value;
        for (int k = variables.length - 1; k >= 0; k--) {
            int size = model.size(variables[k]);
            state[variables[k]] = rest % size;
            rest /= size;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Block that && Arrays.equals(variables, that.variables);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(variables);
    }

    @Override
    public String toString() {
        return Arrays.toString(variables);
    }
}
