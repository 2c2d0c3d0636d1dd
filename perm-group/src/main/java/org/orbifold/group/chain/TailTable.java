package org.orbifold.group.chain;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * All elements of the smallest stabilisers of a chain, multiplied out when first needed: the last levels, whose
 * orbits are small, then cost one factor instead of several.
 */
final class TailTable {

    private static final int MOST_ELEMENTS = 2048;
    private static final long MOST_BYTES = 8L << 20;

    private final FrozenLevel[] levels;

    /** The first level of the tail. */
    private final int from;

    private final AtomicReferenceArray<char[]> rows;

    TailTable(FrozenLevel[] levels, int degree) {
        this.levels = levels;
        int first = levels.length;
        long size = 1;
        while (first > 0 && degree <= Character.MAX_VALUE) {
            long next = size * levels[first - 1].orbit.length;
            if (next > MOST_ELEMENTS || 2 * next * degree > MOST_BYTES) {
                break;
            }
            size = next;
            first--;
        }
        // One level alone has its own rows.
        from = levels.length - first > 1 ? first : levels.length;
        rows = from < levels.length ? new AtomicReferenceArray<>((int) size) : null;
    }

    int from() {
        return from;
    }

    /** The product of the chosen elements of the tail's levels, or null for the identity. */
    char[] row(int[] chosen) {
        int index = 0;
        boolean identity = true;
        for (int i = from; i < levels.length; i++) {
            index = index * levels[i].orbit.length + levels[i].position(chosen[i]);
            identity &= chosen[i] == levels[i].base;
        }
        if (identity) {
            return null;
        }
        char[] row = rows.getAcquire(index);
        return row != null ? row : makeRow(index, chosen);
    }

    private char[] makeRow(int index, int[] chosen) {
        Word word = new Word();
        for (int i = levels.length - 1; i >= from; i--) {
            levels[i].append(chosen[i], word);
        }
        int[] images = word.product(levels[from].degree());
        char[] row = new char[images.length];
        for (int x = 0; x < row.length; x++) {
            row[x] = (char) images[x];
        }
        rows.setRelease(index, row);
        return row;
    }
}
