package org.orbifold.pgm.score;

import java.util.Arrays;

/**
 * A tabulated conditional whose exchangeable neighbours are counted: binary neighbours that the table does not tell
 * apart share one stride, so that a row stands for how many of them are 1. Four equal neighbours need 5 rows, not 16,
 * and what is smaller stays in the cache.
 */
final class CountedRows {

    /** Entries of equal rows differ only by the order in which the same numbers were added up. */
    private static final int ROUNDING_ULPS = 8;

    private final int[] sizes;
    private final int[] oldStrides;
    private final double[] oldTable;
    private final int width;
    private final double tolerance;
    /** Per neighbour: the first of those it is exchangeable with. */
    private final int[] first;
    private final int[] strides;
    private final double[] table;

    /**
     * Counts where that is possible.
     *
     * @param sizes   the domain sizes of the neighbours
     * @param strides of each neighbour, in rows
     * @param table   all rows, each of the same width
     */
    CountedRows(int[] sizes, int[] strides, double[] table, int width) {
        this.sizes = sizes;
        this.oldStrides = strides;
        this.oldTable = table;
        this.width = width;
        this.tolerance = ROUNDING_ULPS * Math.ulp(largest(table));
        this.first = new int[sizes.length];
        for (int k = 0; k < sizes.length; k++) {
            first[k] = firstLike(k);
        }
        this.strides = new int[sizes.length];
        int rows = 1;
        for (int k = 0; k < sizes.length; k++) {
            if (first[k] == k) {
                this.strides[k] = rows;
                rows *= 1 + (sizes[k] - 1) * members(k);
            } else {
                this.strides[k] = this.strides[first[k]];
            }
        }
        this.table = new double[rows * width];
        fill();
    }

    int[] strides() {
        return strides;
    }

    double[] table() {
        return table;
    }

    private static double largest(double[] table) {
        double largest = 0;
        for (double entry : table) {
            if (Double.isFinite(entry)) {
                largest = Math.max(largest, Math.abs(entry));
            }
        }
        return largest;
    }

    private int firstLike(int k) {
        for (int j = 0; j < k; j++) {
            if (first[j] == j && exchangeable(j, k)) {
                return j;
            }
        }
        return k;
    }

    private int members(int k) {
        return (int) Arrays.stream(first).filter(f -> f == k).count();
    }

    /** Whether the table is the same when two binary neighbours swap their values. */
    private boolean exchangeable(int j, int k) {
        if (sizes[j] != 2 || sizes[k] != 2) {
            return false;
        }
        int shift = (oldStrides[k] - oldStrides[j]) * width;
        for (int i = 0; i < oldTable.length; i++) {
            int row = i / width;
            boolean onlyFirst = row / oldStrides[j] % 2 == 1 && row / oldStrides[k] % 2 == 0;
            if (onlyFirst && !same(oldTable[i], oldTable[i + shift])) {
                return false;
            }
        }
        return true;
    }

    private boolean same(double a, double b) {
        return Double.compare(a, b) == 0 || Math.abs(a - b) <= tolerance;
    }

    /** Goes through the old rows, the last one with given counts stands for all of them. */
    private void fill() {
        for (int row = 0; row < oldTable.length / width; row++) {
            int counted = 0;
            for (int k = 0; k < sizes.length; k++) {
                counted += strides[k] * (row / oldStrides[k] % sizes[k]);
            }
            System.arraycopy(oldTable, row * width, table, counted * width, width);
        }
    }
}
