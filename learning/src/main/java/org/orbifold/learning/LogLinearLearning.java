package org.orbifold.learning;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.learning.optimize.Lbfgs;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The weights of a Markov network by likelihood: one for each clause, conjunction or formula, and one for each entry of
 * a table. Hard constraints and zeros stay. The gradient is the counts of the data less the expected ones, times rows;
 * both are exact, by contraction trees, planned once.
 */
final class LogLinearLearning {

    private static final Logger LOG = LoggerFactory.getLogger(LogLinearLearning.class);

    /** Operations of one evaluation, at most: a minute of one thread for a hundred evaluations. */
    private static final double MAX_OPERATIONS = 2e8;
    private static final int MAX_ITERATIONS = 2000;
    /** The largest entry of the gradient at an optimum, in rows, and as a share of all rows. */
    private static final double TOLERANCE = 1e-8;
    private static final double ROW_TOLERANCE = 1e-9;
    /** A weight beyond this has run to infinity, if there is no prior. */
    private static final double RUNAWAY = 12;

    private final NetworkTables tables;
    private final DataCases cases;
    private final ParameterOptions options;
    private final Spread spread;
    private final Budget budget;
    /** By entry: its parameter, −1 if it has none; and what it contributes then. */
    private final int[] parameter;
    private final double[] fixed;
    private final int parameters;
    private final int untied;
    private final double[] precision;
    private final @Nullable MissingSums missing;
    private final ContractionPlan plan;
    private final List<Double> curve = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    /** The time of one evaluation; without a limit for the last one, which the result needs. */
    private Budget evaluating;
    private double[] expected = new double[0];
    private double[] counts = new double[0];

