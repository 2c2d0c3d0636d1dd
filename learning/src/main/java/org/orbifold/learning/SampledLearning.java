package org.orbifold.learning;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Maximises a likelihood whose gradient is sampled: Newton steps with the sampled covariance of the counts as the
 * curvature (Lowd and Domingos 2007 use its diagonal), damped where they do not help. With an L1 penalty the step
 * maximises the quadratic model less the penalty, by coordinate descent. Where atoms are missing, steps use the
 * curvature of the complete data, as EM does, and errors that of what is observed.
 *
 * <p>It ends when the error of each weight by sampling and by the last step is a tenth of its standard error from the
 * data. Until then the gradient is compared with its noise, which the batches of the chains show: while the gradient
 * stands out, a step is made; where it does not, the runs are doubled.
 */
final class SampledLearning {

    /** Recorded sweeps of a chain for the first step, and at most. */
    private static final int FIRST_SWEEPS = 100;
    /** Recorded sweeps for the first step where more would take more than this share of a limited time. */
    private static final int LEAST_SWEEPS = 2 * PersistentChains.BATCHES;
    private static final double FIRST_SHARE = 0.1;
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
    /** Passes of coordinate descent at most, and the change of a weight at which it ends. */
    private static final int MAX_PASSES = 10_000;
    private static final double PASS_CHANGE = 1e-10;

    private final FreeWeights free;
    private final double[] precision;
    private final double l1;
    private final ObservedCounts observed;
    private final PersistentChains chains;
    private final LearningCheckpoint checkpoint;
    private final Budget budget;
    private final List<Double> curve = new ArrayList<>();
    private double[] point = new double[0];
    private int steps;
    private int length = FIRST_SWEEPS;
    private double damping;
    private double before = Double.POSITIVE_INFINITY;

    /**
     * What was learned.
     *
     * @param point          the parameters
     * @param errors         their standard errors from the data; NaN if what is observed does not determine them
     * @param samplingErrors the errors that sampling leaves in them
     * @param data           the counts in the data, by instance; expected, where atoms are missing
     * @param expected       the expected counts, by instance
     * @param steps          Newton steps
     * @param gradient       the largest entry of the gradient at the last weights, in absolute value
     * @param converged      whether the errors are as small as they should be
     * @param curve          after each step: the gradient's size in units of the curvature
     */
    record Outcome(double[] point, double[] errors, double[] samplingErrors, double[] data, double[] expected,
            int steps, double gradient, boolean converged, List<Double> curve) { }

    /**
     * Prepares learning.
     *
     * @param precision of the Gaussian prior, by parameter; more than 0
     * @param l1        the factor of the L1 penalty
     */
    SampledLearning(FreeWeights free, double[] precision, double l1, ObservedCounts observed, PersistentChains chains,
            LearningCheckpoint checkpoint, Budget budget) {
        this.free = free;
        this.precision = precision;
        this.l1 = l1;
        this.observed = observed;
        this.chains = chains;
        this.checkpoint = checkpoint;
        this.budget = budget;
    }

    /** A symmetric matrix with its factor. */
    private record Quadratic(double[] matrix, Cholesky factor) {
        static Quadratic of(double[] matrix, int n) {
            return new Quadratic(matrix, Cholesky.of(matrix, n, 0));
        }
    }

    /** What one run of the chains shows. */
    private final class Look {
        private final PersistentChains.Moments model;
        private final PersistentChains.Moments data;
        private final double[] gradient;
        private final Quadratic complete;
        private final double[] target;
        private final double size;
        private final boolean quiet;

        Look(PersistentChains.Moments model, PersistentChains.Moments data) {
            this.model = model;
            this.data = data;
            int n = free.size();
            double[] difference = new double[free.instances()];
            Arrays.setAll(difference, i -> data.means()[i] - model.means()[i]);
            this.gradient = free.pooled(difference);
            Arrays.setAll(gradient, k -> gradient[k] - precision[k] * point[k]);
            this.complete = Quadratic.of(curvature(free.pooledMatrix(model.covariance())), n);
            this.target = target(gradient, complete, 0);
            double[] step = difference(target, point);
            this.size = product(complete.matrix, step, n);
            this.quiet = size <= STANDS_OUT * noiseSize();
        }

