package org.orbifold.learning;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * The tables of a Bayesian network: counts and pseudo-counts, divided by the sum of their row. Where values are
 * missing, expected counts take the place of counts, with the tables before, until the likelihood no longer rises
 * (EM, Dempster, Laird and Rubin 1977; for Bayesian networks Lauritzen 1995).
 */
final class ConditionalLearning {

    /** EM ends when a step raises the objective by less than this share of it. */
    private static final double TOLERANCE = 1e-9;
    /** Steps of EM: more than any data need that are not pathological. */
    private static final int MAX_STEPS = 10_000;

    private final NetworkTables tables;
    private final DataCases cases;
    private final ParameterTies ties;
    private final ParameterOptions options;
    private final Spread spread;
    private final Budget budget;
    private final List<Double> curve = new ArrayList<>();
    private double[] counts;
    /** The last tables of which the likelihood was computed. */
    private double[] logs = new double[0];
    private double logLikelihood;
    private int steps;
    private boolean converged = true;

    ConditionalLearning(NetworkTables tables, DataCases cases, ParameterTies ties, ParameterOptions options,
            Spread spread, Budget budget) {
        this.tables = tables;
        this.cases = cases;
        this.ties = ties;
        this.options = options;
        this.spread = spread;
        this.budget = budget;
        this.counts = cases.counts();
    }

    void run(LearningProgress progress) {
        if (cases.incomplete() == 0) {
            logs = normalised(counts, options.dirichlet());
            logLikelihood = observed(logs);
            curve.add(logLikelihood + logPrior(logs));
            return;
        }
        MissingSums missing = new MissingSums(tables, cases.patterns());
        LearningCheckpoint checkpoint = new LearningCheckpoint(options.checkpoint().orElse(null),
                options.checkpointSeconds(), "EM, data " + cases.fingerprint().add(start()).add(options.dirichlet())
                .add(ties.classes()), budget);
        double[] point = resumed(checkpoint);
        double before = curve.isEmpty() ? Double.NEGATIVE_INFINITY : curve.get(curve.size() - 1);
        converged = false;
        while (!converged && steps < MAX_STEPS && !budget.isOver()) {
            double[] expected = cases.counts().clone();
            try {
                logLikelihood = observed(point) + missing.add(point, expected, spread, budget);
            } catch (OutOfTimeException e) {
                break;
            }
            double value = logLikelihood + logPrior(point);
            curve.add(value);
            logs = point;
            counts = expected;
            converged = value - before <= TOLERANCE * Math.abs(value);
            before = value;
            point = normalised(expected, options.dirichlet());
            double[] next = point;
            progress.step(++steps, value, change(logs, point));
            if (!converged) {
                checkpoint.save(out -> {
                    out.writeInt(steps);
                    LearningCheckpoint.write(out, next);
                    LearningCheckpoint.write(out, curve);
                });
            }
        }
        if (logs.length == 0) {
            budget.check();
        }
    }

    /** Where EM goes on: the tables of a checkpoint, or those where it starts. */
    private double[] resumed(LearningCheckpoint checkpoint) {
        Optional<DataInputStream> saved = checkpoint.read();
        if (saved.isEmpty()) {
            return start();
        }
        try (DataInputStream in = saved.get()) {
            steps = in.readInt();
            double[] point = LearningCheckpoint.readNumbers(in);
            LearningCheckpoint.read(in, curve);
            return point;
        } catch (IOException e) {
            throw checkpoint.damaged(e);
        }
    }

    private static double change(double[] logs, double[] next) {
        return IntStream.range(0, logs.length).mapToDouble(e -> Math.abs(Math.exp(logs[e]) - Math.exp(next[e]))).max()
                .orElse(0);
    }

    private int size(int feature) {
        return tables.sizes[tables.scopes[feature][tables.scopes[feature].length - 1]];
    }