    LogLinearLearning(NetworkTables tables, DataCases cases, ParameterTies ties, ParameterOptions options,
            Spread spread, Budget budget) {
        this.tables = tables;
        this.cases = cases;
        this.options = options;
        this.spread = spread;
        this.budget = budget;
        this.evaluating = budget;
        this.parameter = new int[tables.entries()];
        this.fixed = new double[tables.entries()];
        int[] numbers = numbers(ties);
        this.untied = numbers[0];
        this.parameters = numbers[1];
        if (parameters == 0) {
            throw new IllegalArgumentException("there is no weight to learn: all features are hard constraints");
        }
        this.precision = new double[parameters];
        Arrays.fill(precision, options.prior().precision());
        checkPossible();
        this.missing = cases.incomplete() == 0 ? null
                : new MissingSums(tables, cases.patterns());
        double[] generic = new double[parameters];
        Arrays.setAll(generic, i -> 0.1 + 0.37 * (i + 1) % 1);
        this.plan = ContractionPlan.of(model(logs(generic)), List.of(tables.scopes), exactOptions());
        ExactCost cost = plan.cost();
        if (cost.operations() > MAX_OPERATIONS) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, "the likelihood is not affordable: a "
                    + "contraction tree of width %d takes about %.1e operations, and %.0e are the limit; expected a "
                    + "narrower network", cost.width(), cost.operations(), MAX_OPERATIONS));
        }
    }

    private ExactOptions exactOptions() {
        return ExactOptions.defaults().withThreads(options.threads()).withBudget(evaluating);
    }

    /** Numbers the parameters: how many there are without ties and with them. */
    private int[] numbers(ParameterTies ties) {
        int[] state = new int[tables.sizes.length];
        int[] ofFeature = new int[tables.features()];
        int[] ofClass = new int[tables.entries()];
        Arrays.fill(ofFeature, -1);
        Arrays.fill(ofClass, -1);
        int single = 0;
        int tied = 0;
        for (int f = 0; f < tables.features(); f++) {
            Feature feature = tables.model.features().get(f);
            boolean isTable = feature instanceof Table;
            boolean isFirst = true;
            for (int e = tables.first[f]; e < tables.first[f + 1]; e++) {
                tables.putValues(f, e - tables.first[f], state);
                double given = feature.logPotential(state);
                boolean hard = !isTable && Double.isInfinite(((WeightedFeature) feature).weight());
                parameter[e] = -1;
                if (given == Double.NEGATIVE_INFINITY || hard) {
                    fixed[e] = given;
                } else if (isTable || ((WeightedFeature) feature).holds(state)) {
                    // A clause's entries are one parameter, and in one class with those of its images.
                    int at = ties.representative(e);
                    int number = isTable ? ofClass[at] : ofFeature[f] >= 0 ? ofFeature[f] : ofClass[at];
                    single += isTable || isFirst ? 1 : 0;
                    isFirst = false;
                    number = number < 0 ? tied++ : number;
                    ofClass[at] = number;
                    ofFeature[f] = number;
                    parameter[e] = number;
                }
            }
        }
        return new int[] {single, tied};
    }

    private void checkPossible() {
        for (int e = 0; e < fixed.length; e++) {
            if (fixed[e] == Double.NEGATIVE_INFINITY && cases.counts()[e] > 0) {
                int f = tables.featureOf(e);
                long rows = (long) cases.counts()[e];
                throw new ContradictionException("the data contradict the model: " + rows
                        + (rows == 1 ? " row has " : " rows have ") + values(f, e) + ", which feature " + (f + 1)
                        + " forbids");
            }
        }
    }

    private double[] logs(double[] point) {
        double[] logs = new double[fixed.length];
        for (int e = 0; e < logs.length; e++) {
            logs[e] = parameter[e] >= 0 ? point[parameter[e]] : fixed[e];
        }
        return logs;
    }

    private GraphicalModel model(double[] logs) {
        ModelBuilder builder = GraphicalModel.builder().variables(tables.sizes);
        for (int f = 0; f < tables.features(); f++) {
            builder.table(tables.scopes[f], Arrays.copyOfRange(logs, tables.first[f], tables.first[f + 1]));
        }
        return builder.build();
    }

    /** The log-likelihood, and its gradient. */
    private double likelihood(double[] point, double[] gradient) {
        Arrays.fill(gradient, 0);
        double[] logs = logs(point);
        double[] data = cases.counts().clone();
        double value = 0;
        for (int e = 0; e < logs.length; e++) {
            value += data[e] == 0 ? 0 : data[e] * logs[e];
        }
        if (missing != null) {
            value += missing.add(logs, data, spread, evaluating);
        }
        GraphicalModel model = model(logs);
        ExactResult result = plan.on(model).orElseThrow(() -> new IllegalStateException("the plan does not fit"))
                .solve(exactOptions());
        value -= cases.rows() * result.logPartition();
        double[] mean = new double[logs.length];
        for (int f = 0; f < tables.features(); f++) {
            double[] joint = result.joint(f);
            for (int e = 0; e < joint.length; e++) {
                mean[tables.first[f] + e] = cases.rows() * joint[e];
            }
        }
        for (int e = 0; e < logs.length; e++) {
            if (parameter[e] >= 0) {
                gradient[parameter[e]] += data[e] - mean[e];
            }
        }
        expected = mean;
        counts = data;
        return value;
    }

    private double evaluate(double[] point, double[] gradient) {
        double value = likelihood(point, gradient);
        for (int i = 0; i < point.length; i++) {
            gradient[i] -= precision[i] * point[i];
            value -= precision[i] * point[i] * point[i] / 2;
        }
        return value;
    }

    /** What was learned. */
    record Learned(double[] point, double logLikelihood, int iterations, double gradient, boolean converged) { }

    Learned run(LearningProgress progress) {
        double[] start = options.fromWeights() ? given()
                : missing == null ? new double[parameters] : FreeWeights.small(parameters);
        LearningCheckpoint checkpoint = new LearningCheckpoint(options.checkpoint().orElse(null),
                options.checkpointSeconds(), "log-linear weights, data " + cases.fingerprint().add(start).add(fixed)
                .add(parameter) + ", prior " + options.prior().deviation() + ", L1 " + options.prior().l1(), budget);
        boolean[] bounded = new boolean[parameters];
        Lbfgs.State end = maximise(start, saved(checkpoint, bounded), bounded, checkpoint, progress);
        while (markInfinite(end, bounded)) {
            bound(bounded);
            end = maximise(start, null, bounded, checkpoint, progress);
        }
        if (IntStream.range(0, parameters).anyMatch(i -> bounded[i])) {
            remarks.add(InfiniteWeights.remark(IntStream.range(0, parameters).filter(i -> bounded[i])
                    .mapToObj(this::name).toList()));
        }
        evaluating = budget.withoutLimit();
        double[] gradient = new double[parameters];
        double value = likelihood(end.point(), gradient);
        return new Learned(end.point(), value, end.iteration(), Lbfgs.largest(end.gradient()), end.done());
    }

    private boolean markInfinite(Lbfgs.State end, boolean[] bounded) {
        if (!Double.isInfinite(options.prior().deviation()) || options.prior().l1() > 0 || budget.isOver()) {
            return false;
        }
        try {
            List<double[]> directions = new ArrayList<>(List.of(unseen()));
            directions.addAll(hasErrors() ? InfiniteWeights.directions(end, parameterErrors(end.point()))
                    : InfiniteWeights.lastSteps(end));
            boolean found = InfiniteWeights.mark(this::evaluate, end, directions, bounded);
            for (int i = 0; i < parameters; i++) {
                if (!bounded[i] && Math.abs(end.point()[i]) > RUNAWAY) {
                    bounded[i] = true;
                    found = true;
                }
            }
            return found;
        } catch (OutOfTimeException e) {
            LOG.debug("no search for infinite weights", e);
            return false;
        }
    }

    /** Towards −∞ for all parameters that no row has. */
    private double[] unseen() {
        double[] pooled = new double[parameters];
        for (int e = 0; e < parameter.length; e++) {
            if (parameter[e] >= 0) {
                pooled[parameter[e]] += counts[e];
            }
        }
        return Arrays.stream(pooled).map(count -> count == 0 ? -1 : 0).toArray();
    }

    /** A feature with this parameter; of a table, the entry. */
    private String name(int which) {
        int entry = IntStream.range(0, parameter.length).filter(e -> parameter[e] == which).findFirst().orElseThrow();
        int f = tables.featureOf(entry);
        return tables.model.features().get(f) instanceof Table ? values(f, entry)
                : tables.model.describe(tables.model.features().get(f));
    }

    private String values(int feature, int entry) {
        int[] state = new int[tables.sizes.length];
        tables.putValues(feature, entry - tables.first[feature], state);
        return Arrays.stream(tables.scopes[feature]).mapToObj(v -> tables.model.variable(v) + "="
                + tables.model.variable(v).domain().label(state[v])).collect(Collectors.joining(", "));
    }

    /** The weights that the model gives; the mean of those that are tied. */
    private double[] given() {
        double[] sums = new double[parameters];
        double[] number = new double[parameters];
        int[] state = new int[tables.sizes.length];
        for (int f = 0; f < tables.features(); f++) {
            for (int e = tables.first[f]; e < tables.first[f + 1]; e++) {
                if (parameter[e] >= 0) {
                    tables.putValues(f, e - tables.first[f], state);
                    sums[parameter[e]] += tables.model.features().get(f).logPotential(state);
                    number[parameter[e]]++;
                }
            }
        }
        Arrays.setAll(sums, i -> sums[i] / number[i]);
        return sums;
    }

    private void bound(boolean[] bounded) {
        for (int i = 0; i < parameters; i++) {
            precision[i] = bounded[i] ? InfiniteWeights.precision() : precision[i];
        }
    }

    /** The state of the checkpoint; null to begin. */
    private Lbfgs.@Nullable State saved(LearningCheckpoint checkpoint, boolean[] bounded) {
        Optional<DataInputStream> found = checkpoint.read();
        if (found.isEmpty()) {
            return null;
        }
        try (DataInputStream in = found.get()) {
            for (int i = 0; i < parameters; i++) {
                bounded[i] = in.readBoolean();
            }
            bound(bounded);
            LearningCheckpoint.read(in, curve);
            return LearningCheckpoint.readState(in);
        } catch (IOException e) {
            throw checkpoint.damaged(e);
        }
    }

    private Lbfgs.State maximise(double[] start, Lbfgs.@Nullable State from, boolean[] bounded,
            LearningCheckpoint checkpoint, LearningProgress progress) {
        Lbfgs lbfgs = new Lbfgs(this::evaluate, options.prior().l1(),
                Math.max(TOLERANCE, ROW_TOLERANCE * cases.rows()));
        Lbfgs.State state = from;
        if (state == null) {
            state = lbfgs.start(start);
            curve.clear();
            curve.add(state.value());
        }
        return lbfgs.run(state, MAX_ITERATIONS, budget, step -> {
            curve.add(step.value());
            checkpoint.save(out -> {
                for (boolean one : bounded) {
                    out.writeBoolean(one);
                }
                LearningCheckpoint.write(out, curve);
                LearningCheckpoint.write(out, step);
            });
            progress.step(step.iteration(), step.value(),
                    Lbfgs.largest(lbfgs.pseudoGradient(step.point(), step.gradient())));
        });
    }

    /** Entries of tables are known up to constants only. */
    private boolean hasErrors() {
        return tables.model.features().stream().noneMatch(Table.class::isInstance)
                && parameters <= Curvature.MAX_WHOLE;
    }

    private double[] parameterErrors(double[] point) {
        double[] rows = new double[parameters];
        Arrays.fill(rows, cases.rows());
        double[] matrix = Curvature.byDifferences(this::likelihood, point, rows);
        for (int i = 0; i < parameters; i++) {
            matrix[i * parameters + i] += precision[i];
        }
        return Curvature.standardErrors(matrix, parameters, Curvature.DIFFERENCES);
    }

    /** Standard errors by entry; NaN where there are none, or no time for them. */
    double[] errors(double[] point) {
        double[] errors = new double[parameter.length];
        Arrays.fill(errors, Double.NaN);
        evaluating = budget;
        if (hasErrors() && !budget.isOver()) {
            try {
                double[] all = parameterErrors(point);
                Arrays.setAll(errors, e -> parameter[e] >= 0 ? all[parameter[e]] : Double.NaN);
            } catch (OutOfTimeException e) {
                LOG.debug("no standard errors", e);
            }
        }
        return errors;
    }

    /** The model with these weights, its names and the kinds of its features kept. */
    GraphicalModel learned(double[] point) {
        ModelBuilder builder = GraphicalModel.builder();
        tables.model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        double[] logs = logs(point);
        for (int f = 0; f < tables.features(); f++) {
            Feature feature = tables.model.features().get(f);
            if (feature instanceof WeightedFeature weighted) {
                int at = IntStream.range(tables.first[f], tables.first[f + 1]).filter(e -> parameter[e] >= 0)
                        .findFirst().orElse(-1);
                builder.add(at < 0 ? weighted : weighted.withWeight(point[parameter[at]]));
            } else {
                builder.table(tables.scopes[f], Arrays.copyOfRange(logs, tables.first[f], tables.first[f + 1]));
            }
        }
        return builder.build();
    }

    double[] counts() {
        return counts;
    }

    double[] expected() {
        return expected;
    }

    List<Double> curve() {
        return curve;
    }

    List<String> remarks() {
        return remarks;
    }

    int parameters() {
        return parameters;
    }

    int untied() {
        return untied;
    }

    String describe() {
        return String.format(Locale.ROOT, "log-linear weights by likelihood, contraction tree of width %d%s",
                plan.cost().width(), missing == null ? "" : "; missing values are summed out");
    }
}
