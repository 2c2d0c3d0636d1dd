package org.orbifold.learning;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/**
 * Learns the parameters of a network whose structure is known from rows of data. Immutable.
 *
 * <p>The tables of a Bayesian network are counts, with a Dirichlet prior if one is asked for; where values are missing,
 * EM with exact expectations. The weights of a Markov network maximise the exact likelihood.
 * <pre>{@code
 * GraphicalModel network = ModelFiles.read(Path.of("alarm.bif"));
 * ParameterResult result = ParameterLearning.on(network, Observations.csv(network, Path.of("data.csv"))).run();
 * ModelFiles.write(result.model(), Path.of("learned.bif"));
 * }</pre>
 */
public final class ParameterLearning {

    private final GraphicalModel model;
    private final Observations data;
    private final ParameterKind kind;
    private final ParameterOptions options;

    private ParameterLearning(GraphicalModel model, Observations data, ParameterKind kind, ParameterOptions options) {
        this.model = model;
        this.data = data;
        this.kind = kind;
        this.options = options;
    }

    /**
     * Asks for parameters: those of conditional probability tables if the model is a Bayesian network, else log-linear
     * weights.
     *
     * @param model the network; its numbers are ignored, but for zeros of Markov networks and hard constraints
     * @param data  the rows
     * @return the question, with default options
     */
    public static ParameterLearning on(GraphicalModel model, Observations data) {
        return new ParameterLearning(model, data, ModelFiles.isBayesian(model) ? ParameterKind.CONDITIONAL
                : ParameterKind.LOG_LINEAR, ParameterOptions.defaults());
    }

    /**
     * The same question about parameters of another kind.
     *
     * @param value the kind
     * @return a new question
     * @throws IllegalArgumentException if conditional tables are asked for, and the model is no Bayesian network
     */
    public ParameterLearning withKind(ParameterKind value) {
        if (value == ParameterKind.CONDITIONAL && !ModelFiles.isBayesian(model)) {
            throw new IllegalArgumentException("the model is not a Bayesian network; expected log-linear weights");
        }
        return new ParameterLearning(model, data, value, options);
    }

    /**
     * The same question with other options.
     *
     * @param value the options
     * @return a new question
     */
    public ParameterLearning withOptions(ParameterOptions value) {
        return new ParameterLearning(model, data, kind, value);
    }

    /**
     * Learns.
     *
     * @return the network with its parameters
     * @throws UncheckedIOException     if the data cannot be read
     * @throws IllegalArgumentException if the data do not fit the model, or exact sums are not affordable
     */
    public ParameterResult run() {
        return run((iteration, objective, gradientNorm) -> { });
    }

    /**
     * Learns, and reports each step.
     *
     * @param progress receives the steps; of EM, with the largest change of a probability for the gradient
     * @return the network with its parameters; not converged if the time was over before
     * @throws UncheckedIOException     if the data cannot be read
     * @throws IllegalArgumentException if the data do not fit the model, or exact sums are not affordable
     */
    public ParameterResult run(LearningProgress progress) {
        try (Spread spread = Spread.threads(options.threads())) {
            return run(progress, spread);
        }
    }

    /**
     * Learns on other machines, over which the sums over missing values are spread. The result is that of
     * {@link #run()}, bit for bit, unless time ends it.
     *
     * @param progress receives the steps
     * @param machines the machines
     * @return the network with its parameters; not converged if the time was over before
     * @throws UncheckedIOException     if the data cannot be read
     * @throws IllegalArgumentException if the data do not fit the model, or exact sums are not affordable
     * @throws org.orbifold.mcmc.run.MachineFailure if the machines fail
     */
    public ParameterResult run(LearningProgress progress, Machines machines) {
        try (Spread spread = Spread.over(machines)) {
            return run(progress, spread);
        }
    }

    private ParameterResult run(LearningProgress progress, Spread spread) {
        Budget budget = Budget.ofSeconds(options.seconds());
        NetworkTables tables = new NetworkTables(model);
        if (kind == ParameterKind.CONDITIONAL ? options.prior().l1() > 0
                || !Double.isInfinite(options.prior().deviation()) : options.dirichlet() > 0) {
            throw new IllegalArgumentException(kind == ParameterKind.CONDITIONAL
                    ? "a Gaussian prior or an L1 penalty is for log-linear weights, but the model is a Bayesian "
                    + "network; expected a Dirichlet prior"
                    : "a Dirichlet prior is for Bayesian networks, but weights are log-linear; expected a Gaussian "
                    + "prior");
        }
        ParameterTies ties = options.tied() ? ParameterTies.orbits(tables, kind, options.threads(), budget)
                : ParameterTies.none(tables);
        DataCases cases = DataCases.of(tables, data, budget);
        return kind == ParameterKind.CONDITIONAL ? conditional(tables, cases, ties, spread, budget, progress)
                : logLinear(tables, cases, ties, spread, budget, progress);
    }