        /** By batch of either set of chains: its deviation from the mean. */
        private List<double[]> deviations(PersistentChains.Moments moments) {
            return Arrays.stream(moments.batches()).map(batch -> free.pooled(difference(batch, moments.means())))
                    .toList();
        }

        /** The expected size of the gradient's noise, in units of the curvature. */
        private double noiseSize() {
            double sum = 0;
            for (PersistentChains.Moments moments : List.of(model, data)) {
                for (double[] deviation : deviations(moments)) {
                    int batches = moments.batches().length;
                    sum += dot(deviation, complete.factor.solve(deviation)) / batches / (batches - 1);
                }
            }
            return sum;
        }

        /** What the noise of the gradient changes in the weights; at least the last step, of which a part is left. */
        private double[] samplingErrors(Quadratic quadratic) {
            double[] errors = new double[free.size()];
            double[] centre = target(gradient, quadratic, 0);
            for (PersistentChains.Moments moments : List.of(model, data)) {
                int batches = moments.batches().length;
                for (double[] deviation : deviations(moments)) {
                    // Deviations as large as those of the mean, since with a penalty the step is not linear.
                    double[] moved = gradient.clone();
                    add(moved, deviation, 1 / Math.sqrt(batches));
                    double[] change = difference(target(moved, quadratic, 0), centre);
                    for (int k = 0; k < errors.length; k++) {
                        errors[k] += change[k] * change[k] / (batches - 1);
                    }
                }
            }
            Arrays.setAll(errors, k -> Math.max(Math.sqrt(errors[k]), Math.abs(centre[k] - point[k])));
            return errors;
        }

        /** The information of what is observed; that of the complete data where noise hides it. */
        private Quadratic information(double[] weights) {
            if (isComplete()) {
                return complete;
            }
            double[] missing = observed.covariance(weights, budget);
            double[] rest = model.covariance().clone();
            Arrays.setAll(rest, i -> rest[i] - missing[i]);
            return Quadratic.of(curvature(free.pooledMatrix(rest)), free.size());
        }
    }

    private boolean isComplete() {
        return observed instanceof ObservedCounts.Known;
    }

    Outcome run(double[] start, LearningProgress progress) {
        point = start.clone();
        Optional<DataInputStream> saved = checkpoint.read();
        if (saved.isPresent()) {
            load(saved.get());
        }
        if (saved.isEmpty() && budget.isLimited()) {
            length = affordable();
        }
        Outcome last = null;
        while (steps < MAX_STEPS) {
            Look look;
            Quadratic information;
            boolean positive = true;
            try {
                double[] weights = free.whole(point);
                look = new Look(chains.run(weights, length, budget), observed.run(weights, length, budget));
                information = look.quiet ? look.information(weights) : look.complete;
                positive = information.factor.isPositive();
                information = positive ? information : look.complete;
            } catch (OutOfTimeException e) {
                break;
            }
            steps++;
            last = outcome(look, information, positive);
            progress.step(steps, curve.get(curve.size() - 1), last.gradient);
            if (last.converged || look.quiet && length >= MAX_SWEEPS) {
                break;
            } else if (look.quiet) {
                length = Math.min(MAX_SWEEPS, 2 * length);
                point = last.point.clone();
                before = Double.POSITIVE_INFINITY;
            } else {
                damping = look.size > 2 * before ? Math.max(0.1, 4 * damping) : damping / 4;
                before = look.size;
                double[] target = damping < 0.01 ? look.target : target(look.gradient, look.complete, damping);
                point = limited(target);
            }
            checkpoint.save(out -> {
                out.writeInt(steps);
                out.writeInt(length);
                out.writeDouble(damping);
                out.writeDouble(before);
                LearningCheckpoint.write(out, point);
                LearningCheckpoint.write(out, curve);
                chains.save(out);
                observed.save(out);
            });
        }
        if (last == null) {
            budget.check();
            throw new IllegalStateException("no step was made");
        }
        return last;
    }

