package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Groups numbers into classes of equals: sorted, two neighbours are in one class exactly if their gap is at most the
 * larger of their tolerances. Never by rounding to a grid, which cuts between 0.3 and 0.1 + 0.2.
 *
 * <p>Cost: O(1) per number added, O(d log d) for d distinct ones.
 */
final class ValueClasses {

    private final Long2IntOpenHashMap indexByBits = new Long2IntOpenHashMap();
    private final DoubleArrayList values = new DoubleArrayList();
    private final DoubleArrayList tolerances = new DoubleArrayList();
    private int[] classes = {};
    /** Whether the classes are those of all numbers added. */
    private boolean grouped;
    /** The handles in ascending order of their numbers. */
    private int[] order = {};
    private int count;

    ValueClasses() {
        indexByBits.defaultReturnValue(-1);
    }

    /** Adds a number and returns its handle; −∞ is a class of its own. */
    int add(double value, double tolerance) {
        // 0.0 folds the two zeros into one.
        long bits = Double.doubleToLongBits(value + 0.0);
        int index = indexByBits.get(bits);
        if (index < 0) {
            index = values.size();
            indexByBits.put(bits, index);
            values.add(value + 0.0);
            tolerances.add(tolerance);
            grouped = false;
        } else if (tolerances.getDouble(index) < tolerance) {
            tolerances.set(index, tolerance);
            grouped = false;
        }
        return index;
    }

    /** The class of a handle, from 0, ascending with the numbers. */
    int classOf(int handle) {
        if (!grouped) {
            group();
        }
        return classes[handle];
    }

    /** The number of classes. */
    int count() {
        if (!grouped) {
            group();
        }
        return count;
    }

    /**
     * The class that a number falls into without being added: that of the nearest one, if the gap is no larger than
     * the larger tolerance of the two; else −1. Once {@link #count} was asked for, threads may share this.
     */
    int find(double value, double tolerance) {
        if (!grouped) {
            group();
        }
        int low = 0;
        int high = order.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (values.getDouble(order[middle]) < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int best = -1;
        double bestGap = Double.POSITIVE_INFINITY;
        for (int i = Math.max(0, low - 1); i <= low && i < order.length; i++) {
            double gap = Math.abs(values.getDouble(order[i]) - value);
            if (gap <= Math.max(tolerance, tolerances.getDouble(order[i])) && gap < bestGap) {
                best = classes[order[i]];
                bestGap = gap;
            }
        }
        return best;
    }

    private void group() {
        order = new int[values.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.quickSort(order, (a, b) -> Double.compare(values.getDouble(a), values.getDouble(b)));
        classes = new int[order.length];
        int current = order.length == 0 ? -1 : 0;
        for (int i = 1; i < order.length; i++) {
            double gap = values.getDouble(order[i]) - values.getDouble(order[i - 1]);
            if (!(gap <= Math.max(tolerances.getDouble(order[i]), tolerances.getDouble(order[i - 1])))) {
                current++;
            }
            classes[order[i]] = current;
        }
        count = current + 1;
        grouped = true;
    }
}
