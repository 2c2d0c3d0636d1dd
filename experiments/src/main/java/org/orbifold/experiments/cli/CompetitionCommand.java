package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.orbifold.experiments.convergence.BeliefPropagation;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.OutOfTimeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold competition}: how right {@code infer} is on the models of a UAI competition. */
@Command(name = "competition", mixinStandardHelpOptions = true,
        header = "Answers and scores on a folder of UAI models.",
        description = "Runs 'orbifold infer' on all models of a folder that have true marginals (NAME.uai or "
                + "NAME.uai.gz with NAME.uai.MAR and perhaps NAME.uai.evid), by the planner's route, by sampling "
                + "alone, by plain Gibbs and by loopy belief propagation, and prints how far each is from the truth. "
                + "With --task PR, MAP or MMAP, the answers of 'infer' and 'map' against the published ones "
                + "(NAME.uai.PR, .MAP, .MMAP), with errors and scores as of UAI 2022.",
        footer = {"", "CSV goes to standard output, the means of each family (the name up to '_') to standard error. "
            + "'covered' is the share of variables whose 95% intervals hold the truth."})
final class CompetitionCommand implements Callable<Integer> {

    private static final String SUFFIX = ".uai.MAR";
    /** Published marginals have six digits. */
    private static final double ROUNDING = 1e-6;
    private static final int ROUNDS = 2_000;

    @Parameters(index = "0", paramLabel = "FOLDER", description = "Where the files are.")
    private Path folder;

    @Option(names = "--seconds", paramLabel = "T", defaultValue = "20",
            description = "Seconds of each run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--task", paramLabel = "TASK", defaultValue = "MAR",
            description = "MAR (marginals), PR (log Z), MAP (the most probable state) or MMAP (marginal MAP, with "
                    + "NAME.uai.query). Default: ${DEFAULT-VALUE}.")
    private Task task;

    @Mixin
    private RunsInput runs;

    @Option(names = "--methods", paramLabel = "NAMES", split = ",",
            description = "Only these of auto, sample, gibbs and bp. Default: all.")
    private List<String> methods = List.of();

    @Spec
    private CommandSpec spec;

    /** The tasks of the competitions. */
    enum Task { MAR, PR, MAP, MMAP }

    private final Map<String, Map<String, double[]>> means = new TreeMap<>();
    /** Variables inside their intervals, and all, of the runs that say that they have converged. */
    private final double[] coverage = new double[2];

    @Override
    public Integer call() throws IOException {
        String suffix = CompetitionTask.suffix(task.name());
        List<String> names;
        try (Stream<Path> files = Files.list(folder)) {
            names = files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(suffix))
                    .map(name -> name.substring(0, name.length() - suffix.length()))
                    .filter(name -> name.startsWith(runs.only())).sorted().toList();
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException(folder + ": no file " + runs.only() + "*" + suffix
                    + "; expected models with their published answers");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (task != Task.MAR) {
            CompetitionTask one = new CompetitionTask(task.name(), out);
            for (String name : names) {
                ConditionedModel given = given(name);
                for (int seed = 1; seed <= runs.seeds(); seed++) {
                    one.run(folder, name, Inference.on(given).withOptions(InferenceOptions.defaults().withSampling(
                            SamplingOptions.defaults().withSeconds(seconds).withSeed(seed))), given, seed);
                }
            }
            one.printMeans(spec.commandLine().getErr());
            return 0;
        }
        out.println("model,method,seed,seconds,mean_hellinger,largest_error,verdict,covered");
        for (String name : names) {
            run(name, out);
        }
        printMeans(spec.commandLine().getErr());
        return 0;
    }

    private static Map<String, InferenceOptions> methods() {
        InferenceOptions all = InferenceOptions.defaults();
        Map<String, InferenceOptions> methods = new LinkedHashMap<>();
        methods.put("auto", all);
        methods.put("sample", all.withRoute(Route.SAMPLE));
        methods.put("gibbs", all.withRoute(Route.SAMPLE).withChain(ChainKind.GIBBS).withScan(Scan.SYSTEMATIC)
                .withEstimator(EstimatorKind.CONDITIONAL));
        return methods;
    }

