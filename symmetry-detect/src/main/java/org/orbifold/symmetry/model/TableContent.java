package org.orbifold.symmetry.model;

import java.util.Arrays;

/** A table's shape and values as a key: models repeat few tables many times. */
final class TableContent {

    private final int[] sizes;
    private final double[] values;
    private final int hash;

    TableContent(int[] sizes, double[] values) {
        this.sizes = sizes;
        this.values = values;
        this.hash = 31 * Arrays.hashCode(values) + Arrays.hashCode(sizes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableContent that && hash == that.hash && Arrays.equals(sizes, that.sizes)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
