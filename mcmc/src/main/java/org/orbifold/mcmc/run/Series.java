package org.orbifold.mcmc.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Vectors recorded at equal intervals by a run of unknown length: when there are too many, every other one is dropped
 * and the interval doubles. So there are always between half the capacity and the capacity, once there are that many.
 */
final class Series {

    private static final double[] NOT_HERE = {};

    private final int capacity;
    private final int width;
    private long interval;
    private final List<double[]> rows = new ArrayList<>();

    Series(int capacity, int width, long interval) {
        this.capacity = capacity;
        this.width = width;
        this.interval = interval;
    }

    /** When the next row is due, in steps since the beginning. */
    long due() {
        return (rows.size() + 1) * interval;
    }

    /** Steps between two rows, the first of them one such interval after the beginning. */
    long interval() {
        return interval;
    }

    void add(double[] row) {
        rows.add(row);
        if (rows.size() == capacity) {
            thin(rows);
            interval *= 2;
        }
    }

    private static void thin(List<double[]> rows) {
        int kept = 0;
        for (int i = 1; i < rows.size(); i += 2) {
            rows.set(kept++, rows.get(i));
        }
        rows.subList(kept, rows.size()).clear();
    }

    /** Rows of several series at the same times: all thinned to the longest interval and cut to the shortest. */
    static List<List<double[]>> aligned(List<Series> all) {
        long longest = all.stream().mapToLong(series -> series.interval).max().orElseThrow();
        List<List<double[]>> result = new ArrayList<>();
        int shortest = Integer.MAX_VALUE;
        for (Series series : all) {
            List<double[]> copy = new ArrayList<>(series.rows);
            for (long interval = series.interval; interval < longest; interval *= 2) {
                thin(copy);
            }
            result.add(copy);
            shortest = Math.min(shortest, copy.size());
        }
        for (int i = 0; i < result.size(); i++) {
            result.set(i, result.get(i).subList(0, shortest));
        }
        return result;
    }

    /** Writes the rows that are later than a step, and how many there are before them. */
    void save(DataOutput out, long known) throws IOException {
        out.writeLong(interval);
        out.writeInt(rows.size());
        int first = (int) Math.min(rows.size(), known / interval);
        out.writeInt(first);
        for (double[] row : rows.subList(first, rows.size())) {
            for (double value : row) {
                out.writeDouble(value);
            }
        }
    }

    /**
     * Goes on from what {@link #save} wrote. Rows that it left out are the own ones of the same time; where there are
     * none, rows stay empty: then these are counted, and none of them is ever read.
     */
    void load(DataInput in) throws IOException {
        long longer = in.readLong();
        int count = in.readInt();
        int kept = in.readInt();
        List<double[]> own = new ArrayList<>(rows);
        rows.clear();
        for (int i = 0; i < count; i++) {
            if (i < kept) {
                int same = (int) ((i + 1) * longer / interval) - 1;
                rows.add(same < own.size() ? own.get(same) : NOT_HERE);
            } else {
                double[] row = new double[width];
                for (int j = 0; j < width; j++) {
                    row[j] = in.readDouble();
                }
                rows.add(row);
            }
        }
        interval = longer;
    }
}
