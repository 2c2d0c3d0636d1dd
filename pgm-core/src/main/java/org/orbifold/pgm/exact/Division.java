package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A clique's table divided into tasks that add to different entries of the tables they add to: each has its own values
 * of some variables that all of those tables hold. It depends on the tables alone, so that sums are the same whatever
 * the number of threads.
 */
final class Division {

    /** Entries up to which tables may be added to by all tasks: each has a copy. */
    private static final int COPIED_ENTRIES = 1 << 10;
    private static final int ENOUGH_TASKS = 8;

    private final int[] sizes;
    private final IntArrayList divided;
    private final boolean[] shared;
    private final int tasks;

    private Division(int[] sizes, IntArrayList divided, boolean[] shared) {
        this.sizes = sizes;
        this.divided = divided;
        this.shared = shared;
        int count = 1;
        for (int k : divided) {
            count *= sizes[k];
        }
        this.tasks = count;
    }

    /**
     * Divides a clique's table.
     *
     * @param clique  the clique
     * @param large   how many entries are worth dividing
     * @param run     how many entries shall follow each other at least
     * @param lengths the lengths of the tables that are added to
     * @param has     for a place in the clique's scope, which of those tables hold the variable there
     */
    static Division of(Clique clique, int large, int run, int[] lengths, IntFunction<List<Boolean>> has) {
        int[] sizes = clique.scopeSizes;
        IntArrayList divided = new IntArrayList();
        boolean[] shared = new boolean[lengths.length];
        if (clique.entries > large) {
            int tasks = 1;
            int inner = clique.entries;
            for (int k = 0; k < sizes.length - 1 && tasks < ENOUGH_TASKS; k++) {
                inner /= sizes[k];
                if (inner < run) {
                    break;
                }
                List<Boolean> holds = has.apply(k);
                boolean all = true;
                for (int i = 0; i < lengths.length; i++) {
                    all &= holds.get(i) || lengths[i] <= COPIED_ENTRIES;
                }
                if (all && (long) tasks * sizes[k] <= ENOUGH_TASKS * (long) ENOUGH_TASKS) {
                    divided.add(k);
                    tasks *= sizes[k];
                }
            }
        }
        for (int i = 0; i < shared.length; i++) {
            shared[i] = lengths[i] > COPIED_ENTRIES || divided.isEmpty();
        }
        return new Division(sizes, divided, shared);
    }

    int tasks() {
        return tasks;
    }

    /** Whether tasks add to the table itself, not to copies of it. */
    boolean isShared(int table) {
        return shared[table];
    }

    /** Goes through the ranges of entries of a task. */
    void ranges(int task, Calibration.RangeTask body) {
        int last = divided.isEmpty() ? -1 : divided.getInt(divided.size() - 1);
        int inner = 1;
        for (int k = last + 1; k < sizes.length; k++) {
            inner *= sizes[k];
        }
        int[] strides = new int[last + 1];
        int start = 0;
        int combinations = 1;
        for (int k = last, stride = inner, rest = task, d = divided.size() - 1; k >= 0; k--) {
            strides[k] = stride;
            if (d >= 0 && divided.getInt(d) == k) {
                start += rest % sizes[k] * stride;
                rest /= sizes[k];
                d--;
            } else {
                combinations *= sizes[k];
            }
            stride *= sizes[k];
        }
        for (int c = 0; c < combinations; c++) {
            int from = start;
            for (int k = last, rest = c; k >= 0; k--) {
                if (!divided.contains(k)) {
                    from += rest % sizes[k] * strides[k];
                    rest /= sizes[k];
                }
            }
            body.run(from, from + inner);
        }
    }
}
