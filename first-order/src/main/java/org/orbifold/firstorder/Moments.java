package org.orbifold.firstorder;

/** Weighted sums over histograms, relative to the exponential of a logarithm that grows with the largest term. */
final class Moments {

    /** Terms smaller than exp(−SMALL) of the largest one change no digit of a double, however many they are. */
    static final double SMALL = 60;

    private final int cells;
    private double scale = Double.NEGATIVE_INFINITY;
    private double total;
    private final double[] first;
    private final double[] second;

    Moments(int cells) {
        this.cells = cells;
        this.first = new double[cells];
        this.second = new double[cells * cells];
    }

    double scale() {
        return scale;
    }

    double total() {
        return total;
    }

    /** The sum of the counts of a cell. */
    double first(int cell) {
        return first[cell];
    }

    /** The sum of the numbers of ordered pairs of different elements in two cells. */
    double second(int cell, int other) {
        return second[cell * cells + other];
    }

    /** Makes room for terms of a size. */
    void raise(double scaleOfTerms) {
        if (scaleOfTerms > scale) {
            double factor = scale == Double.NEGATIVE_INFINITY ? 0 : Math.exp(scale - scaleOfTerms);
            total *= factor;
            for (int c = 0; c < first.length; c++) {
                first[c] *= factor;
            }
            for (int c = 0; c < second.length; c++) {
                second[c] *= factor;
            }
            scale = scaleOfTerms;
        }
    }

    /** Adds terms of one weight whose counts are known. */
    void add(double weight, int[] cellsUsed, int[] counts, int used) {
        total += weight;
        for (int i = 0; i < used; i++) {
            int c = cellsUsed[i];
            double one = weight * counts[i];
            first[c] += one;
            for (int j = 0; j < used; j++) {
                second[c * cells + cellsUsed[j]] += one * (i == j ? counts[i] - 1 : counts[j]);
            }
        }
    }

    /**
     * Adds the terms of a row: two more cells a and b share m elements, of which a has j.
     *
     * @param s0 the sum of the weights
     * @param s1 the sum of the weights times j
     * @param s2 the sum of the weights times j²
     */
    void addRow(double s0, double s1, double s2, int a, int b, int m, int[] cellsUsed, int[] counts, int used) {
        add(s0, cellsUsed, counts, used);
        double ofB = m * s0 - s1;
        first[a] += s1;
        first[b] += ofB;
        for (int i = 0; i < used; i++) {
            int c = cellsUsed[i];
            second[c * cells + a] += counts[i] * s1;
            second[a * cells + c] += counts[i] * s1;
            second[c * cells + b] += counts[i] * ofB;
            second[b * cells + c] += counts[i] * ofB;
        }
        second[a * cells + a] += s2 - s1;
        second[b * cells + b] += (double) m * (m - 1) * s0 - (2.0 * m - 1) * s1 + s2;
        second[a * cells + b] += m * s1 - s2;
        second[b * cells + a] += m * s1 - s2;
    }

    void add(Moments other) {
        if (other.scale == Double.NEGATIVE_INFINITY) {
            return;
        }
        raise(other.scale);
        double factor = Math.exp(other.scale - scale);
        total += factor * other.total;
        for (int c = 0; c < first.length; c++) {
            first[c] += factor * other.first[c];
        }
        for (int c = 0; c < second.length; c++) {
            second[c] += factor * other.second[c];
        }
    }
}
