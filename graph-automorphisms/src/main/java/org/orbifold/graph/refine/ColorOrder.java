package org.orbifold.graph.refine;

import java.util.Arrays;

/** Sorts indices by colour. */
public final class ColorOrder {

    /** A range of colours up to this many times the number of indices is sorted by counting. */
    private static final long DENSE = 4;

    private ColorOrder() {
    }

    /**
     * The indices in the order of their colours, equal colours in the order of the indices. Linear in time where the
     * colours are not far apart.
     *
     * @param colors the colour of each index
     * @return the indices 0 to {@code colors.length - 1}, sorted
     */
    public static int[] of(int[] colors) {
        int smallest = Integer.MAX_VALUE;
        int largest = Integer.MIN_VALUE;
        for (int color : colors) {
            smallest = Math.min(smallest, color);
            largest = Math.max(largest, color);
        }
        long range = (long) largest - smallest + 1;
        return range <= DENSE * colors.length + 16 ? byCounting(colors, smallest, range) : byComparing(colors);
    }

    private static int[] byCounting(int[] colors, int smallest, long range) {
        int[] place = new int[(int) Math.max(range, 0) + 1];
        for (int color : colors) {
            place[color - smallest + 1]++;
        }
        for (int c = 1; c < place.length; c++) {
            place[c] += place[c - 1];
        }
        int[] result = new int[colors.length];
        for (int i = 0; i < colors.length; i++) {
            result[place[colors[i] - smallest]++] = i;
        }
        return result;
    }

    private static int[] byComparing(int[] colors) {
        long[] keys = new long[colors.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = ((long) colors[i] << 32) | i;
        }
        Arrays.sort(keys);
        int[] result = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            result[i] = (int) keys[i];
        }
        return result;
    }
}
