package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.orbifold.experiments.report.InferenceReport;
import org.orbifold.firstorder.LiftedResult;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Query;
import org.orbifold.inference.Route;
import org.orbifold.inference.SymmetryMoveOptions;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.time.OutOfTimeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code orbifold infer}: marginals by the cheapest route. */
@Command(name = "infer", mixinStandardHelpOptions = true,
        description = "Marginals by the cheapest route: exact where the model's structure or its symmetries make that "
                + "affordable, else by Markov chains that use its symmetries. Without options it chooses by itself.",
        footer = {"", "Marginals go to standard output or to --out; a summary with error estimates and "
                + "diagnostics goes to "
                + "standard error. Ctrl-C ends the run early and writes what there is.",
            "Runs that end by --samples repeat bit for bit with the same --seed, for any number of threads."})
final class InferCommand implements Callable<Integer> {

    /** Options that name a chain or its parts: each implies --route sample unless --route is given. */
    private static final List<String> CHAIN_OPTIONS = List.of("--chain", "--alpha", "--moves", "--scan",
            "--product-replacement", "--block-size", "--partitions", "--estimator", "--checkpoint", "--table-entries",
            "--context", "--tolerance");

    private static final double CHECKPOINT_SECONDS = 10;
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
            description = "auto: for each part of the model the cheapest that time and memory allow; exact (junction "
                    + "tree or counting; takes the time it needs), counting (where blocks are exchangeable) or sample. "
                    + "Default: sample if an option names a chain or its parts (--chain, --estimator and so on), "
                    + "else auto.")
    private Route route;

    @Option(names = "--chain", paramLabel = "CHAIN", defaultValue = "auto", converter = ChainName.class,
            description = "gibbs, block-gibbs, orbital (variable symmetries), vv (variable-value symmetries), bv "
                    + "(block-value symmetries of the best partition), aggregate (of many partitions), wide "
                    + "(tree-width-bounded blocks: most of the model at once), tempered (Gibbs at several "
                    + "temperatures), tempered-wide, near (approximate symmetries, corrected), clusters (an involution "
                    + "on parts of the state), contexts (symmetries given the values of a few variables), or auto: the "
                    + "chain that short trials show to be the best. Default: ${DEFAULT-VALUE}.")
    private ChainKind chain;

    @Option(names = "--alpha", paramLabel = "A", defaultValue = "auto",
            description = "Probability of an orbit move after each step, from 0 to 1; or auto: 1 with orbital, vv, bv "
                    + "and aggregate, no moves with other chains. Default: ${DEFAULT-VALUE}.")
    private String alpha;

    @Option(names = "--moves", paramLabel = "EXTENT", defaultValue = "all",
            description = "What an orbit move of bv and aggregate makes random: all, or the factors that were "
                    + "touched by "
                    + "the last step. Default: ${DEFAULT-VALUE}.")
    private MoveExtent moves;

    @Option(names = "--scan", paramLabel = "ORDER",
            description = "Order of updates: random, as in the paper, or systematic. Default: random with gibbs, "
                    + "block-gibbs, orbital, vv, bv and aggregate, else systematic.")
    private Scan scan;

    @Option(names = "--product-replacement",
            description = "Draw the elements of larger groups by product replacement, as the paper does, and not "
                    + "exactly uniformly.")
    private boolean productReplacement;

    @Option(names = "--block-size", paramLabel = "R", defaultValue = "2",
            description = "Most variables in a block. Default: ${DEFAULT-VALUE}.")
    private int blockSize;

    @Option(names = "--partitions", paramLabel = "K", defaultValue = "cover",
            description = "The best K partitions, random ones of the paper's heuristic among the candidates; or "
                    + "cover: as "
                    + "many as hold every useful block with symmetries (bv uses one). Default: ${DEFAULT-VALUE}.")
    private String partitions;

    @Option(names = "--estimator", paramLabel = "ESTIMATOR", defaultValue = "auto",
            description = "counts, conditional, orbit (counts averaged over orbits) or auto (conditionals "
                    + "averaged over "
                    + "orbits). Default: ${DEFAULT-VALUE}.")
    private EstimatorKind estimator;

    @Option(names = "--context", paramLabel = "NAMES", split = ";",
            description = "Variables whose values are the context of the chain contexts, with ; between them. "
                    + "Default: variables of high degree that make others exchangeable.")
    private List<String> context = List.of();

    @Option(names = "--tolerance", paramLabel = "T", defaultValue = "auto",
            description = "How coarsely the chains near and clusters quantise weights: 0 for exact symmetries only, 1 "
                    + "for the structure only, or auto: a few are tried. Default: ${DEFAULT-VALUE}.")
    private String tolerance;

    @Option(names = "--samples", paramLabel = "N",
            description = "Samples of each chain: sweeps, each of which draws every variable about once.")
    private Long samples;

    @Option(names = "--seconds", paramLabel = "T",
            description = "Seconds for reading the model and answering; an exact answer may come sooner. Default: 10 "
                    + "without --samples.")
    private Double seconds;

    @Option(names = "--until-error", paramLabel = "E",
            description = "Sample until all standard errors are below E; with --seconds not longer than that.")
    private Double untilError;

    @Option(names = "--table-entries", paramLabel = "N",
            description = "Most entries of a table of tree-width-bounded blocks. Default: what trials choose, or 1024.")
    private Integer tableEntries;

    @Option(names = "--burn-in", paramLabel = "N",
            description = "Sweeps of each chain that are not counted. Default: 100, at most a tenth of the run.")
    private Long burnIn;

    @Option(names = "--thinning", paramLabel = "N", defaultValue = "1",
            description = "Sweeps per sample. Default: ${DEFAULT-VALUE}.")
    private int thinning;

    @Option(names = "--chains", paramLabel = "C", defaultValue = "4",
            description = "Independent chains. Default: ${DEFAULT-VALUE}.")
    private int chains;

    @Option(names = "--threads", paramLabel = "N",
            description = "Most threads, for finding symmetries and for chains. Default: the number of processors.")
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
            description = "With --truth: CSV 'seconds,samples,kl' of the run.")
    private Path trace;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (trace != null && truth == null) {
            throw new ParameterException(spec.commandLine(), "--trace needs --truth, the marginals to compare with");
        }
        if (mayBeLifted() && answeredWithoutGrounding()) {
            return 0;
        }
        ModelInput.Question question = input.readForQueries();
        ConditionedModel given = question.given();
        context.forEach(given.original()::variable);
        List<Query> queries = input.queries(given.original());
        if (!queries.isEmpty() && cluster.isUsed()) {
            throw new ParameterException(spec.commandLine(), "--spark is for marginals; --query is answered here");
        } else if (!queries.isEmpty() && (truth != null || report.isUsed())) {
            throw new ParameterException(spec.commandLine(), "--report, --truth and --trace are about marginals, but "
                    + "--query asks for probabilities or expectations; expected a run without --query for them");
        } else if (!queries.isEmpty()) {
            output.requireCsv();
            ask(given, queries);
            return 0;
        }
        report.makeFolder();
        DivergenceTrace comparison = truth == null ? null : new DivergenceTrace(given.original(), truth);
        Inference inference = Inference.on(given).withOptions(options());
        try (GracefulEnd end = new GracefulEnd(); ProgressBars bar = ProgressBars.onTerminal()) {
            InferenceResult result = run(inference, (at, count, share, now) -> {
                bar.show(share, count);
                if (comparison != null) {
                    comparison.add(at, count, now);
                }
            });
            // Neither the bar nor files can be ended by a thread that is marked as interrupted.
            end.clearInterrupt();
            bar.finish();
            PrintWriter err = spec.commandLine().getErr();
            output.write(question, result, spec.commandLine().getOut());
            new InferenceSummary(result).print(err);
            if (comparison != null) {
                err.println("KL to the truth  " + comparison.last(result.marginals()));
                comparison.write(trace);
            }
            report.write(result, Optional.ofNullable(comparison).map(DivergenceTrace::truth),
                    new InferenceReport.Setup(input.name(), chains, sampling().threads(), sampling().seed()));
            spec.commandLine().getOut().flush();
            err.flush();
        }
        return 0;
    }

    /** Whether nothing was asked for that needs a ground model. */
    private boolean mayBeLifted() {
        return route() != Route.SAMPLE && !output.needsGroundModel() && !cluster.isUsed() && truth == null
                && !report.isUsed() && checkpoint == null;
    }

    /** Answers about a first-order model without grounding it, if that can be done in time. */
    private boolean answeredWithoutGrounding() throws IOException {
        double time = route() == Route.AUTO ? seconds != null ? seconds : PLANNED_SECONDS : Double.POSITIVE_INFINITY;
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
                output.write(lifted.get(), result, spec.commandLine().getOut());
                err.println(InferenceSummary.aligned(lifted.get().plan().toString()));
                result.count().ifPresent(count -> err.println("count            " + count));
                err.println("log Z            " + result.logPartition());
                err.println(String.format(Locale.ROOT, "largest error    0: all marginals are exact, in %.2f s",
                        (System.nanoTime() - began) / 1e9));
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

    private void ask(ConditionedModel given, List<Query> queries) throws IOException {
        List<Query.Answer> answers;
        try (GracefulEnd end = new GracefulEnd()) {
            answers = Inference.on(given).withOptions(options()).ask(queries);
            end.clearInterrupt();
            output.write(given.original(), answers, spec.commandLine().getOut());
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

    /** An option that names a chain or its parts implies --route sample unless --route is given; auto names none. */
    private Route route() {
        boolean sample = CHAIN_OPTIONS.stream().filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .anyMatch(option -> !isAuto(option));
        return route != null ? route : sample ? Route.SAMPLE : Route.AUTO;
    }

    private boolean isAuto(String option) {
        return option.equals("--chain") && chain == ChainKind.AUTO
                || option.equals("--estimator") && estimator == EstimatorKind.AUTO
                || option.equals("--alpha") && alpha.equalsIgnoreCase("auto")
                || option.equals("--tolerance") && tolerance.equalsIgnoreCase("auto");
    }

    private InferenceOptions options() {
        InferenceOptions options = InferenceOptions.defaults().withRoute(route()).withChain(chain)
                .withEstimator(estimator).withMoveExtent(moves).withBlockSize(blockSize).withSampling(sampling());
        options = memory.applyTo(options).withSymmetries(new SymmetryMoveOptions(context,
                tolerance.equalsIgnoreCase("auto") ? OptionalDouble.empty()
                        : OptionalDouble.of(number("--tolerance", tolerance, "a number from 0 to 1, or auto"))));
        if (scan != null) {
            options = options.withScan(scan);
        }
        if (tableEntries != null) {
            options = options.withTableEntries(tableEntries);
        }
        if (productReplacement) {
            options = options.withElements(ElementDraw.PRODUCT_REPLACEMENT);
        }
        if (!alpha.equalsIgnoreCase("auto")) {
            options = options.withAlpha(number("--alpha", alpha, "a probability from 0 to 1, or auto"));
        }
        if (!partitions.equalsIgnoreCase("cover")) {
            double count = number("--partitions", partitions, "a whole number of at least 1, or cover");
            if (count != Math.rint(count) || count < 1 || count > Integer.MAX_VALUE) {
                throw new ParameterException(spec.commandLine(), "--partitions " + partitions
                        + ": expected a whole number of at least 1, or cover");
            }
            options = options.withPartitions((int) count);
        }
        return options;
    }

    private double number(String option, String text, String expected) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new ParameterException(spec.commandLine(), option + " " + text + ": expected " + expected, e);
        }
    }

    private SamplingOptions sampling() {
        SamplingOptions options = seed.applyTo(SamplingOptions.defaults().withThinning(thinning).withChains(chains));
        if (samples != null) {
            options = options.withSamples(samples);
        }
        if (untilError != null) {
            options = options.withUntilError(untilError);
        }
        if (seconds != null) {
            options = options.withSeconds(input.left(seconds));
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

    /** Names of chains as people write them. */
    static final class ChainName implements ITypeConverter<ChainKind> {

        @Override
        public ChainKind convert(String value) {
            for (ChainKind kind : ChainKind.values()) {
                if (kind.name().equals(value.toUpperCase(Locale.ROOT).replace('-', '_'))) {
                    return kind;
                }
            }
            throw new TypeConversionException("expected one of auto, gibbs, block-gibbs, orbital, vv, bv, aggregate, "
                    + "wide, tempered, tempered-wide, near, clusters, contexts but was '" + value + "'");
        }
    }
}
