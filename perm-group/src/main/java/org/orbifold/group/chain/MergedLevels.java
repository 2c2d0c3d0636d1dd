package org.orbifold.group.chain;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.orbifold.group.kernel.Rows;

/**
 * Consecutive levels with small orbits: all products of their transversal elements, multiplied out when first needed,
 * so that together they cost one factor.
 */
final class MergedLevels implements Stage {

    private static final int MOST_PRODUCTS = 2048;

    private final FrozenLevel[] levels;
    private final int from;
    private final int to;
    private final AtomicReferenceArray<char[]> rows;

    MergedLevels(FrozenLevel[] levels, int from, int to) {
        this.levels = levels;
        this.from = from;
        this.to = to;
        long size = 1;
        for (int i = from; i < to; i++) {
            size *= levels[i].orbit.length;
        }
        rows = new AtomicReferenceArray<>((int) size);
    }

    /**
     * The first of the levels before an end that may be merged; the last one itself if none may.
     *
     * @param limit the bytes that the products may take
     */
    static int firstMergeable(FrozenLevel[] levels, int to, long limit) {
        int first = to - 1;
        long size = levels[first].orbit.length;
        while (first > 0) {
            size *= levels[first - 1].orbit.length;
            if (size > MOST_PRODUCTS || 2 * size * levels[first].degree() > limit) {
                break;
            }
            first--;
        }
        return first;
    }

    @Override
    public int append(int[] chosen, char[][] target, int count) {
        int index = 0;
        boolean identity = true;
        for (int i = from; i < to; i++) {
            index = index * levels[i].orbit.length + levels[i].position(chosen[i]);
            identity &= chosen[i] == levels[i].base;
        }
        if (identity) {
            return count;
        }
        char[] row = rows.getAcquire(index);
        target[count] = row != null ? row : makeRow(index, chosen);
        return count + 1;
    }

    private char[] makeRow(int index, int[] chosen) {
        Word word = new Word();
        for (int i = to - 1; i >= from; i--) {
            levels[i].append(chosen[i], word);
        }
        char[] row = Rows.of(word.product(levels[from].degree()));
        rows.setRelease(index, row);
        return row;
    }

    @Override
    public int mostRows() {
        return 1;
    }

    @Override
    public long bytes() {
        return 2L * rows.length() * levels[from].degree();
    }
}
