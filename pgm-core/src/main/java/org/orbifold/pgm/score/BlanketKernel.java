package org.orbifold.pgm.score;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.Arrays;

/**
 * Tabulated conditionals: one row per joint value of a variable's Markov blanket, up to exchangeable neighbours
 * ({@link CountedRows}).
 *
 * <p>A binary variable's row is its log-odds, any other variable's row has a score per value. The probabilities stand
 * ready beside them, so that a Gibbs update needs no exponential.
 */
final class BlanketKernel {

    /** More than the error of a probability that is rounded to 24 bits. */
    private static final double ROUNDING = 0x1.0p-20;

    private final int[] sizes;
    /** Per variable where its shape and its probabilities begin: side by side, as they are read. */
    private final int[] heads;
    private final int[] scoreBase;
    /**
     * A shape says how a row is found: the number of neighbours, then for each how far it is from the variable and how
     * many rows one more of its value means. Models repeat themselves, so a few shapes serve many variables.
     */
    private final int[] shapes;
    private final double[] scores;
    private final double[] probabilities;
    /** The same rounded: half the memory, and nearly always enough to decide a draw. */
    private final float[] rounded;

    private BlanketKernel(Builder builder) {
        this.sizes = builder.sizes;
        this.heads = builder.heads;
        this.scoreBase = builder.scoreBase;
        this.shapes = builder.shapes.toIntArray();
        this.scores = builder.scores.toArray();
        this.probabilities = builder.probabilities.toArray();
        this.rounded = new float[probabilities.length];
        for (int i = 0; i < rounded.length; i++) {
            rounded[i] = (float) probabilities[i];
        }
    }

    /** The row of a table that the blanket's values choose. */
    private int row(int[] state, int v) {
        int at = heads[2 * v];
        int row = 0;
        for (int i = at + 1, end = i + 2 * shapes[at]; i < end; i += 2) {
            row += shapes[i + 1] * state[v + shapes[i]];
        }
        return row;
    }

    private int probabilityBase(int v) {
        return heads[2 * v + 1];
    }

    double logOdds(int[] state, int v) {
        return scores[scoreBase[v] + row(state, v)];
    }

    double probabilityOfOne(int[] state, int v) {
        return probabilities[probabilityBase(v) + row(state, v)];
    }

    /** 1 if u is below the probability of value 1, else 0; by the sign, since no branch can foresee it. */
    int drawBinary(int[] state, int v, double u) {
        int at = probabilityBase(v) + row(state, v);
        double difference = u - rounded[at];
        if (Math.abs(difference) <= ROUNDING) {
            difference = u - probabilities[at];
        }
        return (int) (Double.doubleToLongBits(difference) >>> 63);
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
        int from = probabilityBase(v) + row(state, v) * sizes[v];
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
        private final int[] heads;
        private final int[] scoreBase;
        private final IntArrayList shapes = new IntArrayList();
        private final Object2IntOpenCustomHashMap<int[]> shapeOffsets =
                new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        private final TablePool scores = new TablePool();
        private final TablePool probabilities = new TablePool();

        Builder(int[] sizes) {
            this.sizes = sizes;
            this.heads = new int[2 * sizes.length];
            this.scoreBase = new int[sizes.length];
        }

        /** The number of table entries collected so far. */
        int entries() {
            return scores.size();
        }

        /** Adds a variable; {@code rows} has a score per value for each joint value of the blanket. */
        void add(int v, int[] blanket, int[] strides, double[][] rows) {
            boolean binary = sizes[v] == 2;
            int width = binary ? 1 : sizes[v];
            double[] all = new double[rows.length * width];
            for (int r = 0; r < rows.length; r++) {
                if (binary) {
                    all[r] = rows[r][1] - rows[r][0];
                } else {
                    System.arraycopy(rows[r], 0, all, r * width, width);
                }
            }
            int[] blanketSizes = Arrays.stream(blanket).map(u -> sizes[u]).toArray();
            CountedRows counted = new CountedRows(blanketSizes, strides, all, width);
            scoreBase[v] = scores.add(counted.table());
            heads[2 * v] = shape(v, blanket, counted.strides());
            heads[2 * v + 1] = probabilities.add(probabilities(counted.table(), sizes[v]));
        }

        private int shape(int v, int[] blanket, int[] strides) {
            int[] shape = new int[1 + 2 * blanket.length];
            shape[0] = blanket.length;
            for (int k = 0; k < blanket.length; k++) {
                shape[2 * k + 1] = blanket[k] - v;
                shape[2 * k + 2] = strides[k];
            }
            return shapeOffsets.computeIfAbsent(shape, missing -> {
                shapes.addElements(shapes.size(), shape);
                return shapes.size() - shape.length;
            });
        }

        private static double[] probabilities(double[] score, int size) {
            if (size == 2) {
                return Arrays.stream(score).map(logOdds -> 1 / (1 + Math.exp(-logOdds))).toArray();
            }
            double[] probability = new double[score.length];
            for (int from = 0; from < score.length; from += size) {
                double[] row = Arrays.copyOfRange(score, from, from + size);
                CompiledModel.normalize(row, size);
                System.arraycopy(row, 0, probability, from, size);
            }
            return probability;
        }

        BlanketKernel build() {
            return new BlanketKernel(this);
        }
    }
}
