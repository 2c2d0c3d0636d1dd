package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbifold.experiments.convergence.Comparison;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Settings;
import org.orbifold.experiments.report.Manifest;
import org.orbifold.experiments.report.Report;
import org.orbifold.inference.Partitions;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold compare}: the evaluation on a model of the user's. */
@Command(name = "compare", mixinStandardHelpOptions = true,
        header = "Chains side by side on your own model.",
        description = "Runs chains on a model, measures how far they are from the true marginals over time and "
                + "samples, and writes a report; what is finished is stored and not run again.",
        footer = {"", "A chain is CHAIN[:ALPHA][+PART…]: a chain of 'orbifold infer --chain', the probability of an "
            + "orbit move, and parts: counts, conditional, orbit or averaged (conditionals averaged over orbits), "
            + "random or systematic. Without parts it runs as in the paper: random scan, counts, samples that are "
            + "single steps. auto is what 'orbifold infer' samples with. Times are processor seconds of one thread, "
            + "finding symmetries included. DIR gets index.html, CSV and JSON files."})
final class CompareCommand implements Callable<Integer> {

    @Mixin
    private ModelInput model;

    @Option(names = "--chains", paramLabel = "CHAIN", split = ",",
            description = "The chains, with commas between them. Default: gibbs,orbital,vv,bv,aggregate,gibbs+orbit,"
                    + "gibbs+conditional,gibbs+conditional+systematic,block-gibbs+conditional+systematic,auto.")
    private List<String> chains = Comparison.CHAINS;

    @Option(names = "--partitions", paramLabel = "K|cover|first-fit|FILE", defaultValue = "cover",
            description = "The partitions of chains that use blocks: the best K; cover; first-fit, as the paper's "
                    + "release makes them; or those in a file. Default: ${DEFAULT-VALUE}.")
    private String partitions;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "5",
            description = "Runs of each chain, at least 2. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--seconds", paramLabel = "T", defaultValue = "10",
            description = "Seconds of each run, finding symmetries included; longer if finding them takes most of it. "
                    + "Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--truth", paramLabel = "FILE",
            description = "The true marginals, as CSV or .MAR. Default: exact where 'orbifold infer' can, else what it "
                    + "samples in --truth-seconds, with its error.")
    private Path truth;

    @Option(names = "--truth-seconds", paramLabel = "T", defaultValue = "0",
            description = "Seconds to find the truth in. Default: five times --seconds, at least 10.")
    private double truthSeconds;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of all "
            + "randomness. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--threads", paramLabel = "N", description = "Runs at the same time. Default: all processors.")
    private Integer threads;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "orbifold-compare",
            description = "Folder of the report. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Mixin
    private ClusterInput cluster;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Settings settings = new Settings(runs, seconds, seed,
                threads != null ? threads : Runtime.getRuntime().availableProcessors(), Math.min(1, seconds / 10));
        ConditionedModel given = model.read().given();
        Comparison comparison = Comparison.on(given.model()).withTitle(title()).withSettings(settings)
                .withTruthSeconds(truthSeconds)
                .withChains(free(ChainInput.partitions(partitions, given.original(), spec), given), chains);
        if (truth != null) {
            comparison = comparison.withTruth(free(MarginalsInput.read(truth, given.original()), given),
                    "given in " + truth.getFileName());
        }
        Files.createDirectories(out);
        ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
        Figure.Result result;
        try (Machines machines = cluster.connect().orElse(null)) {
            result = comparison.run(out.resolve("runs"), progress, machines);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted; the same command goes on from what is stored in "
                    + out.resolve("runs"), e);
        } finally {
            progress.end();
        }
        Report.writeComparison(out, result, Manifest.of(spec.commandLine().getParseResult().originalArgs(), settings));
        spec.commandLine().getErr().println("truth: " + result.problem().truth().method());
        ComparisonText.print(result, spec.commandLine().getErr());
        spec.commandLine().getOut().println(out.resolve("index.html"));
        return 0;
    }

    private String title() {
        return model.name().replaceAll("\\.gz$", "");
    }

    /** The choice for the variables that evidence leaves free. */
    private static Partitions free(Partitions all, ConditionedModel given) {
        if (!(all instanceof Partitions.Given own)) {
            return all;
        }
        int[] variables = new int[given.model().variableCount()];
        for (int v = 0; v < variables.length; v++) {
            variables[v] = given.toOriginal(v);
        }
        return Partitions.of(own.list().stream().map(p -> p.restrictedTo(variables)).toList());
    }

    private static Marginals free(Marginals all, ConditionedModel given) {
        double[][] own = new double[given.model().variableCount()][];
        for (int v = 0; v < own.length; v++) {
            own[v] = all.distribution(given.toOriginal(v));
        }
        return Marginals.of(own);
    }
}
