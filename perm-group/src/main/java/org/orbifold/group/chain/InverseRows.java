package org.orbifold.group.chain;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.orbifold.group.kernel.Images;
import org.orbifold.group.kernel.Rows;

/**
 * Inverses of the transversal elements of a small chain, multiplied out when first needed: following base images takes
 * one look-up per level and point then, where the tree's words take one per edge. Safe to share between threads.
 */
final class InverseRows {

    /** Bytes of the rows of one chain: what the second cache holds. */
    private static final long BUDGET = 1L << 20;

    private final FrozenLevel[] levels;
    private final AtomicReferenceArray<char[]>[] rows;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic type
    private InverseRows(FrozenLevel[] levels) {
        this.levels = levels;
        rows = new AtomicReferenceArray[levels.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new AtomicReferenceArray<>(levels[i].orbit.length);
        }
    }

    /** The rows of a chain; null if they would take too much memory. */
    static InverseRows of(int degree, FrozenLevel[] levels) {
        long bytes = 0;
        for (FrozenLevel level : levels) {
            bytes += 2L * degree * level.orbit.length;
        }
        return degree <= TransversalRows.LARGEST_DEGREE && bytes <= BUDGET ? new InverseRows(levels) : null;
    }

    /** Maps points by the inverse of a transversal element, given by its position in the orbit of a level. */
    void divide(int[] points, int from, int to, int level, int position) {
        char[] row = rows[level].getAcquire(position);
        if (row == null) {
            row = make(level, position);
        }
        for (int i = from; i < to; i++) {
            points[i] = row[points[i]];
        }
    }

    private char[] make(int level, int position) {
        char[] row = Rows.of(Images.inverse(levels[level].transversal(levels[level].orbit[position])));
        rows[level].setRelease(position, row);
        return row;
    }
}
