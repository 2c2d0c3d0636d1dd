package org.orbifold.group.factor;

import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.kernel.Shuffle;

/**
 * Uniform elements of the parts of a product that are full symmetric groups on columns of points: one shuffle per part,
 * written straight to the points. The columns of all parts stand one after the other, so a draw reads one array from
 * end to end and costs one read and one write per point besides the shuffles.
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
        for (int[][] columns : parts) {
            for (int[] column : columns) {
                System.arraycopy(column, 0, points, next, column.length);
                next += column.length;
            }
        }
        shuffle = new Shuffle(largest);
    }

    /**
     * The columns of points that a group permutes in all ways, rows staying rows; null if it is no such group.
     */
    static int[][] columnsOf(Factor group) {
        if (group instanceof TiledFactor tiled) {
            return tiled.kind() == Factor.Kind.SYMMETRIC ? tiled.columns() : null;
        }
        return group instanceof ParallelFactor parallel ? parallel.columns() : null;
    }

    void random(RandomGenerator random, int[] images) {
        int start = 0;
        for (int p = 0; p < columnCounts.length; p++) {
            int count = columnCounts[p];
            int height = columnHeights[p];
            int[] order = shuffle.draw(count, random);
            if (height == 1) {
                for (int c = 0; c < count; c++) {
                    images[points[start + c]] = points[start + order[c]];
                }
            } else {
                writeColumns(order, start, count, height, images);
            }
            start += count * height;
        }
    }

    private void writeColumns(int[] order, int start, int count, int height, int[] images) {
        int from = start;
        for (int c = 0; c < count; c++) {
            int to = start + order[c] * height;
            for (int row = 0; row < height; row++) {
                images[points[from++]] = points[to++];
            }
        }
    }
}
