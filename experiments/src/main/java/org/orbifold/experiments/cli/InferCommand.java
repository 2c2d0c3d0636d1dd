package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.orbifold.experiments.report.InferenceReport;
import org.orbifold.firstorder.LiftedResult;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Query;
import org.orbifold.inference.Route;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code orbifold infer}: marginals by the cheapest route. */
@Command(name = "infer", mixinStandardHelpOptions = true,
        header = "Marginals by the cheapest route.",
        description = "Marginals by the cheapest route: exact where the model's structure or its symmetries make that "
                + "affordable, else by Markov chains that use its symmetries. Without options it chooses by itself.",
        footer = {"", "Marginals go to standard output or to --out; a summary with error estimates and "
                + "diagnostics goes to "
                + "standard error. Ctrl-C ends the run early and writes what there is.",
            "Runs that end by --samples repeat bit for bit with the same --seed, for any number of threads."})
final class InferCommand implements Callable<Integer> {

    private static final double CHECKPOINT_SECONDS = 10;
    /** The share of the time for intervals around log Z and marginals, if they are asked for. */
    private static final double SHARE_OF_BOUNDS = 0.25;
    /** The share of this for log Z: one interval, which tables of the same size give much sooner. */
    private static final double SHARE_OF_LOG_Z = 0.35;
    /** Seconds that it has at least: the time of chains is kept to about a tenth of a second. */
    private static final double LEAST_SECONDS = 0.1;
    /** The time for which plans are made if none is asked for. */
    private static final double PLANNED_SECONDS = 10;

    @Mixin
    private ModelInput input;

    @Mixin
    private MarginalsOutput output;

    @Mixin
    private ReportOutput report;

    @Mixin
    private MemoryInput memory;

    @Mixin
    private ClusterInput cluster;

    @Option(names = "--route", paramLabel = "ROUTE",
            description = "auto: for each part of the model the cheapest that time and memory allow; exact "
                    + "(contraction tree or counting; never sampled), counting (where blocks are "
                    + "exchangeable) or sample. Default: sample if an option names a chain or its parts (--chain, "
                    + "--estimator and so on), else auto.")
    private Route route;

    @Mixin
    private ChainInput.WithEstimator chain;

    @Option(names = "--samples", paramLabel = "N",
            description = "Samples of each chain: sweeps, each of which draws every variable about once; with --preset "
                    + "paper single steps.")
    private Long samples;

    @Option(names = "--seconds", paramLabel = "T",
            description = "Seconds for reading the model and answering; an exact answer may come sooner. Default: 10 "
                    + "without --samples; exact routes that are asked for then take the time they need, up to 10^12 "
                    + "operations.")
    private Double seconds;

    @Option(names = "--until-error", paramLabel = "E",
            description = "Sample until all standard errors are below E; with --seconds not longer than that.")
    private Double untilError;

    @Option(names = "--bounds",
            description = "Where the answer is not exact, also find an interval that contains log Z for certain, and "
                    + "one for each marginal (columns 'lower' and 'upper'), in a quarter of the time.")
    private boolean bounds;

    @Option(names = "--burn-in", paramLabel = "N",
            description = "Sweeps of each chain that are not counted. Default: 100, at most a tenth of the run; "
                    + "with --preset paper steps, none of them.")
    private Long burnIn;

    @Option(names = "--thinning", paramLabel = "N", defaultValue = "1",
            description = "Sweeps per sample. Default: ${DEFAULT-VALUE}.")
    private int thinning;

    @Option(names = "--chains", paramLabel = "C", description = "Independent chains. Default: 4.")
    private Integer chains;

    @Option(names = "--threads", paramLabel = "N",
            description = "Number of threads, for finding symmetries and for chains. Default: all processors.")
    private Integer threads;

    @Mixin
    private SeedInput seed;

    @Option(names = "--checkpoint", paramLabel = "FILE",
            description = "Resume from this file if it exists, and keep it up to date.")
    private Path checkpoint;

    @Option(names = "--checkpoint-seconds", paramLabel = "T",
            description = "Seconds between two checkpoints. Default: 10; with --spark, after each round.")
    private Double checkpointSeconds;

    @Option(names = "--truth", paramLabel = "FILE", converter = InputFile.class,
            description = "True marginals, CSV as 'orbifold exact' writes it or UAI MAR: reports the divergence "
                    + "from them.")
    private Path truth;

