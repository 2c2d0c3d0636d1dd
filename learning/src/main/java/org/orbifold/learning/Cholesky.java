package org.orbifold.learning;

import java.util.Arrays;

/** The Cholesky factor of a symmetric positive definite matrix. */
final class Cholesky {

    /** A pivot below this share of the diagonal is rounding, or negative. */
    private static final double SMALLEST_PIVOT = 1e-12;

    private final double[] lower;
    private final int n;
    private final boolean positive;

    private Cholesky(double[] lower, int n, boolean positive) {
        this.lower = lower;
        this.n = n;
        this.positive = positive;
    }

    /**
     * Factors a matrix.
     *
     * @param matrix  row after row
     * @param n       rows
     * @param damping is added to the diagonal, as a share of it
     */
    static Cholesky of(double[] matrix, int n, double damping) {
        double[] lower = matrix.clone();
        boolean positive = true;
        for (int j = 0; j < n; j++) {
            double pivot = lower[j * n + j] * (1 + damping);
            double diagonal = pivot;
            for (int k = 0; k < j; k++) {
                pivot -= lower[j * n + k] * lower[j * n + k];
            }
            // Rounding may make the pivot of a redundant parameter negative.
            positive &= pivot > SMALLEST_PIVOT * diagonal && diagonal > 0;
            double root = Math.sqrt(Math.max(pivot, Math.max(SMALLEST_PIVOT * diagonal, Double.MIN_NORMAL)));
            lower[j * n + j] = root;
            for (int i = j + 1; i < n; i++) {
                double sum = lower[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= lower[i * n + k] * lower[j * n + k];
                }
                lower[i * n + j] = sum / root;
            }
        }
        return new Cholesky(lower, n, positive);
    }

    /** Whether the matrix is positive definite beyond rounding. */
    boolean isPositive() {
        return positive;
    }

    /** The matrix's inverse times a vector. */
    double[] solve(double[] vector) {
        double[] x = vector.clone();
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) {
                x[i] -= lower[i * n + k] * x[k];
            }
            x[i] /= lower[i * n + i];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) {
                x[i] -= lower[k * n + i] * x[k];
            }
            x[i] /= lower[i * n + i];
        }
        return x;
    }

    /** The diagonal of the inverse. */
    double[] inverseDiagonal() {
        double[] diagonal = new double[n];
        double[] unit = new double[n];
        for (int j = 0; j < n; j++) {
            Arrays.fill(unit, 0);
            unit[j] = 1;
            diagonal[j] = solve(unit)[j];
        }
        return diagonal;
    }
}
