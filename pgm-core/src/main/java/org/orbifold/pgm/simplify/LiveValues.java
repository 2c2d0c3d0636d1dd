package org.orbifold.pgm.simplify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.orbifold.pgm.model.GraphicalModel;

/** Which values each variable still may have, and what excluded the others. */
final class LiveValues {

    /** Values of variable v are numbered from offsets[v]. */
    private final int[] offsets;
    private final int[] counts;
    /** By value: 0 while it lives, else one more than its place in the two lists below. */
    private final int[] excluded;
    private final IntArrayList excludedBy = new IntArrayList();
    private final IntArrayList excludedVariable = new IntArrayList();

    LiveValues(GraphicalModel model) {
        counts = model.sizes();
        offsets = new int[counts.length + 1];
        for (int v = 0; v < counts.length; v++) {
            offsets[v + 1] = Math.addExact(offsets[v], counts[v]);
        }
        excluded = new int[offsets[counts.length]];
    }

    /** How many values are left. */
    int count(int v) {
        return counts[v];
    }

    /** How many there were. */
    int size(int v) {
        return offsets[v + 1] - offsets[v];
    }

    boolean isLive(int v, int x) {
        return excluded[offsets[v] + x] == 0;
    }

    boolean isUntouched(int v) {
        return counts[v] == size(v);
    }

    /** The values that are left, ascending. */
    int[] values(int v) {
        int[] values = new int[counts[v]];
        for (int x = 0, i = 0; i < values.length; x++) {
            if (isLive(v, x)) {
                values[i++] = x;
            }
        }
        return values;
    }

    /** The only value left. */
    int only(int v) {
        int x = 0;
        while (!isLive(v, x)) {
            x++;
        }
        return x;
    }

    /** Excludes a live value. */
    void exclude(int v, int x, int feature) {
        excludedBy.add(feature);
        excludedVariable.add(v);
        excluded[offsets[v] + x] = excludedBy.size();
        counts[v]--;
    }

    /** How many values were excluded. */
    int excludedCount() {
        return excludedBy.size();
    }

    /** When a value was excluded, counted from 0; −1 if it was not. */
    int time(int v, int x) {
        return excluded[offsets[v] + x] - 1;
    }

    /** Which feature excluded a value at the given time. */
    int reason(int time) {
        return excludedBy.getInt(time);
    }

    /** The values of v that were left before the given time. */
    int[] valuesBefore(int v, int time) {
        int[] before = new int[size(v)];
        int found = 0;
        for (int x = 0; x < before.length; x++) {
            if (isLive(v, x) || time(v, x) >= time) {
                before[found++] = x;
            }
        }
        return Arrays.copyOf(before, found);
    }
}
