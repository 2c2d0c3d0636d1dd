package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.orbifold.mcmc.Inference;
import org.orbifold.mcmc.InferenceOptions;
import org.orbifold.mcmc.InferenceResult;
import org.orbifold.mcmc.Route;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold exact}: exact marginals and log Z. */
@Command(name = "exact", mixinStandardHelpOptions = true,
        description = "Exact marginals and log Z, by junction tree or by counting where blocks are exchangeable; "
                + "refuses models that are too large.",
        footer = {"", "The line 'log Z = …' (natural logarithm; with evidence, of the weight that agrees with it) goes "
                + "to standard output with --out, else to standard error, with the route that was taken."})
final class ExactCommand implements Callable<Integer> {

    @Mixin
    private ModelInput input;

    @Mixin
    private MarginalsOutput output;

    @Mixin
    private MemoryInput memory;

    @Option(names = "--threads", paramLabel = "N", description = "Most threads. Default: the number of processors.")
    private Integer threads;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ModelInput.Question question = input.read();
        InferenceOptions options = memory.applyTo(InferenceOptions.defaults().withRoute(Route.EXACT));
        if (threads != null) {
            options = options.withSampling(options.sampling().withThreads(threads));
        }
        InferenceResult result = Inference.on(question.given()).withOptions(options).run();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        output.write(question, result.marginals(), out);
        result.plan().lines().forEach(err::println);
        (output.isFile() ? out : err).println("log Z = " + result.logPartition().orElseThrow());
        return 0;
    }
}
