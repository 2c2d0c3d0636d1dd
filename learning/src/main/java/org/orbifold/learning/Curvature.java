package org.orbifold.learning;

import java.util.Arrays;
import org.orbifold.learning.optimize.Objective;

/** Standard errors from the curvature of an objective. */
final class Curvature {

    /** Weights up to which the whole matrix is made and inverted; above, its diagonal alone. */
    static final int MAX_WHOLE = 600;
    /** Step of central differences of a gradient: their error is about its square. */
    private static final double STEP = 1e-4;

    private Curvature() { }

    /** −∂²f/∂x² by central differences of the gradient. */
    static double[] byDifferences(Objective objective, double[] point) {
        int n = point.length;
        double[] matrix = new double[n * n];
        double[] moved = point.clone();
        double[] up = new double[n];
        double[] down = new double[n];
        for (int i = 0; i < n; i++) {
            double h = STEP * Math.max(1, Math.abs(point[i]));
            Arrays.fill(up, 0);
            Arrays.fill(down, 0);
            moved[i] = point[i] + h;
            objective.evaluate(moved, up);
            moved[i] = point[i] - h;
            objective.evaluate(moved, down);
            moved[i] = point[i];
            for (int j = 0; j < n; j++) {
                matrix[i * n + j] = (down[j] - up[j]) / (2 * h);
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double mean = (matrix[i * n + j] + matrix[j * n + i]) / 2;
                matrix[i * n + j] = mean;
                matrix[j * n + i] = mean;
            }
        }
        return matrix;
    }

    /** The square roots of the inverse's diagonal, by Cholesky; NaN where the matrix is not positive. */
    static double[] standardErrors(double[] matrix, int n) {
        double[] lower = matrix.clone();
        boolean[] flat = new boolean[n];
        for (int j = 0; j < n; j++) {
            double pivot = lower[j * n + j];
            for (int k = 0; k < j; k++) {
                pivot -= lower[j * n + k] * lower[j * n + k];
            }
            flat[j] = !(pivot > 1e-12 * Math.max(matrix[j * n + j], 1e-300));
            double root = flat[j] ? 1 : Math.sqrt(pivot);
            lower[j * n + j] = root;
            for (int i = j + 1; i < n; i++) {
                double sum = lower[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= lower[i * n + k] * lower[j * n + k];
                }
                lower[i * n + j] = flat[j] ? 0 : sum / root;
            }
        }
        double[] variance = new double[n];
        double[] column = new double[n];
        for (int j = 0; j < n; j++) {
            Arrays.fill(column, 0);
            for (int i = j; i < n; i++) {
                double sum = i == j ? 1 : 0;
                for (int k = j; k < i; k++) {
                    sum -= lower[i * n + k] * column[k];
                }
                column[i] = sum / lower[i * n + i];
                variance[j] += column[i] * column[i];
            }
        }
        double[] errors = new double[n];
        for (int j = 0; j < n; j++) {
            errors[j] = flat[j] ? Double.NaN : Math.sqrt(variance[j]);
        }
        return errors;
    }
}
