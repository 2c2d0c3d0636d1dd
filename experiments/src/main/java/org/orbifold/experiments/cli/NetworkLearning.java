package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.experiments.report.LearningReport;
import org.orbifold.learning.DataLikelihood;
import org.orbifold.learning.LearningProgress;
import org.orbifold.learning.Observations;
import org.orbifold.learning.ParameterKind;
import org.orbifold.learning.ParameterLearning;
import org.orbifold.learning.ParameterOptions;
import org.orbifold.learning.ParameterResult;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.io.ModelFormat;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/** Learns the parameters of a network from CSV, writes and prints them. */
final class NetworkLearning {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder().setRecordSeparator("\n").get();

    private final GraphicalModel model;
    private final ParameterKind kind;

    NetworkLearning(Path file) throws IOException {
        this.model = ModelFiles.read(file);
        this.kind = ModelFiles.declaresBayesian(file) ? ParameterKind.CONDITIONAL : ParameterKind.LOG_LINEAR;
    }

    /** Reads rows for their mistakes alone. */
    void check(Path rows) {
        Observations.csv(model, rows).forEach((row, line) -> { });
    }

    ParameterResult learn(Path data, ParameterOptions options, LearningProgress progress, ClusterInput cluster)
            throws IOException {
        ParameterLearning learning = ParameterLearning.on(model, Observations.csv(model, data)).withKind(kind)
                .withOptions(options);
        Optional<Machines> found = cluster.connect();
        if (found.isEmpty()) {
            return learning.run(progress);
        }
        try (Machines machines = found.get()) {
            return learning.run(progress, machines);
        }
    }

    /** What the report shows. */
    LearningReport.Learned report(ParameterResult result, Optional<DataLikelihood> test) {
        List<LearningReport.Parameter> rows = new ArrayList<>();
        int[] state = new int[model.variableCount()];
        for (int f = 0; f < result.tables().size(); f++) {
            Feature feature = result.model().features().get(f);
            ParameterResult.LearnedTable learned = result.tables().get(f);
            if (feature instanceof WeightedFeature weighted) {
                double[] sums = sums(weighted, learned, state);
                rows.add(new LearningReport.Parameter(model.describe(model.features().get(f)), weighted.weight(),
                        sums[2], sums[0], sums[1], Double.isInfinite(weighted.weight()) ? "hard" : ""));
                continue;
            }
            Table table = (Table) feature;
            int[] scope = table.scope();
            for (int e = 0; e < table.entryCount(); e++) {
                putValues(scope, e, state);
                boolean conditional = kind == ParameterKind.CONDITIONAL;
                int child = scope[scope.length - 1];
                String given = values(conditional ? Arrays.copyOf(scope, scope.length - 1) : scope, state);
                rows.add(new LearningReport.Parameter(conditional ? values(new int[] {child}, state)
                        + (given.isEmpty() ? "" : " | " + given) : given,
                        conditional ? Math.exp(table.entry(e)) : table.entry(e), learned.errors()[e],
                        learned.counts()[e], conditional ? Double.NaN : learned.expected()[e], ""));
            }
        }
        Map<String, OptionalDouble> likelihoods = new LinkedHashMap<>();
        likelihoods.put("Log-likelihood", OptionalDouble.of(result.logLikelihood()));
        test.ifPresent(score -> likelihoods.put("Test log-likelihood", OptionalDouble.of(score.value())));
        return new LearningReport.Learned(kind == ParameterKind.CONDITIONAL ? "probability" : "weight",
                "likelihood", result.method(), result.converged(), false, result.iterations(), Double.NaN,
                result.curve(), rows, List.of(result.parameters(), result.classes()), likelihoods,
                test.isPresent() ? OptionalLong.of(test.get().rows()) : OptionalLong.empty(), result.remarks(),
                result.seconds());
    }

    /** Of a clause: how often it holds in the data, how often it is expected to, and its weight's error. */
    private double[] sums(WeightedFeature feature, ParameterResult.LearnedTable learned, int[] state) {
        double[] sums = {0, 0, Double.NaN};
        int[] scope = feature.scope();
        for (int e = 0; e < learned.counts().length; e++) {
            putValues(scope, e, state);
            if (feature.holds(state)) {
                sums[0] += learned.counts()[e];
                sums[1] += learned.expected()[e];
                sums[2] = learned.errors()[e];
            }
        }
        return sums;
    }

