package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.orbifold.firstorder.LiftedResult;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Query;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.SamplingOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold exact}: exact marginals and log Z. */
@Command(name = "exact", mixinStandardHelpOptions = true,
        header = "Exact marginals and log Z.",
        description = "Exact marginals and log Z: without grounding where Markov logic allows it, else by contraction "
                + "tree, or by counting where blocks are exchangeable; refuses models that are too large.",
        footer = {"", "The line 'log Z = …' (natural logarithm; with evidence, of the weight that agrees with it) goes "
                + "to standard output with --out, else to standard error, with the route that was taken."})
final class ExactCommand implements Callable<Integer> {

    @Mixin
    private ModelInput input;

    @Mixin
    private MarginalsOutput output;

    @Mixin
    private MemoryInput memory;

    @Mixin
    private ThreadsInput threads;

    @Option(names = "--seconds", paramLabel = "T",
            description = "Seconds for reading the model and answering. Default: the time it needs, if that is at most "
                    + "10^12 operations (a quarter of an hour of a thread).")
    private Double seconds;

    @Option(names = "--count",
            description = "Print log Z alone, as the Model Counting Competitions print counts: 's SATISFIABLE', "
                    + "'c s type mc' or 'wmc', 'c s log10-estimate …' and the count.")
    private boolean count;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        output.check();
        if (count) {
            ModelInput.Question counted = input.read();
            CountOutput.print(counted.given(), options(), spec.commandLine().getOut());
            return 0;
        }
        Optional<LiftedRoute> lifted = input.lifted(threads.applyTo(SamplingOptions.defaults()).threads(),
                seconds == null ? Double.POSITIVE_INFINITY : seconds);
        if (!output.needsGroundModel() && lifted.isPresent() && lifted.get().isPossible()
                && answered(lifted.get())) {
            return 0;
        }
        lifted.ifPresent(none -> output.requireGrounding(none.plan().description()));
        ModelInput.Question question = input.readForQueries();
        InferenceOptions options = options();
        List<Query> queries = input.queries(question.given().original());
        if (!queries.isEmpty()) {
            output.requireCsv();
            output.write(question.given().original(), Inference.on(question.given()).withOptions(options).ask(queries),
                    spec.commandLine().getOut());
            return 0;
        }
        InferenceResult result = Inference.on(question.given()).withOptions(options).run();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        output.write(question, result, out);
        result.plan().lines().forEach(err::println);
        if (question.given().model().variableCount() == 0) {
            err.println(InferenceSummary.ALL_KNOWN);
        }
        (output.isFile() ? out : err).println("log Z = " + result.logPartition().orElseThrow());
        return 0;
    }

    /** The options, after the model was read. */
    private InferenceOptions options() {
        SamplingOptions sampling = threads.applyTo(SamplingOptions.defaults());
        return memory.applyTo(InferenceOptions.defaults().withRoute(Route.EXACT)
                .withSampling(seconds == null ? sampling : sampling.withSeconds(input.left(seconds))));
    }

    /** Answers about a first-order model without grounding it. */
    private boolean answered(LiftedRoute lifted) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (lifted.hasQueries()) {
            output.requireCsv();
            Optional<LiftedRoute.Answers> answers = lifted.ask();
            if (answers.isPresent()) {
                output.write(answers.get().model(), answers.get().answers(), out);
            }
            return answers.isPresent();
        }
        long began = System.nanoTime();
        Optional<LiftedResult> found = lifted.run();
        if (found.isEmpty()) {
            return false;
        }
        LiftedResult result = found.get();
        output.write(lifted, result, (System.nanoTime() - began) / 1e9, out);
        err.println(lifted.plan());
        PrintWriter summary = output.isFile() ? out : err;
        result.count().ifPresent(count -> summary.println("count = " + count));
        summary.println("log Z = " + result.logPartition());
        return true;
    }
}