    /** Where EM starts: what complete families say, smoothed; what the model says, where there are none. */
    private double[] start() {
        double[] given = new double[tables.entries()];
        int[] state = new int[tables.sizes.length];
        for (int f = 0; f < tables.features(); f++) {
            for (int e = tables.first[f]; e < tables.first[f + 1]; e++) {
                tables.putValues(f, e - tables.first[f], state);
                given[e] = tables.model.features().get(f).logPotential(state);
            }
        }
        if (options.fromWeights()) {
            return given;
        }
        double[] smoothed = normalised(cases.counts(), Math.max(1, options.dirichlet()));
        for (int f = 0; f < tables.features(); f++) {
            if (Arrays.stream(cases.counts(), tables.first[f], tables.first[f + 1]).allMatch(count -> count == 0)) {
                System.arraycopy(given, tables.first[f], smoothed, tables.first[f],
                        tables.first[f + 1] - tables.first[f]);
            }
        }
        return smoothed;
    }

    /** The logarithms of counts and pseudo-counts, row by row; rows without any are uniform. */
    private double[] normalised(double[] given, double pseudoCount) {
        double[] pooled = ties.pooled(given);
        double[] made = new double[pooled.length];
        for (int f = 0; f < tables.features(); f++) {
            int size = size(f);
            for (int row = tables.first[f]; row < tables.first[f + 1]; row += size) {
                double sum = 0;
                for (int e = row; e < row + size; e++) {
                    sum += pooled[e] + pseudoCount;
                }
                for (int e = row; e < row + size; e++) {
                    made[e] = sum > 0 ? Math.log((pooled[e] + pseudoCount) / sum) : -Math.log(size);
                }
            }
        }
        return made;
    }

    private double observed(double[] point) {
        double sum = 0;
        double[] known = cases.counts();
        for (int e = 0; e < point.length; e++) {
            sum += known[e] == 0 ? 0 : known[e] * point[e];
        }
        return sum;
    }

    private double logPrior(double[] point) {
        double sum = 0;
        if (options.dirichlet() > 0) {
            for (int e = 0; e < point.length; e++) {
                sum += ties.isFirst(e) ? options.dirichlet() * point[e] : 0;
            }
        }
        return sum;
    }

    double[] logs() {
        return logs;
    }

    /** The counts; expected ones where values are missing. */
    double[] counts() {
        return counts;
    }

    /** Of the observed values. */
    double logLikelihood() {
        return logLikelihood;
    }

    int steps() {
        return steps;
    }

    boolean converged() {
        return converged;
    }

    List<Double> curve() {
        return curve;
    }

    /**
     * Standard errors of the probabilities: the root mean square of their distance from the truth by the Dirichlet
     * posterior, with pseudo-counts of 1 where the prior has none, so that a value never seen is not certain. Only rows
     * that observe the variable and its parents count: what EM expects of the others is no observation. NaN where
     * nothing is known.
     */
    double[] errors() {
        double[] pooled = ties.pooled(cases.counts());
        double[] errors = new double[pooled.length];
        double pseudoCount = options.dirichlet() > 0 ? options.dirichlet() : 1;
        for (int f = 0; f < tables.features(); f++) {
            int size = size(f);
            for (int row = tables.first[f]; row < tables.first[f + 1]; row += size) {
                double seen = Arrays.stream(pooled, row, row + size).sum();
                double sum = seen + size * pseudoCount;
                for (int e = row; e < row + size; e++) {
                    double mean = (pooled[e] + pseudoCount) / sum;
                    double off = mean - Math.exp(logs[e]);
                    errors[e] = seen + options.dirichlet() > 0
                            ? Math.sqrt(mean * (1 - mean) / (sum + 1) + off * off) : Double.NaN;
                }
            }
        }
        return errors;
    }

    /** Rows of tables about which the data say nothing. */
    long emptyRows() {
        double[] pooled = ties.pooled(counts);
        long empty = 0;
        for (int f = 0; f < tables.features(); f++) {
            int size = size(f);
            for (int row = tables.first[f]; row < tables.first[f + 1]; row += size) {
                empty += Arrays.stream(pooled, row, row + size).sum() == 0 ? 1 : 0;
            }
        }
        return empty;
    }
}