    /** The sweeps of the first step: fewer if sweeps are slow, so that there is time for more steps. */
    private int affordable() {
        ByteArrayOutputStream states = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(states)) {
            chains.save(out);
            Budget trial = budget.share(1);
            chains.run(free.whole(point), PersistentChains.BATCHES, trial);
            double seconds = trial.elapsed();
            // As if they had not run: where there is time enough, the limit changes nothing.
            chains.load(new DataInputStream(new ByteArrayInputStream(states.toByteArray())));
            return firstSweeps(seconds / PersistentChains.BATCHES, budget.secondsLeft());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int firstSweeps(double secondsOfSweep, double secondsLeft) {
        return (int) Math.max(LEAST_SWEEPS, Math.min(FIRST_SWEEPS, FIRST_SHARE * secondsLeft / secondsOfSweep));
    }

    private void load(DataInputStream in) {
        try {
            steps = in.readInt();
            length = in.readInt();
            damping = in.readDouble();
            before = in.readDouble();
            point = LearningCheckpoint.readNumbers(in);
            LearningCheckpoint.read(in, curve);
            chains.load(in);
            observed.load(in);
        } catch (IOException e) {
            throw checkpoint.damaged(e);
        }
    }

    private Outcome outcome(Look look, Quadratic information, boolean positive) {
        double[] sampling = look.samplingErrors(information);
        double[] errors = information.factor.inverseDiagonal();
        Arrays.setAll(errors, k -> Math.sqrt(errors[k]));
        boolean precise = positive && IntStream.range(0, errors.length)
                .allMatch(k -> sampling[k] <= ERROR_SHARE * errors[k]);
        if (!positive) {
            Arrays.fill(errors, Double.NaN);
        }
        curve.add(Math.sqrt(Math.max(0, look.size)));
        return new Outcome(limited(target(look.gradient, information, 0)), errors, sampling, look.data.means(),
                look.model.means(), steps, largestOf(look.gradient), precise && (look.quiet || isComplete()),
                List.copyOf(curve));
    }

    /** A target, or where a step of the greatest length towards it ends. */
    private double[] limited(double[] target) {
        double largest = largestOf(difference(target, point));
        if (largest <= LONGEST_STEP) {
            return target;
        }
        double[] nearer = point.clone();
        add(nearer, difference(target, point), LONGEST_STEP / largest);
        return nearer;
    }

    /** The maximum of the quadratic model at the point, less the penalty. */
    private double[] target(double[] gradient, Quadratic quadratic, double ridge) {
        int n = point.length;
        if (l1 == 0) {
            double[] target = point.clone();
            add(target, (ridge == 0 ? quadratic.factor : Cholesky.of(quadratic.matrix, n, ridge)).solve(gradient), 1);
            return target;
        }
        double[] target = point.clone();
        double[] slope = gradient.clone();
        for (int pass = 0; pass < MAX_PASSES; pass++) {
            double largest = 0;
            for (int k = 0; k < n; k++) {
                double diagonal = quadratic.matrix[k * n + k] * (1 + ridge);
                double alone = slope[k] + diagonal * target[k];
                double next = Math.signum(alone) * Math.max(0, Math.abs(alone) - l1) / diagonal;
                double change = next - target[k];
                if (change != 0) {
                    target[k] = next;
                    largest = Math.max(largest, Math.abs(change));
                    for (int j = 0; j < n; j++) {
                        slope[j] -= quadratic.matrix[j * n + k] * change * (j == k ? 1 + ridge : 1);
                    }
                }
            }
            if (largest <= PASS_CHANGE) {
                break;
            }
        }
        return target;
    }

    private double[] curvature(double[] covariance) {
        int n = free.size();
        for (int k = 0; k < n; k++) {
            covariance[k * n + k] += precision[k] + RIDGE * Math.abs(covariance[k * n + k]);
        }
        return covariance;
    }

    private static double[] difference(double[] a, double[] b) {
        double[] difference = new double[a.length];
        Arrays.setAll(difference, i -> a[i] - b[i]);
        return difference;
    }

    private static double largestOf(double[] a) {
        return Arrays.stream(a).map(Math::abs).max().orElse(0);
    }

    private static void add(double[] target, double[] step, double factor) {
        for (int k = 0; k < target.length; k++) {
            target[k] += factor * step[k];
        }
    }

    private static double product(double[] matrix, double[] vector, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum += vector[i] * matrix[i * n + j] * vector[j];
            }
        }
        return sum;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
