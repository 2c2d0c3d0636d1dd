package org.orbifold.pgm.io;

import java.util.Arrays;

/**
 * The conditional probability table of a variable while it is read: log-probabilities, the states of the parents in
 * row-major order and the variable's own changing fastest; for each row its sum and how exactly it is written.
 */
final class ConditionalTable {

    /** However few decimals there are, a row this far from 1 is a mistake. */
    private static final double LARGEST_ROUNDING = 0.01;
    /** Files may hold the digits of floats, or six digits of small numbers. */
    private static final double SMALLEST_ROUNDING = 1e-5;

    private final int child;
    private final int[] parents;
    private final int size;
    private final double[] logs;
    private final double[] sums;
    private final int[] decimals;
    private final int[] lines;

    ConditionalTable(int child, int size, int[] parents, int rows) {
        this.child = child;
        this.parents = parents;
        this.size = size;
        this.logs = new double[Math.multiplyExact(size, rows)];
        this.sums = new double[rows];
        this.decimals = new int[rows];
        this.lines = new int[rows];
        Arrays.fill(logs, Double.NEGATIVE_INFINITY);
    }

    int child() {
        return child;
    }

    int[] parents() {
        return parents;
    }

    int rows() {
        return sums.length;
    }

    /** The number of values of the variable. */
    int size() {
        return size;
    }

    /** Takes the current token as the probability of a value. */
    void put(int row, int value, TokenReader in) throws ModelParseException {
        put(row, value, in.toLogPotential("a probability from 0 to 1"), in.decimals(), in.line());
    }

    /** Takes the only probability of another table's row. */
    void take(ConditionalTable from, int fromRow, int row, int value) {
        put(row, value, from.logs[fromRow], from.decimals[fromRow], from.lines[fromRow]);
    }

    void put(int row, int value, double log, int places, int line) {
        logs[row * size + value] = log;
        sums[row] += Math.exp(log);
        decimals[row] = Math.max(decimals[row], places);
        lines[row] = line;
    }

    /** Whether a row was read. */
    boolean has(int row) {
        return lines[row] > 0;
    }

    /** Gives a row that was not read the probabilities of another. */
    void copy(ConditionalTable from, int row) {
        System.arraycopy(from.logs, 0, logs, row * size, size);
        sums[row] = from.sums[0];
        decimals[row] = from.decimals[0];
        lines[row] = from.lines[0];
    }

    /** The first row, from the given one on, whose sum is not 1 up to rounding; −1 if there is none. */
    int wrongRow(int from) {
        for (int row = from; row < sums.length; row++) {
            if (!isDistribution(sums[row], size, decimals[row])) {
                return row;
            }
        }
        return -1;
    }

    double sum(int row) {
        return sums[row];
    }

    int line(int row) {
        return lines[row];
    }

    void normalise() {
        for (int i = 0; i < logs.length; i++) {
            logs[i] -= Math.log(sums[i / size]);
        }
    }

    double[] logs() {
        return logs;
    }

    /** Whether numbers that were rounded to some decimals may have been a distribution. */
    static boolean isDistribution(double sum, int values, int decimals) {
        double rounding = 0.5 * values * Math.pow(10, -decimals);
        return Math.abs(sum - 1) <= Math.max(SMALLEST_ROUNDING, Math.min(rounding, LARGEST_ROUNDING) + 1e-12);
    }
}
