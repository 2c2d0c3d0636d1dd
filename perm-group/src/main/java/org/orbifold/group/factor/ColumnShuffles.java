package org.orbifold.group.factor;

import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.kernel.Shuffle;

/**
 * Uniform elements of the parts of a product that are full symmetric groups on columns of points: one shuffle per part,
 * written straight to the points. The points of all parts stand one after the other, so a draw reads one array from
 * end to end and costs two reads and one write per point besides the shuffles. Within a part they stand row by row or
 * column by column, whichever is longer: loops over a handful of points cost more than what they do.
 */
final class ColumnShuffles {

    private final int[] points;
    private final int[] columnCounts;
    private final int[] columnHeights;
    private final Shuffle shuffle;

    /** Parts by their columns, {@code parts.get(p)[column][row]}. */
    ColumnShuffles(List<int[][]> parts) {
        columnCounts = new int[parts.size()];
        columnHeights = new int[parts.size()];
        int total = 0;
        int largest = 0;
        for (int p = 0; p < columnCounts.length; p++) {
            columnCounts[p] = parts.get(p).length;
            columnHeights[p] = parts.get(p)[0].length;
            total += columnCounts[p] * columnHeights[p];
            largest = Math.max(largest, columnCounts[p]);
        }
        points = new int[total];
        int next = 0;
        for (int p = 0; p < columnCounts.length; p++) {
            if (standsByRows(p)) {
                for (int row = 0; row < columnHeights[p]; row++) {
                    for (int[] column : parts.get(p)) {
                        points[next++] = column[row];
                    }
                }
            } else {
                for (int[] column : parts.get(p)) {
                    System.arraycopy(column, 0, points, next, column.length);
                    next += column.length;
                }
            }
        }
        shuffle = new Shuffle(largest);
    }

    /**
     * The columns of points that a group permutes in all ways, rows staying rows; null if it is no such group.
     */
    static int[][] columnsOf(GroupStructure group) {
        if (group instanceof TiledFactor tiled) {
            return tiled.kind() == GroupStructure.Kind.SYMMETRIC ? tiled.columns() : null;
        }
        return group instanceof ParallelFactor parallel ? parallel.columns() : null;
    }

    private boolean standsByRows(int part) {
        return columnCounts[part] >= columnHeights[part];
    }

    void random(RandomGenerator random, int[] images) {
        int start = 0;
        for (int p = 0; p < columnCounts.length; p++) {
            int count = columnCounts[p];
            int height = columnHeights[p];
            int[] order = shuffle.draw(count, random);
            if (standsByRows(p)) {
                for (int row = 0; row < height; row++) {
                    writeRow(order, start + row * count, count, images);
                }
            } else {
                for (int c = 0; c < count; c++) {
                    writeColumn(start + c * height, start + order[c] * height, height, images);
                }
            }
            start += count * height;
        }
    }

    private void writeRow(int[] order, int start, int count, int[] images) {
        for (int c = 0; c < count; c++) {
            images[points[start + c]] = points[start + order[c]];
        }
    }

    private void writeColumn(int from, int to, int height, int[] images) {
        for (int row = 0; row < height; row++) {
            images[points[from + row]] = points[to + row];
        }
    }
}
