package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Route;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.io.Json;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold score}: the log-likelihood of given states. */
@Command(name = "score", mixinStandardHelpOptions = true,
        description = "The log-weight and the log-likelihood of given states, one by one and together. Variables "
                + "without a value are summed out.",
        footer = {"", "STATES is CSV as 'orbifold sample' writes it: names of variables, then a line of values for "
                + "each state; an empty value is unknown. CSV 'state,log_weight,log_probability' goes to standard "
                + "output. Probabilities are given the evidence, and left out where log Z cannot be computed."})
final class ScoreCommand implements Callable<Integer> {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder()
            .setHeader("state", "log_weight", "log_probability").setRecordSeparator("\n").get();

    @Mixin
    private ModelInput input;

    @Parameters(index = "1", paramLabel = "STATES", description = "CSV file with the states.")
    private Path states;

    @Mixin
    private MemoryInput memory;

    @Mixin
    private JsonInput json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ConditionedModel given = input.read().given();
        GraphicalModel model = given.original();
        List<int[]> worlds = StatesFile.read(model, states);
        OptionalDouble logZ = logPartition(given);
        double[] weights = new double[worlds.size()];
        double total = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = logWeight(given, worlds.get(i), i + 1);
            total += weights[i] - logZ.orElse(0);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json.isAsked()) {
            out.println(asJson(weights, logZ, total));
        } else {
            writeCsv(weights, logZ, out);
        }
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        err.println(logZ.isPresent() ? "log Z            " + logZ.getAsDouble()
                : "log Z            cannot be computed: the model is too wide");
        err.println((logZ.isPresent() ? "log-likelihood   " : "sum of weights   ") + total + " of " + worlds.size()
                + " states");
        return 0;
    }

    private static void writeCsv(double[] weights, OptionalDouble logZ, PrintWriter out) throws IOException {
        CSVPrinter csv = new CSVPrinter(out, CSV);
        for (int i = 0; i < weights.length; i++) {
            csv.printRecord(i + 1, weights[i], logZ.isPresent() ? weights[i] - logZ.getAsDouble() : "");
        }
        csv.flush();
    }

    private static String asJson(double[] weights, OptionalDouble logZ, double total) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (double weight : weights) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("possible", weight > Double.NEGATIVE_INFINITY);
            row.put("logWeight", weight);
            row.put("logProbability", logZ.isPresent() ? OptionalDouble.of(weight - logZ.getAsDouble()) : logZ);
            rows.add(row);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("question", "scores");
        all.put("logPartition", logZ);
        all.put("logLikelihood", logZ.isPresent() ? OptionalDouble.of(total) : logZ);
        all.put("states", rows);
        return Json.text(all);
    }

    /** The log-weight of the states that agree with a line and with the evidence. */
    private double logWeight(ConditionedModel given, int[] world, int number) throws IOException {
        GraphicalModel model = given.original();
        Map<Integer, Integer> observed = new HashMap<>();
        boolean whole = true;
        for (int v = 0; v < world.length; v++) {
            int known = given.evidence().value(v);
            if (known >= 0 && world[v] >= 0 && known != world[v]) {
                return Double.NEGATIVE_INFINITY;
            }
            int value = known >= 0 ? known : world[v];
            whole &= value >= 0;
            if (value >= 0) {
                observed.put(v, value);
                world[v] = value;
            }
        }
        if (whole) {
            int[] free = new int[given.model().variableCount()];
            for (int v = 0; v < free.length; v++) {
                free[v] = world[given.toOriginal(v)];
            }
            return given.model().logWeight(free);
        }
        try {
            return logPartition(model.condition(given.evidence().withValues(observed))).orElseThrow(() ->
                    new IllegalArgumentException("state " + number + " of " + states + " leaves variables open that "
                            + "are too many to be summed out; expected a value for each"));
        } catch (ContradictionException e) {
            return Double.NEGATIVE_INFINITY;
        }
    }

    private OptionalDouble logPartition(ConditionedModel question) throws IOException {
        try {
            return Inference.on(question).withOptions(memory.applyTo(InferenceOptions.defaults()
                    .withRoute(Route.EXACT))).run().logPartition();
        } catch (TooLargeException e) {
            return OptionalDouble.empty();
        }
    }
}
