package org.orbifold.symmetry.model;

import java.util.Arrays;

/**
 * What a table looks like once its numbers are classes: which places of an axis it cannot tell apart (levels), and the
 * entries of the table over levels that matter.
 *
 * <p>The most frequent class is the background and gets no vertices: the others determine it, because the table
 * sums to zero. A table that is a multiple of the indicator of one corner, but for parts that concern single blocks,
 * gets one vertex: so a clause over three or more blocks is one vertex again.
 */
final class TablePattern {

    /** How a table is written down. */
    enum Style { ZERO_SUM, MASK, ALL_ENTRIES }

    private static final int MAX_CORNER_ARITY = 10;

    /** Per axis, the level of each place. */
    private final int[][] levelOfPlace;
    /** Per row, the level on each axis. */
    private final int[][] rows;
    private final int[] rowClasses;
    /** The corner's multiple, NaN if the table is not of that kind. */
    private double corner = Double.NaN;

    TablePattern(BlockTable table, int[] classes, Style style, boolean corners) {
        int arity = table.arity();
        int[] strides = BlockTable.strides(table.sizes());
        levelOfPlace = new int[arity][];
        int[] counts = new int[arity];
        int[][] representative = new int[arity][];
        for (int k = 0; k < arity; k++) {
            representative[k] = new int[table.sizes()[k]];
            levelOfPlace[k] = new int[table.sizes()[k]];
            counts[k] = levels(classes, table.sizes()[k], strides[k], levelOfPlace[k], representative[k]);
        }
        int total = 1;
        for (int count : counts) {
            total *= count;
        }
        int[][] tuples = new int[total][];
        int[] tupleClasses = new int[total];
        int[] places = new int[total];
        int[] tuple = new int[arity];
        for (int i = 0; i < total; i++) {
            for (int k = 0; k < arity; k++) {
                places[i] += strides[k] * representative[k][tuple[k]];
            }
            tuples[i] = tuple.clone();
            tupleClasses[i] = classes[places[i]];
            for (int k = arity - 1; k >= 0 && ++tuple[k] == counts[k]; k--) {
                tuple[k] = 0;
            }
        }
        if (style == Style.ZERO_SUM && corners && arity >= 3 && arity <= MAX_CORNER_ARITY
                && Arrays.stream(counts).allMatch(count -> count == 2)) {
            int found = findCorner(table, places);
            if (found >= 0) {
                rows = new int[][] {tuples[found]};
                rowClasses = new int[1];
                return;
            }
        }
        int background = style == Style.ALL_ENTRIES ? -1 : style == Style.MASK ? 0 : mostFrequent(tupleClasses);
        int kept = (int) Arrays.stream(tupleClasses).filter(c -> c != background).count();
        rows = new int[kept][];
        rowClasses = new int[kept];
        for (int i = 0, next = 0; i < total; i++) {
            if (tupleClasses[i] != background) {
                rows[next] = tuples[i];
                rowClasses[next++] = tupleClasses[i];
            }
        }
    }

    /** Numbers the places of an axis so that equal slices get equal numbers. */
    private static int levels(int[] classes, int size, int stride, int[] level, int[] representative) {
        int count = 0;
        // Slices are compared only if their hashes agree.
        int[] hashes = new int[size];
        for (int i = 0; i < classes.length; i++) {
            int x = i / stride % size;
            hashes[x] = 31 * hashes[x] + classes[i];
        }
        for (int x = 0; x < size; x++) {
            int known = 0;
            while (known < count && (hashes[x] != hashes[representative[known]]
                    || !equalSlices(classes, size, stride, x, representative[known]))) {
                known++;
            }
            if (known == count) {
                representative[count++] = x;
            }
            level[x] = known;
        }
        return count;
    }

    private static boolean equalSlices(int[] classes, int size, int stride, int x, int y) {
        for (int start = 0; start < classes.length; start += size * stride) {
            for (int j = 0; j < stride; j++) {
                if (classes[start + x * stride + j] != classes[start + y * stride + j]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The smallest of the classes that occur most often. */
    private static int mostFrequent(int[] classes) {
        int[] sorted = classes.clone();
        Arrays.sort(sorted);
        int best = sorted[0];
        int bestCount = 0;
        for (int from = 0, to = 0; from < sorted.length; from = to) {
            while (to < sorted.length && sorted[to] == sorted[from]) {
                to++;
            }
            if (to - from > bestCount) {
                best = sorted[from];
                bestCount = to - from;
            }
        }
        return best;
    }

    /** The only corner that the table is a multiple of, apart from parts of single axes; −1 if none or several. */
    private int findCorner(BlockTable table, int[] places) {
        int arity = table.arity();
        double[][] share = new double[arity][2];
        for (int k = 0; k < arity; k++) {
            for (int level : levelOfPlace[k]) {
                share[k][level] += 1.0 / levelOfPlace[k].length;
            }
        }
        int found = -1;
        for (int at = 0; at < places.length; at++) {
            double multiple = table.values()[places[at]] / cornerValue(share, at, at);
            boolean fits = !Double.isNaN(multiple) && !Double.isInfinite(multiple);
            for (int i = 0; i < places.length && fits; i++) {
                fits = Math.abs(table.values()[places[i]] - multiple * cornerValue(share, at, i)) <= table.tolerance();
            }
            if (fits) {
                if (found >= 0) {
                    return -1;
                }
                found = at;
                corner = multiple;
            }
        }
        return found;
    }

    /** The indicator of a corner without its mean and main effects; bit k from the top is the level on axis k. */
    private static double cornerValue(double[][] share, int corner, int at) {
        int arity = share.length;
        double inside = 1;
        double mean = 1;
        double effects = 0;
        for (int k = 0; k < arity; k++) {
            int level = corner >> arity - 1 - k & 1;
            boolean same = (at >> arity - 1 - k & 1) == level;
            inside *= same ? 1 : 0;
            mean *= share[k][level];
            effects += ((same ? 1 : 0) - share[k][level]) / share[k][level];
        }
        return inside - mean - effects * mean;
    }

    boolean isCorner() {
        return !Double.isNaN(corner);
    }

    double corner() {
        return corner;
    }

    int rowCount() {
        return rows.length;
    }

    int level(int row, int axis) {
        return rows[row][axis];
    }

    int rowClass(int row) {
        return rowClasses[row];
    }

    int[] levelOfPlace(int axis) {
        return levelOfPlace[axis];
    }
}
