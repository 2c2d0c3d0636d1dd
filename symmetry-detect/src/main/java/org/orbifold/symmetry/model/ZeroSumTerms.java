package org.orbifold.symmetry.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits a table into terms that sum to zero along each of their axes, one per set of axes:
 * T(x) = Σ<sub>S</sub> f<sub>S</sub>(x<sub>S</sub>) (Hoeffding's decomposition, functional ANOVA).
 *
 * <p>The terms of a sum of tables are the sums of their terms, and they depend on the function only, not on how it was
 * divided into tables. The averages treat all values of an axis alike, so that a permutation of the values of blocks
 * preserves the function exactly if it preserves the terms (the constant one apart). This is why two models that
 * define one distribution get the same symmetries however they are written.
 *
 * <p>Cost: O(k Π(d + 1)) for k axes of length d.
 */
final class ZeroSumTerms {

    private final int[] sizes;
    /** By set of axes, as bits; null until made. */
    private final double[][] terms;

    /**
     * Splits a table of finite values.
     *
     * @param weights per axis the measure for averages, summing to 1; null for the uniform one. Values of measure 0
     *                do not count: terms are 0 there
     */
    ZeroSumTerms(int[] sizes, double[] values, double @Nullable [] @Nullable [] weights) {
        this.sizes = sizes;
        int arity = sizes.length;
        terms = new double[1 << arity][];
        terms[terms.length - 1] = values.clone();
        for (int axis = 0; axis < arity; axis++) {
            double[] measure = weights == null || weights[axis] == null ? uniform(sizes[axis]) : weights[axis];
            // Sets that still hold this and all later axes; earlier axes are decided already.
            int later = (terms.length - 1) & -(1 << axis);
            for (int set = later; set < terms.length; set++) {
                if ((set & later) == later && terms[set] != null) {
                    terms[set & ~(1 << axis)] = takeMean(set, axis, measure);
                }
            }
        }
    }

    private static double[] uniform(int size) {
        double[] measure = new double[size];
        Arrays.fill(measure, 1.0 / size);
        return measure;
    }

    /** Subtracts the mean along an axis and returns it. */
    private double[] takeMean(int set, int axis, double[] measure) {
        double[] table = terms[set];
        int inner = 1;
        // Axis 0 is the slowest.
        for (int k = axis + 1; k < sizes.length; k++) {
            inner *= (set >> k & 1) != 0 ? sizes[k] : 1;
        }
        int size = sizes[axis];
        double[] mean = new double[table.length / size];
        for (int m = 0; m < mean.length; m++) {
            int start = m / inner * size * inner + m % inner;
            double sum = 0;
            for (int x = 0; x < size; x++) {
                sum += measure[x] * table[start + x * inner];
            }
            mean[m] = sum;
            for (int x = 0; x < size; x++) {
                int index = start + x * inner;
                table[index] = measure[x] == 0 ? 0 : table[index] - sum;
            }
        }
        return mean;
    }

    /** The term over a set of axes, given as bits; its axes are in the order of the table's. */
    double[] term(int set) {
        return terms[set];
    }
}
