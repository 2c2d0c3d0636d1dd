package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.LogPartitionEstimate;
import org.orbifold.inference.MapResult;
import org.orbifold.inference.MarginalMapResult;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.file.TextFile;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * The tasks of a UAI competition that have one number for an answer: log Z (PR), the log-weight of a state (MAP) or of
 * values summed over the rest (MMAP). Errors and scores are those of 2022: the error is the distance of natural
 * logarithms, and the score 100 (1 − error / error of a trivial answer), at least 0. The trivial answers are our own:
 * for PR as if tables were independent, Σ log |values| + Σ log of their means; for MAP and MMAP a random possible
 * state.
 */
final class CompetitionTask {

    /** Published logarithms have six digits. */
    private static final double ROUNDING = 1e-5;

    private final String name;
    private final PrintWriter out;
    private final Map<String, double[]> means = new TreeMap<>();

    CompetitionTask(String name, PrintWriter out) {
        this.name = name;
        this.out = out;
        out.println("model,seed,seconds,log_value,log_reference,error,score,proved");
    }

    /** The ending of files with published answers. */
    static String suffix(String task) {
        return ".uai." + task;
    }

    /** An answer: its logarithm, the seconds it took, and the proved bound. */
    private record Answer(double log, double seconds, String proved) { }

    void run(Path folder, String model, Inference inference, ConditionedModel given, int seed) throws IOException {
        Path published = folder.resolve(model + suffix(name));
        double reference;
        double trivial;
        Answer answer;
        try {
            switch (name) {
                case "PR" -> {
                    reference = numbers(published)[0] * Math.log(10);
                    trivial = independent(given.model());
                    answer = logPartition(inference);
                }
                case "MAP" -> {
                    double[] state = numbers(published);
                    reference = given.original().logWeight(ints(state, 1, 1, given.original().variableCount()));
                    trivial = given.model().logWeight(start(given));
                    MapResult found = inference.mostProbable();
                    answer = new Answer(found.logWeight(), found.seconds(),
                            found.isProved() ? "yes" : "gap " + (found.logBound() - found.logWeight()));
                }
                default -> {
                    int[] query = ModelFiles.readQuery(folder.resolve(model + ".uai.query"), given.original());
                    reference = published(numbers(published), query, given);
                    trivial = sum(given, query, expanded(given, start(given)));
                    MarginalMapResult found = inference.mostProbable(query);
                    answer = new Answer(found.logWeight(), found.seconds(),
                            found.isProved() ? "yes" : "gap " + (found.logBound() - found.logWeight()));
                }
            }
        } catch (IllegalArgumentException | OutOfTimeException e) {
            out.printf(Locale.ROOT, "%s,%d,,,,,0,\"%s\"%n", model, seed, e.getMessage().replace('"', '\''));
            add(model, 0);
            return;
        }
        boolean maximum = !name.equals("PR");
        double error = maximum ? Math.max(0, reference - answer.log) : Math.abs(reference - answer.log);
        error = error < ROUNDING * (1 + Math.abs(reference)) ? 0 : error;
        double most = Math.abs(reference - trivial);
        double score = error == 0 ? 100 : most > 0 ? Math.max(0, 100 * (1 - error / most)) : 0;
        out.printf(Locale.ROOT, "%s,%d,%.2f,%.6f,%.6f,%.4g,%.1f,%s%n", model, seed, answer.seconds, answer.log,
                reference, error, score, answer.proved);
        out.flush();
        add(model, score);
    }

    private void add(String model, double score) {
        double[] sum = means.computeIfAbsent(model.replaceAll("_.*", ""), family -> new double[2]);
        sum[0] += score;
        sum[1]++;
    }

    /** The mean score of each family, and of all models. */
    void printMeans(PrintWriter err) {
        err.println("family             mean score of " + name);
        means.forEach((family, sum) -> err.printf(Locale.ROOT, "%-18s %.1f%n", family, sum[0] / sum[1]));
        err.printf(Locale.ROOT, "%-18s %.1f%n", "all", means.values().stream().mapToDouble(sum -> sum[0]).sum()
                / means.values().stream().mapToDouble(sum -> sum[1]).sum());
    }

