package org.orbifold.pgm.score;

import java.util.Arrays;

/**
 * Tabulated conditionals: one row per joint value of the variables around a unit. A unit of two values has the
 * probability of value 1 in a row, any other unit a probability per value, so that a Gibbs update needs no exponential.
 */
final class ConditionalTables {

    /** Per unit where its shape and its rows begin: side by side, as they are read; −1 if it is not tabulated. */
    private final int[] heads;
    /**
     * A shape says how a row is found: the number of neighbours, then for each how far its index is from the unit's and
     * how many rows one more of its value means. Models repeat themselves, so a few shapes serve many units.
     */
    private final int[] shapes;
    private final double[] probabilities;

    private ConditionalTables(Builder builder) {
        this.heads = builder.heads;
        this.shapes = builder.shapes.toArray();
        this.probabilities = builder.probabilities.toArray();
    }

    boolean has(int unit) {
        return heads[2 * unit] >= 0;
    }

    /** The row that the neighbours' values choose. */
    private int row(int[] state, int unit) {
        int at = heads[2 * unit];
        int row = 0;
        for (int i = at + 1, end = i + 2 * shapes[at]; i < end; i += 2) {
            row += shapes[i + 1] * state[unit + shapes[i]];
        }
        return row;
    }

    double probabilityOfOne(int[] state, int unit) {
        return probabilities[heads[2 * unit + 1] + row(state, unit)];
    }

    boolean conditional(int[] state, int unit, int size, double[] out) {
        System.arraycopy(probabilities, heads[2 * unit + 1] + row(state, unit) * size, out, 0, size);
        // The first probability alone may be 0; only all of them mean that nothing is possible.
        for (int x = 0; x < size; x++) {
            if (out[x] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Collects the tables. */
    static final class Builder {

        private final int[] heads;
        private final IntPool shapes = new IntPool();
        private final DoublePool probabilities = new DoublePool();

        Builder(int units) {
            this.heads = new int[2 * units];
            Arrays.fill(heads, -1);
        }

        /** The number of table entries collected so far. */
        int entries() {
            return probabilities.size();
        }

        /** Adds a unit; the rows are in row-major order of the neighbours, the last one changing fastest. */
        void add(int unit, int[] neighbours, int[] strides, double[] rows) {
            int[] shape = new int[1 + 2 * neighbours.length];
            shape[0] = neighbours.length;
            for (int k = 0; k < neighbours.length; k++) {
                shape[2 * k + 1] = neighbours[k] - unit;
                shape[2 * k + 2] = strides[k];
            }
            heads[2 * unit] = shapes.add(shape);
            heads[2 * unit + 1] = probabilities.add(rows);
        }

        ConditionalTables build() {
            return new ConditionalTables(this);
        }
    }
}