    void write(ParameterResult result, Path out) throws IOException {
        boolean bayesian = ModelFormat.ofName(out).filter(format -> format == ModelFormat.UAI).isPresent()
                && kind == ParameterKind.CONDITIONAL;
        if (bayesian) {
            ModelFiles.write(result.model(), out, ModelFormat.UAI_BAYES);
        } else {
            ModelFiles.write(result.model(), out);
        }
    }

    DataLikelihood score(ParameterResult result, Path test, ParameterOptions options, Budget budget)
            throws IOException {
        return DataLikelihood.of(result.model(), Observations.csv(model, test), kind, options.threads(), budget);
    }

    /** Prints every entry of every table as CSV. */
    void print(ParameterResult result, PrintWriter out) throws IOException {
        CSVPrinter csv = new CSVPrinter(out, CSV);
        if (kind == ParameterKind.CONDITIONAL) {
            csv.printRecord("variable", "given", "value", "probability", "error", "count");
        } else {
            csv.printRecord("feature", "values", "weight", "error", "data", "expected");
        }
        int[] state = new int[model.variableCount()];
        for (int f = 0; f < result.tables().size(); f++) {
            Feature feature = result.model().features().get(f);
            if (feature instanceof WeightedFeature weighted) {
                printWeight(csv, f, weighted, result.tables().get(f), state);
            } else {
                printTable(csv, f, (Table) feature, result.tables().get(f), state);
            }
        }
        csv.flush();
    }

    private void printWeight(CSVPrinter csv, int number, WeightedFeature feature, ParameterResult.LearnedTable learned,
            int[] state) throws IOException {
        double[] sums = sums(feature, learned, state);
        csv.printRecord(number, model.describe(model.features().get(number)), number(feature.weight()),
                number(sums[2]), number(sums[0]), number(sums[1]));
    }

    private void printTable(CSVPrinter csv, int number, Table table, ParameterResult.LearnedTable learned, int[] state)
            throws IOException {
        int[] scope = table.scope();
        for (int e = 0; e < table.entryCount(); e++) {
            putValues(scope, e, state);
            if (kind == ParameterKind.CONDITIONAL) {
                int child = scope[scope.length - 1];
                csv.printRecord(model.variable(child).name(), values(Arrays.copyOf(scope, scope.length - 1), state),
                        model.variable(child).domain().label(state[child]), number(Math.exp(table.entry(e))),
                        number(learned.errors()[e]), number(learned.counts()[e]));
            } else {
                csv.printRecord(number, values(scope, state), number(table.entry(e)), number(learned.errors()[e]),
                        number(learned.counts()[e]), number(learned.expected()[e]));
            }
        }
    }

    private String values(int[] scope, int[] state) {
        return Arrays.stream(scope).mapToObj(v -> model.variable(v).name() + "="
                + model.variable(v).domain().label(state[v])).collect(Collectors.joining(" "));
    }

    private void putValues(int[] scope, int entry, int[] state) {
        int rest = entry;
        for (int k = scope.length - 1; k >= 0; k--) {
            state[scope[k]] = rest % model.size(scope[k]);
            rest /= model.size(scope[k]);
        }
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : Double.isInfinite(value) ? Double.toString(value)
                : String.format(Locale.ROOT, "%.6f", value);
    }

    /** Says how it was learned. */
    void summarise(ParameterResult result, PrintWriter err) {
        if (!result.converged()) {
            err.println("NOT CONVERGED    the optimum was not reached; allow more --seconds");
        }
        err.println("method           " + result.method());
        err.println("rows             " + result.rows());
        err.println("parameters       " + (result.classes() < result.parameters()
                ? result.classes() + " of " + result.parameters() + ", by symmetries of the structure"
                : Long.toString(result.parameters())));
        err.println(String.format(Locale.ROOT, "log-likelihood   %.6f, %.6f for each row%s", result.logLikelihood(),
                result.logLikelihood() / result.rows(),
                result.iterations() == 0 ? "" : "; after " + LearnCommand.steps(result.iterations())));
        result.remarks().forEach(remark -> err.println("note             " + remark));
    }
}
