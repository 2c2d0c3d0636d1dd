package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/** Variables by the size of the table that their elimination makes; of equal ones the first. */
final class SmallestFirst {

    private final LongHeapPriorityQueue queue = new LongHeapPriorityQueue();
    /** The key offered last; −1 if the variable is not in the queue. */
    private final int[] current;

    SmallestFirst(int variables) {
        current = new int[variables];
        Arrays.fill(current, -1);
    }

    /** Puts a variable in, or changes its size; a negative size takes it out. */
    void offer(int variable, int size) {
        if (current[variable] != size) {
            current[variable] = size;
            if (size >= 0) {
                queue.enqueue((long) size << Integer.SIZE | variable);
            }
        }
    }

    /** Takes the first out; −1 if there is none. */
    int poll() {
        while (!queue.isEmpty()) {
            long first = queue.dequeueLong();
            int variable = (int) first;
            if (current[variable] == (int) (first >> Integer.SIZE)) {
                current[variable] = -1;
                return variable;
            }
        }
        return -1;
    }
}
