package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Route;
import org.orbifold.inference.Samples;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.model.GraphicalModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold sample}: states drawn from a model. */
@Command(name = "sample", mixinStandardHelpOptions = true,
        header = "States drawn from a model.",
        description = "States drawn from a model given the evidence: exact and independent where a tree is "
                + "affordable, else from Markov chains, thinned by the measured autocorrelation.",
        footer = {"", "CSV with the names of variables in the first line goes to standard output or to --out; how the "
                + "states were drawn goes to standard error. 'orbifold score' reads such files."})
final class SampleCommand implements Callable<Integer> {

    /** Seconds where chains may draw. */
    private static final double DEFAULT_SECONDS = 10;

    @Mixin
    private ModelInput input;

    @Mixin
    private MemoryInput memory;

    @Option(names = "--count", paramLabel = "N", defaultValue = "100",
            description = "How many states. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Mixin
    private ChainInput chain;

    @Option(names = "--route", paramLabel = "ROUTE",
            description = "auto, exact or sample (chains). Default: sample if an option names a chain or its parts, "
                    + "else auto.")
    private Route route;

    @Option(names = "--seconds", paramLabel = "T",
            description = "Seconds for reading the model and drawing; thinning is reduced if time is short. "
                    + "Default: 10; with --route exact the time it needs, up to 10^12 operations.")
    private Double seconds;

    @Option(names = "--chains", paramLabel = "C", description = "Independent chains. Default: 4.")
    private Integer chains;

    @Mixin
    private ThreadsInput threads;

    @Mixin
    private SeedInput seed;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the states there. Default: standard output.")
    private Path out;

    @Mixin
    private JsonInput json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ModelInput.Question question = input.read();
        SamplingOptions sampling = seed.applyTo(chain.preset().sampling());
        if (seconds != null || route == null || route == Route.AUTO || route == Route.SAMPLE) {
            sampling = sampling.withSeconds(input.left(seconds != null ? seconds : DEFAULT_SECONDS));
        }
        InferenceOptions wanted = chain.options(question.given());
        // Symmetries that only an estimator needs are not searched for.
        InferenceOptions options = memory.applyTo(wanted.chain() == ChainKind.AUTO ? wanted
                : wanted.withEstimator(EstimatorKind.COUNTS))
                .withRoute(route != null ? route : chain.isNamed() ? Route.SAMPLE : Route.AUTO)
                .withSampling(threads.applyTo(chains == null ? sampling : sampling.withChains(chains)));
        try (GracefulEnd end = new GracefulEnd()) {
            Samples samples = Inference.on(question.given()).withOptions(options)
                    .sample(count, options.sampling().seed());
            end.clearInterrupt();
            GraphicalModel model = question.given().original();
            if (json.isAsked()) {
                JsonInput.write(samples.toJson(), out, spec.commandLine().getOut());
            } else if (out == null) {
                StatesFile.write(model, samples.states(), spec.commandLine().getOut());
            } else {
                WholeFile.write(out, writer -> StatesFile.write(model, samples.states(), writer));
            }
            PrintWriter err = spec.commandLine().getErr();
            chain.printPreset(options, err);
            samples.routes().forEach(line -> err.println(InferenceSummary.aligned(line)));
            spec.commandLine().getOut().flush();
            err.flush();
        }
        return 0;
    }
}