    private ParameterResult conditional(NetworkTables tables, DataCases cases, ParameterTies ties, Spread spread,
            Budget budget, LearningProgress progress) {
        ConditionalLearning learning = new ConditionalLearning(tables, cases, ties, options, spread, budget);
        learning.run(progress);
        ModelBuilder builder = GraphicalModel.builder();
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        for (int f = 0; f < tables.features(); f++) {
            builder.table(tables.scopes[f],
                    Arrays.copyOfRange(learning.logs(), tables.first[f], tables.first[f + 1]));
        }
        List<String> remarks = new ArrayList<>();
        long empty = learning.emptyRows();
        if (empty > 0) {
            remarks.add(empty + (empty == 1 ? " row of a table has" : " rows of tables have")
                    + " no data: uniform");
        }
        remarkHidden(cases, remarks);
        String method = cases.incomplete() == 0 ? "counts" : "EM, " + cases.incomplete() + " of " + cases.rows()
                + " rows miss values, in " + cases.patterns().size() + " different groups of variables";
        return new ParameterResult(builder.build(), kind, method + (options.dirichlet() > 0
                ? ", Dirichlet prior " + options.dirichlet() : ""), cases.rows(), cases.incomplete(),
                learning.logLikelihood(), learning.steps(), learning.converged(), learning.curve(),
                learned(tables, learning.counts(), new double[0], learning.errors()),
                freeEntries(tables, ParameterTies.none(tables)), freeEntries(tables, ties), remarks, budget.elapsed());
    }

    private void remarkHidden(DataCases cases, List<String> remarks) {
        int[] hidden = IntStream.range(0, model.variableCount())
                .filter(v -> cases.missingOf(v) == cases.rows()).toArray();
        if (hidden.length > 0) {
            remarks.add("never observed, so that their tables depend on where EM starts, the tables of the model: "
                    + Arrays.stream(hidden).limit(5).mapToObj(v -> model.variable(v).name())
                    .collect(Collectors.joining(", ")) + (hidden.length > 5 ? ", …" : ""));
        }
    }

    /** The entries of different classes, less one for each row, whose sum is 1. */
    private static long freeEntries(NetworkTables tables, ParameterTies ties) {
        long count = 0;
        for (int f = 0; f < tables.features(); f++) {
            int size = tables.sizes[tables.scopes[f][tables.scopes[f].length - 1]];
            for (int row = tables.first[f]; row < tables.first[f + 1]; row += size) {
                count += ties.isFirst(row) ? size - 1 : 0;
            }
        }
        return count;
    }

    private static List<ParameterResult.LearnedTable> learned(NetworkTables tables, double[] counts,
            double[] expected, double[] errors) {
        return IntStream.range(0, tables.features()).mapToObj(f -> new ParameterResult.LearnedTable(
                Arrays.copyOfRange(counts, tables.first[f], tables.first[f + 1]),
                expected.length == 0 ? expected
                        : Arrays.copyOfRange(expected, tables.first[f], tables.first[f + 1]),
                Arrays.copyOfRange(errors, tables.first[f], tables.first[f + 1]))).toList();
    }

    private ParameterResult logLinear(NetworkTables tables, DataCases cases, ParameterTies ties, Spread spread,
            Budget budget, LearningProgress progress) {
        LogLinearLearning learning = new LogLinearLearning(tables, cases, ties, options, spread, budget);
        LogLinearLearning.Learned end = learning.run(progress);
        List<ParameterResult.LearnedTable> learned = learned(tables, learning.counts(), learning.expected(),
                learning.errors(end.point()));
        return new ParameterResult(learning.learned(end.point()), kind, learning.describe(), cases.rows(),
                cases.incomplete(), end.logLikelihood(), end.iterations(), end.converged(), learning.curve(), learned,
                learning.untied(), learning.parameters(), learning.remarks(), budget.elapsed());
    }
}
