package org.orbifold.learning;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.orbifold.learning.optimize.Objective;

/** Standard errors from the curvature of an objective. */
final class Curvature {

    /** Weights up to which the whole matrix is made and inverted; above, its diagonal alone. */
    static final int MAX_WHOLE = 600;
    /** Relative error of a curvature in closed form, and by differences: smaller pivots are rounding. */
    static final double EXACT = 1e-11;
    static final double DIFFERENCES = 1e-8;
    /** Longest step of central differences of a gradient, and its share of a weight's own standard error. */
    private static final double STEP = 1e-4;
    private static final double SHARE = 1e-3;
    /** Steps that are tried for one weight: each is nearer to the right share. */
    private static final int MAX_STEPS = 6;
    /** A curvature below this share of the counts is rounding: counts have 1e-16 of them, divided by the step. */
    private static final double NOISE = 1e-10;
    /** A weight is undetermined if it has at least this share in a direction without curvature. */
    private static final double PART = 1e-4;

    private Curvature() { }

    /**
     * −∂²f/∂x² by central differences of the gradient. Steps are short beside the weights' own standard errors: where
     * one weight stands for many groundings, the curvature changes within a fraction of that.
     *
     * @param objective without a prior, which has an exact curvature
     * @param counts    the size of the numbers whose difference the gradient is, by weight
     */
    static double[] byDifferences(Objective objective, double[] point, double[] counts) {
        int n = point.length;
        double[] matrix = new double[n * n];
        double[] row = new double[n];
        for (int i = 0; i < n; i++) {
            double h = STEP * Math.max(1, Math.abs(point[i]));
            differences(objective, point, i, h, row);
            for (int trial = 1; trial < MAX_STEPS && h * Math.sqrt(Math.max(0, row[i])) > 2 * SHARE; trial++) {
                h = SHARE / Math.sqrt(row[i]);
                differences(objective, point, i, h, row);
            }
            System.arraycopy(row, 0, matrix, i * n, n);
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double mean = (matrix[i * n + j] + matrix[j * n + i]) / 2;
                matrix[i * n + j] = mean;
                matrix[j * n + i] = mean;
            }
        }
        for (int i = 0; i < n; i++) {
            boolean isNoise = true;
            for (int j = 0; j < n; j++) {
                double size = Math.max(Math.abs(counts[i]), Math.abs(counts[j]));
                isNoise &= Math.abs(matrix[i * n + j]) < NOISE * Math.max(1, size);
            }
            for (int j = 0; j < n && isNoise; j++) {
                matrix[i * n + j] = 0;
                matrix[j * n + i] = 0;
            }
        }
        return matrix;
    }

    private static void differences(Objective objective, double[] point, int i, double h, double[] row) {
        double[] moved = point.clone();
        double[] up = new double[row.length];
        double[] down = new double[row.length];
        moved[i] = point[i] + h;
        objective.evaluate(moved, up);
        moved[i] = point[i] - h;
        objective.evaluate(moved, down);
        for (int j = 0; j < row.length; j++) {
            row[j] = (down[j] - up[j]) / (2 * h);
        }
    }

    /**
     * The square roots of the inverse's diagonal, by Cholesky with pivots. NaN for weights that the data do not
     * determine: those that have a part in a direction in which nothing changes, such as both of two equal formulas, or
     * in which the objective is not at a maximum.
     *
     * @param precision the relative error of the matrix
     */
    static double[] standardErrors(double[] matrix, int n, double precision) {
        double[] scale = new double[n];
        Arrays.setAll(scale, i -> matrix[i * n + i] > 0 ? 1 / Math.sqrt(matrix[i * n + i]) : 0);
        double[] lower = new double[n * n];
        int[] order = IntStream.range(0, n).toArray();
        double[] left = new double[n];
        Arrays.setAll(left, i -> scale[i] > 0 ? 1 : 0);
        int rank = 0;
        for (; rank < n; rank++) {
            int best = rank;
            for (int k = rank; k < n; k++) {
                best = left[order[k]] > left[order[best]] ? k : best;
            }
            int p = order[best];
            if (!(left[p] > precision)) {
                break;
            }
            order[best] = order[rank];
            order[rank] = p;
            double root = Math.sqrt(left[p]);
            lower[p * n + rank] = root;
            for (int k = rank + 1; k < n; k++) {
                int i = order[k];
                double sum = matrix[i * n + p] * scale[i] * scale[p];
                for (int c = 0; c < rank; c++) {
                    sum -= lower[i * n + c] * lower[p * n + c];
                }
                lower[i * n + rank] = sum / root;
                left[i] -= lower[i * n + rank] * lower[i * n + rank];
            }
        }
        double[] errors = new double[n];
        for (int k = 0; k < rank; k++) {
            errors[order[k]] = scale[order[k]] * norm(inverseColumn(lower, order, rank, n, k));
        }
        for (int k = rank; k < n; k++) {
            errors[order[k]] = Double.NaN;
            markParts(lower, order, rank, n, order[k], errors);
        }
        return errors;
    }

    /** A column of the inverse of the first rows and columns of the factor. */
    private static double[] inverseColumn(double[] lower, int[] order, int rank, int n, int column) {
        double[] x = new double[rank];
        for (int i = column; i < rank; i++) {
            double sum = i == column ? 1 : 0;
            for (int c = column; c < i; c++) {
                sum -= lower[order[i] * n + c] * x[c];
            }
            x[i] = sum / lower[order[i] * n + i];
        }
        return x;
    }

    /** Marks the weights with a part in the direction without curvature that a weight without a pivot belongs to. */
    private static void markParts(double[] lower, int[] order, int rank, int n, int dependent, double[] errors) {
        double[] part = new double[rank];
        for (int i = rank - 1; i >= 0; i--) {
            double sum = lower[dependent * n + i];
            for (int c = i + 1; c < rank; c++) {
                sum -= lower[order[c] * n + i] * part[c];
            }
            part[i] = sum / lower[order[i] * n + i];
            if (Math.abs(part[i]) > PART) {
                errors[order[i]] = Double.NaN;
            }
        }
    }

    private static double norm(double[] a) {
        return Math.sqrt(Arrays.stream(a).map(x -> x * x).sum());
    }
}
