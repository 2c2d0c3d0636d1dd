package org.orbifold.logic;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

/** Rows of constants to join on, with an index for each set of columns that was asked for. */
final class Relation {

    private final Strides strides;
    private final int[] rows;
    private final int count;
    private final Int2ObjectOpenHashMap<Index> indices = new Int2ObjectOpenHashMap<>();
    private double @Nullable [] distinct;

    private Relation(Strides strides, int[] rows, int count) {
        this.strides = strides;
        this.rows = rows;
        this.count = count;
    }

    static Relation of(Strides strides, long[] ranks) {
        int arity = strides.arity();
        int[] rows = new int[Math.multiplyExact(ranks.length, arity)];
        for (int r = 0; r < ranks.length; r++) {
            for (int i = 0; i < arity; i++) {
                rows[r * arity + i] = strides.argument(ranks[r], i);
            }
        }
        return new Relation(strides, rows, ranks.length);
    }

    int count() {
        return count;
    }

    int value(int row, int column) {
        return rows[row * strides.arity() + column];
    }

    /**
     * Binds the slots of a row's new columns.
     *
     * @param row        the row
     * @param terms      what stands in its columns
     * @param newColumns the columns whose slots are not bound yet
     * @param binding    the constants of slots, written to
     * @return false if the row disagrees with the bound variables, or has different constants for the same slot
     */
    boolean bind(int row, int[] terms, int newColumns, int[] binding) {
        for (int i = 0; i < terms.length; i++) {
            if ((newColumns >> i & 1) == 1) {
                binding[terms[i]] = value(row, i);
            }
        }
        for (int i = 0; i < terms.length; i++) {
            if (Node.value(terms[i], binding) != value(row, i)) {
                return false;
            }
        }
        return true;
    }

    /** How many rows agree with one choice of the given columns, as a guess for the order of joins. */
    double expected(int columns) {
        if (distinct == null) {
            distinct = new double[strides.arity()];
            for (int i = 0; i < distinct.length; i++) {
                distinct[i] = Math.max(1, index(1 << i).groups());
            }
        }
        double expected = count;
        for (int i = 0; i < distinct.length; i++) {
            expected /= (columns >> i & 1) == 1 ? distinct[i] : 1;
        }
        return expected;
    }

    /** The rows by their values in a set of columns. */
    Index index(int columns) {
        return indices.computeIfAbsent(columns, Index::new);
    }

    /** The rows grouped by their values in some columns. */
    final class Index {
        private final int columns;
        private final Long2IntOpenHashMap groupOf = new Long2IntOpenHashMap();
        private final int[] starts;
        private final int[] order;

        private Index(int columns) {
            this.columns = columns;
            groupOf.defaultReturnValue(-1);
            int[] group = new int[count];
            for (int row = 0; row < count; row++) {
                long key = 0;
                for (int i = 0; i < strides.arity(); i++) {
                    key = (columns >> i & 1) == 1 ? key * strides.size(i) + value(row, i) : key;
                }
                int next = groupOf.size();
                int old = groupOf.putIfAbsent(key, next);
                group[row] = old < 0 ? next : old;
            }
            starts = new int[groupOf.size() + 1];
            for (int g : group) {
                starts[g + 1]++;
            }
            for (int g = 0; g < groupOf.size(); g++) {
                starts[g + 1] += starts[g];
            }
            order = new int[count];
            int[] fill = starts.clone();
            for (int row = 0; row < count; row++) {
                order[fill[group[row]]++] = row;
            }
        }

        int groups() {
            return groupOf.size();
        }

        /** The group of the rows that agree with terms under a binding; −1 if there is none. */
        int find(int[] terms, int[] binding) {
            long key = 0;
            for (int i = 0; i < terms.length; i++) {
                key = (columns >> i & 1) == 1 ? key * strides.size(i) + Node.value(terms[i], binding) : key;
            }
            return groupOf.get(key);
        }

        int start(int group) {
            return starts[group];
        }

        int end(int group) {
            return starts[group + 1];
        }

        int row(int position) {
            return order[position];
        }
    }
}
