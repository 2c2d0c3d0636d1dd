package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Maximises a likelihood whose gradient is sampled: Newton steps with the sampled covariance of the counts as the
 * curvature (Lowd and Domingos 2007 use its diagonal), damped where they do not help.
 *
 * <p>The stopping rule compares the gradient with its noise, which the batches of the chains show: while the gradient
 * stands out, a step is made; where it does not, the runs are doubled, until the error that sampling leaves in each
 * weight is a tenth of its standard error from the data. The last step then corrects for the last gradient.
 */
final class SampledLearning {

    /** Recorded sweeps of a chain for the first step, and at most. */
    private static final int FIRST_SWEEPS = 100;
    private static final int MAX_SWEEPS = 1 << 17;
    private static final int MAX_STEPS = 300;
    /** The gradient stands out if its size is this many times that of its noise, in units of the curvature. */
    private static final double STANDS_OUT = 4;
    /** The error of a weight by sampling, as a share of its standard error, at which it ends. */
    private static final double ERROR_SHARE = 0.1;
    /** The most that a step changes a weight. */
    private static final double LONGEST_STEP = 1;
    /** Added to the curvature's diagonal, as a share of it, so that it can be inverted. */
    private static final double RIDGE = 1e-9;

    private final double[] counts;
    private final int[] free;
    private final double[] fixed;
    private final double[] precision;
    private final PersistentChains chains;
    private final Budget budget;
    private final List<Double> curve = new ArrayList<>();

    /**
     * What was learned.
     *
     * @param point          the weights
     * @param errors         their standard errors from the data
     * @param samplingErrors the errors that sampling leaves in them
     * @param expected       the expected counts, by instance
     * @param steps          Newton steps
     * @param gradient       the largest entry of the gradient at the last weights, in absolute value
     * @param converged      whether the errors are as small as they should be
     * @param curve          after each step: the gradient's size in units of the curvature
     */
    record Outcome(double[] point, double[] errors, double[] samplingErrors, double[] expected, int steps,
            double gradient, boolean converged, List<Double> curve) { }

    /**
     * Prepares learning.
     *
     * @param counts    true groundings in the data, by instance
     * @param free      the instances that are learned
     * @param fixed     the weights of the others
     * @param precision of the Gaussian prior, by learned weight; more than 0
     */
    SampledLearning(double[] counts, int[] free, double[] fixed, double[] precision, PersistentChains chains,
            Budget budget) {
        this.counts = counts;
        this.free = free;
        this.fixed = fixed;
        this.precision = precision;
        this.chains = chains;
        this.budget = budget;
    }

    Outcome run(double[] start, LearningProgress progress) {
        int n = free.length;
        double[] point = start.clone();
        Outcome last = null;
        int length = FIRST_SWEEPS;
        double damping = 0;
        double before = Double.POSITIVE_INFINITY;
        for (int step = 1; step <= MAX_STEPS; step++) {
            PersistentChains.Moments moments;
            try {
                moments = chains.run(whole(point), length, budget);
            } catch (OutOfTimeException e) {
                break;
            }
            double[] gradient = new double[n];
            Arrays.setAll(gradient, k -> counts[free[k]] - moments.means()[free[k]] - precision[k] * point[k]);
            double[] curvature = curvature(moments);
            Cholesky plain = Cholesky.of(curvature, n, 0);
            double[] newton = plain.solve(gradient);
            double size = dot(gradient, newton);
            double[][] noise = noise(moments, plain);
            double noiseSize = noiseSize(moments, noise);
            double[] sampling = samplingErrors(noise);
            double[] errors = plain.inverseDiagonal();
            Arrays.setAll(errors, k -> Math.sqrt(errors[k]));
            curve.add(Math.sqrt(Math.max(0, size)));
            double largest = Arrays.stream(gradient).map(Math::abs).max().orElse(0);
            progress.step(step, Math.sqrt(Math.max(0, size)), largest);
            boolean quiet = size <= STANDS_OUT * noiseSize;
            boolean precise = IntStream.range(0, n).allMatch(k -> sampling[k] <= ERROR_SHARE * errors[k]);
            double[] corrected = point.clone();
            add(corrected, newton, Math.min(1, LONGEST_STEP / Math.max(1e-300, largestOf(newton))));
            last = new Outcome(corrected, errors, sampling, moments.means(), step, largest, quiet && precise, curve);
            if (quiet && precise || quiet && length >= MAX_SWEEPS) {
                break;
            } else if (quiet) {
                length = Math.min(MAX_SWEEPS, 2 * length);
                System.arraycopy(corrected, 0, point, 0, n);
                before = Double.POSITIVE_INFINITY;
            } else {
                damping = size > 2 * before ? Math.max(0.1, 4 * damping) : damping / 4;
                before = size;
                double[] move = damping < 0.01 ? newton : Cholesky.of(curvature, n, damping).solve(gradient);
                add(point, move, Math.min(1, LONGEST_STEP / Math.max(1e-300, largestOf(move))));
            }
        }
        if (last == null) {
            budget.check();
            throw new IllegalStateException("no step was made");
        }
        return last;
    }

    private double[] whole(double[] point) {
        double[] weights = fixed.clone();
        for (int k = 0; k < free.length; k++) {
            weights[free[k]] = point[k];
        }
        return weights;
    }

    private double[] curvature(PersistentChains.Moments moments) {
        int n = free.length;
        double[] matrix = new double[n * n];
        for (int k = 0; k < n; k++) {
            for (int l = 0; l < n; l++) {
                matrix[k * n + l] = moments.covariance()[free[k] * fixed.length + free[l]];
            }
            matrix[k * n + k] += precision[k] + RIDGE * matrix[k * n + k];
        }
        return matrix;
    }

    /** By batch: what its deviation from the mean would change in the weights, divided by the number of batches. */
    private double[][] noise(PersistentChains.Moments moments, Cholesky curvature) {
        int batches = moments.batches().length;
        double[][] noise = new double[batches][];
        for (int b = 0; b < batches; b++) {
            double[] deviation = deviation(moments, b);
            noise[b] = curvature.solve(deviation);
        }
        return noise;
    }

    private double[] deviation(PersistentChains.Moments moments, int batch) {
        double[] deviation = new double[free.length];
        Arrays.setAll(deviation, k -> moments.batches()[batch][free[k]] - moments.means()[free[k]]);
        return deviation;
    }

    /** The expected size of the gradient's noise, in units of the curvature. */
    private double noiseSize(PersistentChains.Moments moments, double[][] noise) {
        double sum = 0;
        for (int b = 0; b < noise.length; b++) {
            sum += dot(deviation(moments, b), noise[b]);
        }
        return sum / noise.length / (noise.length - 1);
    }

    private double[] samplingErrors(double[][] noise) {
        double[] errors = new double[free.length];
        for (double[] one : noise) {
            for (int k = 0; k < errors.length; k++) {
                errors[k] += one[k] * one[k];
            }
        }
        Arrays.setAll(errors, k -> Math.sqrt(errors[k] / noise.length / (noise.length - 1)));
        return errors;
    }

    private static double largestOf(double[] a) {
        return Arrays.stream(a).map(Math::abs).max().orElse(0);
    }

    private static void add(double[] target, double[] step, double factor) {
        for (int k = 0; k < target.length; k++) {
            target[k] += factor * step[k];
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
