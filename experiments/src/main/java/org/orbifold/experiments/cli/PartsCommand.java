package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.PartsFigures;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.marginal.Divergence;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code orbifold parts}: {@code infer} with approximate symmetries, clusters and contexts, and without them. */
@Command(name = "parts", mixinStandardHelpOptions = true,
        header = "Chains on domains with broken symmetries.",
        description = "Compares chains for approximate symmetries, clusters and contexts with ordinary chains, on "
                + "domains whose symmetries are broken or hold in contexts only, and prints how far the marginals of "
                + "each are from the truth.",
        footer = {"", "CSV goes to standard output; 'orbifold experiment parts' makes curves and a report of "
                + "the same."})
final class PartsCommand implements Callable<Integer> {

    @Option(names = "--seconds", paramLabel = "T", defaultValue = "5",
            description = "Seconds of each run, finding symmetries included. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "4",
            description = "Runs of each, with the seeds 1 to N. Default: ${DEFAULT-VALUE}.")
    private int seeds;

    @Option(names = "--only", paramLabel = "PREFIX", defaultValue = "", description = "Only domains of this prefix.")
    private String only;

    @Option(names = "--methods", split = ",", paramLabel = "NAMES",
            description = "Only these of gibbs, block-gibbs, vv, "
            + "bv, near, clusters, contexts and auto. Default: all.")
    private List<String> chosen;

    @Option(names = "--quick", description = "Smaller domains, shorter runs for their truth.")
    private boolean quick;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of a run. Default: all processors.")
    private Integer threads;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Map<String, InferenceOptions> methods = methods();
        for (String name : chosen == null ? List.<String>of() : chosen) {
            if (!methods.containsKey(name)) {
                throw new ParameterException(spec.commandLine(), "--methods " + name + "; expected some of "
                        + String.join(", ", methods.keySet()));
            }
        }
        if (chosen != null) {
            methods.keySet().retainAll(chosen);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("domain,method,seed,seconds,mean_hellinger,largest_error,truth_error,chain");
        for (Figure figure : new PartsFigures(1, quick).all()) {
            String name = figure.id().replaceFirst("parts-", "");
            if (name.startsWith(only)) {
                Problem problem = figure.problem().get();
                for (Map.Entry<String, InferenceOptions> method : methods.entrySet()) {
                    for (int seed = 1; seed <= seeds; seed++) {
                        run(name, problem, method, seed, out);
                    }
                }
            }
        }
        return 0;
    }

    private static Map<String, InferenceOptions> methods() {
        InferenceOptions all = InferenceOptions.defaults().withRoute(Route.SAMPLE);
        Map<String, InferenceOptions> methods = new LinkedHashMap<>();
        methods.put("gibbs", all.withChain(ChainKind.GIBBS).withScan(Scan.SYSTEMATIC)
                .withEstimator(EstimatorKind.CONDITIONAL));
        methods.put("block-gibbs", all.withChain(ChainKind.BLOCK_GIBBS).withScan(Scan.SYSTEMATIC)
                .withEstimator(EstimatorKind.CONDITIONAL));
        methods.put("vv", all.withChain(ChainKind.VV).withEstimator(EstimatorKind.CONDITIONAL));
        methods.put("bv", all.withChain(ChainKind.BV).withEstimator(EstimatorKind.CONDITIONAL));
        methods.put("near", all.withChain(ChainKind.NEAR).withEstimator(EstimatorKind.CONDITIONAL));
        methods.put("clusters", all.withChain(ChainKind.CLUSTERS).withEstimator(EstimatorKind.CONDITIONAL));
        methods.put("contexts", all.withChain(ChainKind.CONTEXTS));
        methods.put("auto", all);
        return methods;
    }

    private void run(String name, Problem problem, Map.Entry<String, InferenceOptions> method, int seed,
            PrintWriter out) throws IOException {
        SamplingOptions sampling = SamplingOptions.defaults().withSeconds(seconds).withSeed(seed)
                .withThreads(threads != null ? threads : Runtime.getRuntime().availableProcessors());
        InferenceResult result = Inference.on(problem.model()).withOptions(method.getValue().withSampling(sampling))
                .run();
        out.printf(Locale.ROOT, "%s,%s,%d,%.2f,%.3g,%.3g,%.2g,\"%s\"%n", name, method.getKey(), seed, result.seconds(),
                Divergence.HELLINGER.between(result.marginals(), problem.truth().marginals()),
                Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), problem.truth().marginals()),
                problem.truth().error(), result.plan().chain().map(choice -> choice.chain().chain()).orElse("exact"));
        out.flush();
    }
}