    @Option(names = "--trace", paramLabel = "FILE",
            description = "With --truth: CSV 'seconds,samples,kl' of the run, with about ten points for each factor of "
                    + "ten, in samples of each chain and in seconds.")
    private Path trace;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (trace != null && truth == null) {
            throw new ParameterException(spec.commandLine(), "--trace needs --truth, the marginals to compare with");
        }
        output.check();
        if (mayBeLifted() && answeredWithoutGrounding()) {
            return 0;
        }
        ModelInput.Question question = input.readForQueries();
        ConditionedModel given = question.given();
        List<Query> queries = input.queries(given.original());
        InferenceOptions options = options(given);
        if (!queries.isEmpty() && bounds) {
            throw new ParameterException(spec.commandLine(), "--bounds is about log Z and marginals, but --query "
                    + "asks for probabilities or expectations; expected a run without --query for it");
        } else if (!queries.isEmpty() && cluster.isUsed()) {
            throw new ParameterException(spec.commandLine(), "--spark is for marginals; --query is answered here");
        } else if (!queries.isEmpty() && (truth != null || report.isUsed())) {
            throw new ParameterException(spec.commandLine(), "--report, --truth and --trace are about marginals, but "
                    + "--query asks for probabilities or expectations; expected a run without --query for them");
        } else if (!queries.isEmpty()) {
            output.requireCsv();
            ask(given, queries, options);
            return 0;
        }
        report.makeFolder();
        DivergenceTrace comparison = truth == null ? null : new DivergenceTrace(given.original(), truth);
        Inference inference = Inference.on(given).withOptions(options);
        Budget whole = seconds == null ? Budget.unlimited() : Budget.ofSeconds(input.left(seconds));
        try (GracefulEnd end = new GracefulEnd(); ProgressBars bar = ProgressBars.onTerminal()) {
            InferenceResult result = run(inference, new Progress() {

                @Override
                public void report(double at, long count, double share, Now now) {
                    bar.show(share, count);
                }

                @Override
                public boolean wantsGridPoints() {
                    return trace != null;
                }

                @Override
                public void gridPoint(double at, long count, Now now) {
                    comparison.add(at, count, now);
                }
            });
            if (bounds && !result.isExact()) {
                result = bounded(result, inference, question, whole);
            }
            // Neither the bar nor files can be ended by a thread that is marked as interrupted.
            end.clearInterrupt();
            bar.finish();
            PrintWriter err = spec.commandLine().getErr();
            output.write(question, result, spec.commandLine().getOut());
            new InferenceSummary(result).print(chain.presetLine(options), err);
            if (comparison != null) {
                err.println("KL to the truth  " + comparison.last(result.marginals()));
                comparison.write(trace);
            }
            report.write(result, Optional.ofNullable(comparison).map(DivergenceTrace::truth),
                    new InferenceReport.Setup(input.name(), options.sampling().chains(),
                            options.sampling().threads(), options.sampling().seed()));
            spec.commandLine().getOut().flush();
            err.flush();
        }
        return 0;
    }

    /** With intervals around log Z and the marginals that are asked for; without them once the run is interrupted. */
    private static InferenceResult bounded(InferenceResult result, Inference inference, ModelInput.Question question,
            Budget whole) {
        InferenceResult found = result;
        try {
            if (!Thread.currentThread().isInterrupted()) {
                found = found.withLogPartitionBounds(timed(inference, whole, SHARE_OF_LOG_Z).logPartitionBounds());
            }
            if (!Thread.currentThread().isInterrupted()) {
                int[] asked = question.queried().map(atoms -> atoms.stream().mapToInt(GroundNetwork.Queried::variable)
                        .filter(v -> v >= 0)).orElseGet(() -> question.given().original().ownVariables().stream()
                        .mapToInt(Variable::index)).distinct().toArray();
                found = found.withMarginalBounds(timed(inference, whole, 1).marginalBounds(asked));
            }
        } catch (OutOfTimeException e) {
            // The estimates are written all the same.
        }
        return found;
    }

    /** A share of the time that is left; any time if there is no limit. */
    private static Inference timed(Inference inference, Budget whole, double share) {
        return whole.isLimited() ? inference.withSeconds(Math.max(LEAST_SECONDS, share * whole.secondsLeft()))
                : inference;
    }

    /** Whether nothing was asked for that needs a ground model. */
    private boolean mayBeLifted() {
        return route() != Route.SAMPLE && !output.needsGroundModel() && !cluster.isUsed() && truth == null
                && !report.isUsed() && checkpoint == null;
    }

    /** Answers about a first-order model without grounding it, if that can be done in time. */
    private boolean answeredWithoutGrounding() throws IOException {
        double time = seconds != null ? seconds
                : route() == Route.AUTO ? PLANNED_SECONDS : Double.POSITIVE_INFINITY;
        Optional<LiftedRoute> lifted = input.lifted(sampling().threads(), time);
        if (lifted.isEmpty() || !lifted.get().isPossible()) {
            lifted.ifPresent(none -> output.requireGrounding(none.plan().description()));
            return false;
        }
        long began = System.nanoTime();
        try (GracefulEnd end = new GracefulEnd()) {
            PrintWriter err = spec.commandLine().getErr();
            if (lifted.get().hasQueries()) {
                output.requireCsv();
                Optional<LiftedRoute.Answers> answers = lifted.get().ask();
                if (answers.isEmpty()) {
                    return false;
                }
                end.clearInterrupt();
                output.write(answers.get().model(), answers.get().answers(), spec.commandLine().getOut());
            } else {
                Optional<LiftedResult> found = lifted.get().run();
                if (found.isEmpty()) {
                    return false;
                }
                LiftedResult result = found.get();
                end.clearInterrupt();
                output.write(lifted.get(), result, (System.nanoTime() - began) / 1e9, spec.commandLine().getOut());
                err.println(InferenceSummary.verdict("EXACT", String.format(Locale.ROOT,
                        "all marginals are exact, in %.2f s", (System.nanoTime() - began) / 1e9)));
                err.println(InferenceSummary.aligned(lifted.get().plan().toString()));
                result.count().ifPresent(count -> err.println("count            " + count));
                err.println("log Z            " + result.logPartition());
            }
            spec.commandLine().getOut().flush();
            err.flush();
            return true;
        } catch (OutOfTimeException e) {
            if (route() != Route.AUTO || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            input.spend((System.nanoTime() - began) / 1e9);
            return false;
        }
    }

    private void ask(ConditionedModel given, List<Query> queries, InferenceOptions options) throws IOException {
        List<Query.Answer> answers;
        try (GracefulEnd end = new GracefulEnd()) {
            answers = Inference.on(given).withOptions(options).ask(queries);
            end.clearInterrupt();
            output.write(given.original(), answers, spec.commandLine().getOut());
            chain.printPreset(options, spec.commandLine().getErr());
            for (Query.Answer answer : answers) {
                answer.diagnosis().ifPresent(found -> spec.commandLine().getErr().printf("%-16s %s: %s%n",
                        found.verdict(), answer.query(), found.text()));
            }
            spec.commandLine().getErr().flush();
            spec.commandLine().getOut().flush();
        }
    }

    private InferenceResult run(Inference inference, Progress progress) throws IOException {
        Optional<Machines> found = cluster.connect();
        if (found.isEmpty()) {
            return inference.run(progress);
        }
        try (Machines machines = found.get()) {
            return inference.run(progress, machines);
        }
    }

    /** An option that names a chain or its parts implies --route sample unless --route is given. */
    private Route route() {
        return route != null ? route : chain.isNamed() || checkpoint != null ? Route.SAMPLE : Route.AUTO;
    }

    private InferenceOptions options(ConditionedModel given) throws IOException {
        return memory.applyTo(chain.options(given)).withRoute(route()).withSampling(sampling());
    }

    private SamplingOptions sampling() {
        SamplingOptions options = seed.applyTo(chain.preset().sampling().withThinning(thinning));
        if (chains != null) {
            options = options.withChains(chains);
        }
        if (samples != null) {
            options = options.withSamples(samples);
        }
        if (untilError != null) {
            options = options.withUntilError(untilError);
        }
        if (seconds != null) {
            options = options.withSeconds(input.left(seconds) * (bounds ? 1 - SHARE_OF_BOUNDS : 1));
        }
        if (burnIn != null) {
            options = options.withBurnIn(burnIn);
        }
        if (threads != null) {
            options = options.withThreads(threads);
        }
        return checkpoint == null ? options : options.withCheckpoint(checkpoint,
                checkpointSeconds != null ? checkpointSeconds : cluster.isUsed() ? 0 : CHECKPOINT_SECONDS);
    }
}
