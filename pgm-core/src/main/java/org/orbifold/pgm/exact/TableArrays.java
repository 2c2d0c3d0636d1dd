package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of large tables: one that is no longer needed serves a later table of the same size. To touch memory for the
 * first time takes the system several times as long as to compute an entry. Arrays in use and unused ones together
 * stay within a limit, as long as those in use do. Safe for use by several threads. Tests override it.
 */
class TableArrays {

    /** Allocates every array, and keeps none. */
    static final TableArrays NONE = new TableArrays(0);

    /** Smaller arrays (256 KiB) are left to the garbage collector, which has such memory at hand. */
    private static final int LEAST_ENTRIES = 1 << 15;

    private final double limit;
    private final Int2ObjectOpenHashMap<ArrayDeque<double[]>> unused = new Int2ObjectOpenHashMap<>();
    private double held;

    /**
     * None yet.
     *
     * @param bytes the most that arrays in use and unused ones may take together
     */
    TableArrays(double bytes) {
        this.limit = bytes / Double.BYTES;
    }

    /** The entries of the arrays in use and of the unused ones. */
    synchronized double heldEntries() {
        return held;
    }

    /** An array of some length, with any entries. */
    double[] take(int length) {
        double @Nullable [] found = length < LEAST_ENTRIES || limit == 0 ? null : reused(length);
        return found == null ? new double[length] : found;
    }

    private synchronized double @Nullable [] reused(int length) {
        ArrayDeque<double[]> same = unused.get(length);
        if (same != null && !same.isEmpty()) {
            return same.pop();
        }
        held += length;
        for (Iterator<ArrayDeque<double[]>> all = unused.values().iterator(); held > limit && all.hasNext();) {
            ArrayDeque<double[]> others = all.next();
            while (held > limit && !others.isEmpty()) {
                held -= others.pop().length;
            }
        }
        return null;
    }

    /** Takes an array back; it must have been {@linkplain #take taken}, and nobody may read it any more. */
    void give(double[] array) {
        if (array.length < LEAST_ENTRIES || limit == 0) {
            return;
        }
        synchronized (this) {
            if (held > limit) {
                held -= array.length;
            } else {
                unused.computeIfAbsent(array.length, any -> new ArrayDeque<>()).push(array);
            }
        }
    }
}
