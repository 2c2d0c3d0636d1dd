package org.orbifold.inference;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What one chain recorded for queries: sums of batches for all cells, and the moments of the log-weight. */
final class QueryRecord {

    /** Batches that are kept: when there are twice as many, pairs are merged. */
    private static final int BATCHES = 256;

    private final int cells;
    /** By batch: the sum of each cell, then of the log-weight. */
    private final List<double[]> sums = new ArrayList<>();
    /** By group of hard constraints that divides the states: the parts that the chain was in. */
    private IntSet[] visited = {};
    private int perBatch = 1;
    private int inLast;
    private long sweeps;
    private double mean;
    private double squares;

    QueryRecord(int cells) {
        this.cells = cells;
    }

    void add(double[] values, double logWeight) {
        if (inLast == 0) {
            sums.add(new double[cells + 1]);
        }
        double[] last = sums.get(sums.size() - 1);
        for (int i = 0; i < cells; i++) {
            last[i] += values[i];
        }
        last[cells] += logWeight;
        sweeps++;
        double difference = logWeight - mean;
        mean += difference / sweeps;
        squares += difference * (logWeight - mean);
        inLast = (inLast + 1) % perBatch;
        if (inLast == 0 && sums.size() == 2 * BATCHES) {
            merge();
        }
    }

    /** Takes note of the parts that the state is in, {@link org.orbifold.mcmc.diagnose.HardParts#of}. */
    void watch(int[] parts) {
        if (visited.length == 0) {
            visited = IntStream.range(0, parts.length).mapToObj(group -> new IntOpenHashSet()).toArray(IntSet[]::new);
        }
        for (int i = 0; i < parts.length; i++) {
            visited[i].add(parts[i]);
        }
    }

    /** The parts of a group that the chain was in. */
    int[] visited(int group) {
        return group < visited.length ? visited[group].toIntArray() : new int[0];
    }

    private void merge() {
        for (int b = 0; b < BATCHES; b++) {
            double[] first = sums.get(2 * b);
            double[] second = sums.get(2 * b + 1);
            Arrays.setAll(first, i -> first[i] + second[i]);
            sums.set(b, first);
        }
        sums.subList(BATCHES, 2 * BATCHES).clear();
        perBatch *= 2;
    }

    boolean isEmpty() {
        return sweeps == 0;
    }

    long sweeps() {
        return sweeps;
    }

    int cells() {
        return cells;
    }

    /** The mean of the log-weight. */
    double meanLogWeight() {
        return mean;
    }

    /** The sum of the squared distances of the log-weight from its mean. */
    double squaresOfLogWeight() {
        return squares;
    }

    /** The means of the first whole batches of a cell; the log-weight is the last cell. */
    double[] means(int cell, int count) {
        return IntStream.range(0, count).mapToDouble(b -> sums.get(b)[cell] / perBatch).toArray();
    }

    /** How many batches are whole. */
    int wholeBatches() {
        return sums.size() - (inLast > 0 ? 1 : 0);
    }

    /** The sum of a cell over all sweeps. */
    double total(int cell) {
        return sums.stream().mapToDouble(batch -> batch[cell]).sum();
    }
}
