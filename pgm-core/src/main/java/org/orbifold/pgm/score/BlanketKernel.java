package org.orbifold.pgm.score;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Tabulated conditionals: one row per joint value of a variable's Markov blanket.
 *
 * <p>A binary variable's row is its log-odds, any other variable's row has a score per value. The probabilities stand
 * ready beside them, so that a Gibbs update needs no exponential.
 */
final class BlanketKernel {

    /** More than the error of a probability that is rounded to 24 bits. */
    private static final double ROUNDING = 0x1.0p-20;

    private final int[] sizes;
    /** The blanket of v is pairs[start[v]] to pairs[start[v+1]]: a variable, then its stride among the rows. */
    private final int[] start;
    private final int[] pairs;
    private final int[] scoreBase;
    private final double[] scores;
    private final int[] probabilityBase;
    private final double[] probabilities;
    /** The same rounded: half the memory, and nearly always enough to decide a draw. */
    private final float[] rounded;

    private BlanketKernel(Builder builder) {
        this.sizes = builder.sizes;
        this.start = builder.start;
        this.pairs = builder.pairs.toIntArray();
        this.scoreBase = builder.scoreBase;
        this.scores = builder.scores.toArray();
        this.probabilityBase = builder.probabilityBase;
        this.probabilities = builder.probabilities.toArray();
        this.rounded = new float[probabilities.length];
        for (int i = 0; i < rounded.length; i++) {
            rounded[i] = (float) probabilities[i];
        }
    }

    private int row(int[] state, int v) {
        int row = 0;
        for (int i = start[v], end = start[v + 1]; i < end; i += 2) {
            row += pairs[i + 1] * state[pairs[i]];
        }
        return row;
    }

    double logOdds(int[] state, int v) {
        return scores[scoreBase[v] + row(state, v)];
    }

    double probabilityOfOne(int[] state, int v) {
        return probabilities[probabilityBase[v] + row(state, v)];
    }

    /** Whether u is below the probability of value 1. */
    boolean isOne(int[] state, int v, double u) {
        int at = probabilityBase[v] + row(state, v);
        float near = rounded[at];
        return Math.abs(u - near) > ROUNDING ? u < near : u < probabilities[at];
    }

    double score(int[] state, int v, int value) {
        if (sizes[v] == 2) {
            return binaryScore(logOdds(state, v), value);
        }
        return scores[scoreBase[v] + row(state, v) * sizes[v] + value];
    }

    /** The larger score is put to 0, so that infinite log-odds come out as 0 and −∞. */
    private static double binaryScore(double logOdds, int value) {
        if (Double.isNaN(logOdds)) {
            return Double.NEGATIVE_INFINITY;
        }
        return Math.min(value == 1 ? logOdds : -logOdds, 0);
    }

    void scores(int[] state, int v, double[] out) {
        if (sizes[v] == 2) {
            double logOdds = logOdds(state, v);
            out[0] = binaryScore(logOdds, 0);
            out[1] = binaryScore(logOdds, 1);
        } else {
            System.arraycopy(scores, scoreBase[v] + row(state, v) * sizes[v], out, 0, sizes[v]);
        }
    }

    boolean conditional(int[] state, int v, double[] out) {
        if (sizes[v] == 2) {
            double one = probabilityOfOne(state, v);
            boolean possible = !Double.isNaN(one);
            out[0] = possible ? 1 - one : 0;
            out[1] = possible ? one : 0;
            return possible;
        }
        int from = probabilityBase[v] + row(state, v) * sizes[v];
        System.arraycopy(probabilities, from, out, 0, sizes[v]);
        // The first probability alone may be 0; only all of them mean that nothing is possible.
        for (int x = 0; x < sizes[v]; x++) {
            if (out[x] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Collects the tables, variable by variable. */
    static final class Builder {

        private final int[] sizes;
        private final int[] start;
        private final IntArrayList pairs = new IntArrayList();
        private final int[] scoreBase;
        private final TablePool scores = new TablePool();
        private final int[] probabilityBase;
        private final TablePool probabilities = new TablePool();

        Builder(int[] sizes) {
            this.sizes = sizes;
            this.start = new int[sizes.length + 1];
            this.scoreBase = new int[sizes.length];
            this.probabilityBase = new int[sizes.length];
        }

        /** The number of table entries collected so far. */
        int entries() {
            return scores.size();
        }

        /** Adds the next variable; {@code rows} has a score per value for each joint value of the blanket. */
        void add(int v, int[] blanket, int[] strides, double[][] rows) {
            for (int k = 0; k < blanket.length; k++) {
                pairs.add(blanket[k]);
                pairs.add(strides[k]);
            }
            boolean binary = sizes[v] == 2;
            int width = binary ? 1 : sizes[v];
            double[] score = new double[rows.length * width];
            double[] probability = new double[score.length];
            for (int r = 0; r < rows.length; r++) {
                if (binary) {
                    score[r] = rows[r][1] - rows[r][0];
                    probability[r] = 1 / (1 + Math.exp(-score[r]));
                } else {
                    double[] row = Arrays.copyOf(rows[r], width);
                    System.arraycopy(row, 0, score, r * width, width);
                    CompiledModel.normalize(row, width);
                    System.arraycopy(row, 0, probability, r * width, width);
                }
            }
            scoreBase[v] = scores.add(score);
            probabilityBase[v] = probabilities.add(probability);
            start[v + 1] = pairs.size();
        }

        /** Passes over the next variable. */
        void skip(int v) {
            start[v + 1] = pairs.size();
        }

        BlanketKernel build() {
            return new BlanketKernel(this);
        }
    }
}