    private ConditionedModel given(String name) throws IOException {
        Path plain = folder.resolve(name + ".uai");
        GraphicalModel model = ModelFiles.read(Files.exists(plain) ? plain : folder.resolve(name + ".uai.gz"));
        Path observed = folder.resolve(name + ".uai.evid");
        return model.condition(Files.exists(observed) ? ModelFiles.readEvidence(observed, model) : Evidence.none());
    }

    private void run(String name, PrintWriter out) throws IOException {
        ConditionedModel given = given(name);
        GraphicalModel model = given.original();
        Marginals truth = MarginalsInput.read(folder.resolve(name + SUFFIX), model);
        if (methods.isEmpty() || methods.contains("bp")) {
            propagate(name, given, truth, out);
        }
        for (Map.Entry<String, InferenceOptions> method : methods().entrySet()) {
            if (!methods.isEmpty() && !methods.contains(method.getKey())) {
                continue;
            }
            for (int seed = 1; seed <= runs.seeds(); seed++) {
                run(name, method.getKey(), Inference.on(given).withOptions(method.getValue().withSampling(
                        SamplingOptions.defaults().withSeconds(seconds).withSeed(seed))), truth, seed, out);
            }
        }
    }

    private void run(String name, String method, Inference inference, Marginals truth, int seed, PrintWriter out)
            throws IOException {
        double distance = 1;
        try {
            InferenceResult result = inference.run();
            distance = Divergence.HELLINGER.between(result.marginals(), truth);
            String verdict = result.sampled().map(one -> one.sampling().verdict().name()).orElse("EXACT");
            double covered = covered(result, truth);
            out.printf(Locale.ROOT, "%s,%s,%d,%.2f,%.3g,%.3g,%s,%.3f%n", name, method, seed, result.seconds(), distance,
                    Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), truth), verdict, covered);
            if (verdict.equals("CONVERGED") && !method.equals("gibbs")) {
                coverage[0] += covered * truth.variableCount();
                coverage[1] += truth.variableCount();
            }
        } catch (IllegalArgumentException | OutOfTimeException e) {
            // No start was found: the worst there is.
            out.printf(Locale.ROOT, "%s,%s,%d,,%.3g,,NO START,%n", name, method, seed, distance);
        }
        out.flush();
        add(name, method, distance);
    }

    /** The share of variables whose true marginals are all within the 95% intervals, but for the rounding of both. */
    private static double covered(InferenceResult result, Marginals truth) {
        int inside = 0;
        for (int v = 0; v < truth.variableCount(); v++) {
            boolean all = true;
            for (int x = 0; x < truth.size(v); x++) {
                all &= Math.abs(result.marginals().probability(v, x) - truth.probability(v, x))
                        <= 1.96 * result.standardError(v, x) + ROUNDING;
            }
            inside += all ? 1 : 0;
        }
        return (double) inside / truth.variableCount();
    }

    /** Belief propagation has no seed and no errors. */
    private void propagate(String name, ConditionedModel given, Marginals truth, PrintWriter out) {
        long began = System.nanoTime();
        Marginals beliefs = BeliefPropagation.run(given.model(), ROUNDS, seconds).extendTo(given);
        double distance = Divergence.HELLINGER.between(beliefs, truth);
        out.printf(Locale.ROOT, "%s,bp,,%.2f,%.3g,%.3g,,%n", name, (System.nanoTime() - began) / 1e9, distance,
                Divergence.MAX_ABSOLUTE_ERROR.between(beliefs, truth));
        add(name, "bp", distance);
    }

    private void add(String name, String method, double distance) {
        double[] sum = means.computeIfAbsent(name.replaceAll("_.*", ""), family -> new LinkedHashMap<>())
                .computeIfAbsent(method, key -> new double[2]);
        sum[0] += distance;
        sum[1]++;
    }

    private void printMeans(PrintWriter err) {
        err.println("family             method     mean Hellinger distance");
        means.forEach((family, methods) -> methods.forEach((method, sum) ->
                err.printf(Locale.ROOT, "%-18s %-10s %.5f%n", family, method, sum[0] / sum[1])));
        if (coverage[1] > 0) {
            err.printf(Locale.ROOT, "Where chains say that they have converged, %.1f%% of %.0f variables are within "
                    + "their 95%% intervals.%n", 100 * coverage[0] / coverage[1], coverage[1]);
        }
    }
}