    private static Answer logPartition(Inference inference) {
        InferenceResult result = inference.run();
        double log = result.logPartition().orElseGet(() -> result.logPartitionEstimate()
                .map(LogPartitionEstimate::value).orElseThrow(() -> new IllegalArgumentException(
                        "log Z was not estimated: " + result.whyNoLogPartition().orElse(""))));
        return new Answer(log, result.seconds(), result.isExact() ? "yes" : "");
    }

    /** The numbers of the last answer in a file, after the name of the task. */
    private static double[] numbers(Path file) throws IOException {
        String[] lines = TextFile.text(file).strip().split("\\R");
        String[] words = lines[lines.length - 1].strip().split("\\s+");
        try {
            return Arrays.stream(words).mapToDouble(Double::parseDouble).toArray();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(file + ": the last line has something that is no number; expected an "
                    + "answer in the competition's format");
        }
    }

    private static int[] ints(double[] numbers, int from, int step, int count) {
        if (numbers.length < from + (count - 1) * step + 1) {
            throw new IllegalArgumentException("a published answer of " + numbers.length + " numbers; expected "
                    + count + " values");
        }
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = (int) numbers[from + i * step];
        }
        return values;
    }

    /**
     * The weight of published values: pairs of variable and value, or values alone. Programs that write values alone do
     * so in the order of the query or by the variables' numbers; the better reading counts.
     */
    private static double published(double[] numbers, int[] query, ConditionedModel given) {
        if (numbers.length > 1 + query.length) {
            return sum(given, query, state(given, ints(numbers, 1, 2, query.length), ints(numbers, 2, 2,
                    query.length)));
        }
        int[] values = ints(numbers, 1, 1, query.length);
        int[] sorted = Arrays.stream(query).sorted().toArray();
        return Math.max(read(given, query, values), read(given, sorted, values));
    }

    /** One reading of values; −∞ if they are not values of these variables. */
    private static double read(ConditionedModel given, int[] variables, int[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] < 0 || values[i] >= given.original().size(variables[i])) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        return sum(given, variables, state(given, variables, values));
    }

    private static int[] state(ConditionedModel given, int[] variables, int[] values) {
        int[] state = new int[given.original().variableCount()];
        for (int i = 0; i < values.length; i++) {
            state[variables[i]] = values[i];
        }
        return state;
    }

    /** The logarithm of the sum over all states that agree with some values, exactly. */
    private static double sum(ConditionedModel given, int[] query, int[] state) {
        Evidence evidence = Evidence.none();
        for (int v : query) {
            int free = given.fromOriginal(v);
            if (free >= 0) {
                evidence = evidence.and(free, state[v]);
            }
        }
        try {
            return ContractionPlan.of(given.model().condition(evidence).model()).logPartition(ExactOptions.defaults());
        } catch (ContradictionException e) {
            return Double.NEGATIVE_INFINITY;
        }
    }

    private static int[] start(ConditionedModel given) {
        return FeasibleStart.find(given.model(), Xoshiro256.of(1, 0));
    }

    private static int[] expanded(ConditionedModel given, int[] free) {
        int[] state = new int[given.original().variableCount()];
        for (int v = 0; v < free.length; v++) {
            state[given.toOriginal(v)] = free[v];
        }
        return state;
    }

    private static double independent(GraphicalModel model) {
        double sum = model.factors().constant();
        for (int v = 0; v < model.variableCount(); v++) {
            sum += Math.log(model.size(v));
        }
        for (Table table : model.factors().tables()) {
            double[] logs = table.entries();
            double most = Arrays.stream(logs).max().orElse(0);
            // A table of zeros: the model says that by itself.
            sum += most == Double.NEGATIVE_INFINITY ? 0
                    : most + Math.log(Arrays.stream(logs).map(log -> Math.exp(log - most)).average().orElse(1));
        }
        return sum;
    }
}
