package org.orbifold.pgm.exact;

import java.util.Arrays;

/**
 * How the entries of a large table correspond to those of a smaller one over some of its variables.
 *
 * <p>Adjacent variables that stand side by side in both tables count as one. Where the last of these has many values
 * and the smaller table has stride 1 or 0 along it, operations take whole runs; elsewhere the contributions of the
 * trailing variables to the index are a table of their own. So an entry costs an addition at most, whatever the domain
 * sizes. Operations work on the entries of the large table from {@code from} to {@code to}.
 */
final class Broadcast {

    private static final int LOW_ENTRIES = 1 << 12;
    private static final int LONG_RUN = 16;

    /** The leading variables, less significant ones last. */
    private final int[] outerSizes;
    private final int[] outerStrides;
    /** How many entries of the large table belong to one assignment of the leading variables. */
    private final int block;
    /** 0 or 1 for runs. */
    private final int step;
    /** The contributions of the trailing variables; empty for runs. */
    private final int[] low;
    /** How far the smaller table moves when {@code low} is at its end within a block. */
    private final int lowStride;

    /**
     * Makes the correspondence.
     *
     * @param sizes   the domain sizes of the large table's variables
     * @param strides the strides of the same variables in the smaller table; 0 for those it does not have
     */
    Broadcast(int[] sizes, int[] strides) {
        int[] mergedSizes = new int[sizes.length];
        int[] mergedStrides = new int[sizes.length];
        int count = 0;
        for (int k = 0; k < sizes.length; k++) {
            if (sizes[k] == 1) {
                continue;
            }
            if (count > 0 && mergedStrides[count - 1] == strides[k] * sizes[k]) {
                mergedSizes[count - 1] *= sizes[k];
                mergedStrides[count - 1] = strides[k];
            } else {
                mergedSizes[count] = sizes[k];
                mergedStrides[count++] = strides[k];
            }
        }
        int split = count;
        int last = count == 0 ? 1 : mergedSizes[count - 1];
        int lastStride = count == 0 ? 0 : mergedStrides[count - 1];
        boolean run = last >= LONG_RUN && lastStride <= 1;
        if (run || last > LOW_ENTRIES) {
            split = Math.max(0, count - 1);
            block = last;
            low = run ? new int[0] : offsets(new int[] {LOW_ENTRIES}, new int[] {lastStride}, 0, 1);
        } else {
            int entries = 1;
            while (split > 0 && (long) entries * mergedSizes[split - 1] <= LOW_ENTRIES) {
                entries *= mergedSizes[--split];
            }
            block = entries;
            low = offsets(mergedSizes, mergedStrides, split, count);
        }
        step = lastStride;
        lowStride = LOW_ENTRIES * lastStride;
        outerSizes = Arrays.copyOf(mergedSizes, split);
        outerStrides = Arrays.copyOf(mergedStrides, split);
    }

    /** The correspondence of a table to one over some of its variables. */
    static Broadcast of(int[] sizes, int[] large, int[] small) {
        return new Broadcast(TableMath.pick(sizes, large), TableMath.strides(sizes, large, small));
    }

    /** The index in the smaller table for each assignment of some adjacent variables of the large one. */
    static int[] offsets(int[] sizes, int[] strides, int from, int to) {
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

    /** What to do with a piece: n entries of the large table from {@code at} on. */
    private interface Operation {
        /** The smaller table's entries are at base, base + 1, …. */
        void along(double[] small, int base, double[] large, int at, int n);

        /** The smaller table's entry is at base for all of them. */
        void still(double[] small, int base, double[] large, int at, int n);

        /** The smaller table's entries are at base + low[first], base + low[first + 1], …. */
        void scattered(double[] small, int base, int[] low, int first, double[] large, int at, int n);
    }

    private void apply(Operation operation, double[] small, int smallFrom, double[] large, int from, int to) {
        int[] digits = new int[outerSizes.length];
        int base = smallFrom;
        for (int k = digits.length - 1, rest = from / block; k >= 0; k--) {
            digits[k] = rest % outerSizes[k];
            rest /= outerSizes[k];
            base += digits[k] * outerStrides[k];
        }
        int inBlock = from % block;
        for (int at = from; at < to;) {
            int end = Math.min(to - at, block - inBlock) + inBlock;
            piece(operation, small, base, large, at, inBlock, end);
            at += end - inBlock;
            inBlock = 0;
            for (int k = digits.length - 1; k >= 0; k--) {
                base += outerStrides[k];
                if (++digits[k] < outerSizes[k]) {
                    break;
                }
                base -= digits[k] * outerStrides[k];
                digits[k] = 0;
            }
        }
    }

    /** The entries of one block from {@code first} to {@code end}. */
    private void piece(Operation operation, double[] small, int base, double[] large, int at, int first, int end) {
        if (low.length > 0) {
            for (int i = first; i < end;) {
                int inLow = i % low.length;
                int n = Math.min(end - i, low.length - inLow);
                operation.scattered(small, base + i / low.length * lowStride, low, inLow, large, at + i - first, n);
                i += n;
            }
        } else if (step == 1) {
            operation.along(small, base + first, large, at, end - first);
        } else {
            operation.still(small, base, large, at, end - first);
        }
    }

    private static final Operation COPY = new Operation() {
        @Override
        public void along(double[] small, int base, double[] large, int at, int n) {
            System.arraycopy(small, base, large, at, n);
        }

        @Override
        public void still(double[] small, int base, double[] large, int at, int n) {
            Arrays.fill(large, at, at + n, small[base]);
        }

        @Override
        public void scattered(double[] small, int base, int[] low, int first, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                large[at + i] = small[base + low[first + i]];
            }
        }
    };

