package org.orbifold.pgm.exact;

/**
 * How the entries of a large table correspond to those of a smaller one over some of its variables.
 *
 * <p>The index into the smaller table is split into the contribution of the large table's leading and of its trailing
 * variables, so that going through millions of entries costs an addition each, whatever the domain sizes.
 */
final class Broadcast {

    private static final int LOW_ENTRIES = 1 << 12;

    private final int[] high;
    private final int[] low;

    /**
     * Makes the correspondence.
     *
     * @param sizes   the domain sizes of the large table's variables
     * @param strides the strides of the same variables in the smaller table; 0 for those it does not have
     */
    Broadcast(int[] sizes, int[] strides) {
        int split = sizes.length;
        long lowEntries = 1;
        while (split > 0 && lowEntries * sizes[split - 1] <= LOW_ENTRIES) {
            lowEntries *= sizes[--split];
        }
        low = offsets(sizes, strides, split, sizes.length);
        high = offsets(sizes, strides, 0, split);
    }

    private static int[] offsets(int[] sizes, int[] strides, int from, int to) {
        int count = 1;
        for (int k = from; k < to; k++) {
            count *= sizes[k];
        }
        int[] offsets = new int[count];
        int filled = 1;
        for (int k = to - 1; k >= from; k--) {
            for (int x = 1; x < sizes[k]; x++) {
                for (int i = 0; i < filled; i++) {
                    offsets[x * filled + i] = offsets[i] + x * strides[k];
                }
            }
            filled *= sizes[k];
        }
        return offsets;
    }

    /** Adds the smaller table to the large one. */
    void add(double[] small, double[] large) {
        int at = 0;
        for (int base : high) {
            for (int offset : low) {
                large[at++] += small[base + offset];
            }
        }
    }

    /** Sets the large table to the smaller one. */
    void copy(double[] small, double[] large) {
        int at = 0;
        for (int base : high) {
            for (int offset : low) {
                large[at++] = small[base + offset];
            }
        }
    }

    /** Multiplies the large table by the smaller one. */
    void multiply(double[] small, double[] large) {
        int at = 0;
        for (int base : high) {
            for (int offset : low) {
                large[at++] *= small[base + offset];
            }
        }
    }

    /** Sums the large table's entries into the smaller one's. */
    void sumInto(double[] large, double[] small) {
        int at = 0;
        for (int base : high) {
            for (int offset : low) {
                small[base + offset] += large[at++];
            }
        }
    }

    /** Keeps, for each entry of the smaller table, the largest corresponding entry of the large one. */
    void maxInto(double[] large, double[] small) {
        int at = 0;
        for (int base : high) {
            for (int offset : low) {
                small[base + offset] = Math.max(small[base + offset], large[at++]);
            }
        }
    }

    /** Sums exp(entry − reference) of the large table's entries, with one reference per entry of the smaller one. */
    void sumExpInto(double[] large, double[] reference, double[] small) {
        int at = 0;
        for (int base : high) {
            for (int offset : low) {
                double log = large[at++];
                if (log != Double.NEGATIVE_INFINITY) {
                    small[base + offset] += Math.exp(log - reference[base + offset]);
                }
            }
        }
    }
}