    private static final Operation MULTIPLY = new Operation() {
        @Override
        public void along(double[] small, int base, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                large[at + i] *= small[base + i];
            }
        }

        @Override
        public void still(double[] small, int base, double[] large, int at, int n) {
            double factor = small[base];
            for (int i = at; i < at + n; i++) {
                large[i] *= factor;
            }
        }

        @Override
        public void scattered(double[] small, int base, int[] low, int first, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                large[at + i] *= small[base + low[first + i]];
            }
        }
    };

    private static final Operation ADD = new Operation() {
        @Override
        public void along(double[] small, int base, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                large[at + i] += small[base + i];
            }
        }

        @Override
        public void still(double[] small, int base, double[] large, int at, int n) {
            double term = small[base];
            for (int i = at; i < at + n; i++) {
                large[i] += term;
            }
        }

        @Override
        public void scattered(double[] small, int base, int[] low, int first, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                large[at + i] += small[base + low[first + i]];
            }
        }
    };

    private static final Operation SUM = new Operation() {
        @Override
        public void along(double[] small, int base, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                small[base + i] += large[at + i];
            }
        }

        @Override
        public void still(double[] small, int base, double[] large, int at, int n) {
            double sum = 0;
            for (int i = at; i < at + n; i++) {
                sum += large[i];
            }
            small[base] += sum;
        }

        @Override
        public void scattered(double[] small, int base, int[] low, int first, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                small[base + low[first + i]] += large[at + i];
            }
        }
    };

    private static final Operation MAXIMUM = new Operation() {
        @Override
        public void along(double[] small, int base, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                small[base + i] = Math.max(small[base + i], large[at + i]);
            }
        }

        @Override
        public void still(double[] small, int base, double[] large, int at, int n) {
            double max = small[base];
            for (int i = at; i < at + n; i++) {
                max = Math.max(max, large[i]);
            }
            small[base] = max;
        }

        @Override
        public void scattered(double[] small, int base, int[] low, int first, double[] large, int at, int n) {
            for (int i = 0; i < n; i++) {
                int to = base + low[first + i];
                small[to] = Math.max(small[to], large[at + i]);
            }
        }
    };

    /** Sets the large table to the smaller one, which begins at a place of its array. */
    void copy(double[] small, int smallFrom, double[] large, int from, int to) {
        apply(COPY, small, smallFrom, large, from, to);
    }

    /** Multiplies the large table by the smaller one, which begins at a place of its array. */
    void multiply(double[] small, int smallFrom, double[] large, int from, int to) {
        apply(MULTIPLY, small, smallFrom, large, from, to);
    }

    /** Adds the smaller table, which begins at a place of its array, to the large one. */
    void add(double[] small, int smallFrom, double[] large, int from, int to) {
        apply(ADD, small, smallFrom, large, from, to);
    }

    /** Sums the large table's entries into the smaller one's. */
    void sumInto(double[] large, double[] small, int from, int to) {
        apply(SUM, small, 0, large, from, to);
    }

    /** Raises the smaller table's entries to the maxima of the large one's. */
    void maxInto(double[] large, double[] small, int from, int to) {
        apply(MAXIMUM, small, 0, large, from, to);
    }
}
