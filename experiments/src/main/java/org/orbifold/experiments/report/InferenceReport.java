package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.experiments.explore.Answers;
import org.orbifold.experiments.explore.Explorer;
import org.orbifold.inference.ChainChoice;
import org.orbifold.inference.ChainChoice.SymmetryUse;
import org.orbifold.inference.InferencePlan;
import org.orbifold.inference.InferenceResult;
import org.orbifold.mcmc.run.Diagnosis;
import org.orbifold.mcmc.run.History;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * The report of one inference on a user's own model: marginals with errors, diagnostics, how the chains converged, the
 * symmetries, and where it all comes from. {@code index.html} needs no other file; every number lies beside it.
 */
public final class InferenceReport {

    private static final List<String> FILES = List.of("marginals.csv", "convergence.csv", "statistics.csv",
            "symmetries.csv", "results.json", "manifest.json");
    /** The page to look at the model, and how long its symmetries may be looked for. */
    private static final String LOOK = "explore.html";
    private static final double LOOK_SECONDS = 2;
    private static final int LOOK_BLOCKS = 2;
    private static final int PLOTTED_VARIABLES = 6;
    private static final int LISTED_VARIABLES = 60;
    private static final double BAR_WIDTH = 90;

    /**
     * What was run.
     *
     * @param model   the model's file
     * @param chains  the number of chains
     * @param threads how many ran at the same time
     * @param seed    the seed
     */
    public record Setup(String model, int chains, int threads, long seed) { }

    private final Page page;
    private final InferenceResult result;
    /** What chains found; null if everything is exact. */
    private final InferenceResult.Sampled sampled;
    private final SamplingResult sampling;
    private final GraphicalModel model;
    private final Manifest<Setup> manifest;
    private final Marginals truth;
    /** The sampled variables by their numbers there, the least certain first. */
    private final int[] leastCertain;
    private final int[] numbers;
    private final List<ChainHistory.Moment> moments;

    private InferenceReport(InferenceResult result, Marginals truth, Manifest<Setup> manifest) {
        this.page = new Page("Orbifold: " + manifest.settings().model());
        this.result = result;
        this.sampled = result.sampled().orElse(null);
        this.sampling = sampled == null ? null : sampled.sampling();
        this.model = result.model();
        this.numbers = new int[model.variableCount()];
        Arrays.fill(numbers, -1);
        for (int i = 0; sampled != null && i < sampled.variables().size(); i++) {
            numbers[sampled.variables().get(i)] = i;
        }
        this.manifest = manifest;
        this.truth = truth;
        ChainHistory history = sampled == null ? null : new ChainHistory(result, truth);
        this.leastCertain = history == null ? new int[0] : history.leastCertain();
        this.moments = history == null ? List.of() : history.moments();
    }

    /**
     * Writes a report.
     *
     * @param folder   where to
     * @param result   what was found
     * @param truth    true marginals of all variables, if they are known
     * @param manifest where it comes from
     * @throws IOException if a file cannot be written
     */
    public static void write(Path folder, InferenceResult result, Optional<Marginals> truth,
            Manifest<Setup> manifest) throws IOException {
        Files.createDirectories(folder);
        InferenceReport report = new InferenceReport(result, truth.orElse(null), manifest);
        report.data(folder);
        report.header();
        report.routes();
        if (report.sampled != null) {
            report.convergence();
        }
        report.marginals();
        if (report.sampled != null) {
            report.diagnostics();
            report.symmetries();
        }
        report.page.provenance(manifest, FILES).write(folder);
        Setup setup = manifest.settings();
        Explorer.write(folder.resolve(LOOK), result.plan().simplification().given(), () -> Answers.of(result),
                new Explorer.Setup(setup.model(), LOOK_BLOCKS, setup.seed(), SymmetryOptions.defaults()
                        .withThreads(setup.threads()).withBudget(Budget.ofSeconds(LOOK_SECONDS))));
    }

    private void header() {
        page.add("<header><h1>").text(manifest.settings().model()).add("</h1>\n<dl class=\"facts\">");
        page.fact("Variables", number(model.variableCount()));
        page.fact("Observed", number(result.plan().simplification().given().evidence().size()));
        page.fact("Features", number(model.features().size()));
        if (sampled != null) {
            page.fact("Chain", sampled.choice().chain().chain());
            page.fact("Estimator", sampled.choice().chain().estimator());
            page.fact("Chains", String.valueOf(manifest.settings().chains()));
            page.fact("Seed", String.valueOf(manifest.settings().seed()));
        }
        page.add("</dl>\n<p>").add(verdict()).add("</p>\n<p><a href=\"" + LOOK + "\">Look at the model</a>: its "
                + "graph, its symmetries, a run.</p>\n</header>\n<div class=\"cards\">\n");
        if (sampled != null) {
            chainCards();
        } else {
            result.logPartition().ifPresent(log -> card("log Z", String.format(Locale.ROOT, "%.6g", log), "better",
                    "the log of the total weight"));
            card("Largest standard error", number(result.largestError()), result.isExact() ? "better" : "",
                    result.verdict());
            card("Time", number(result.seconds()) + " s", "", "planning included");
        }
        if (truth != null) {
            card("KL to the truth", error(Divergence.KL.between(result.marginals(), truth)), "",
                    "mean over variables of Σ p̂ log(p̂/p)");
        }
        page.add("</div>\n");
    }

    private void chainCards() {
        Diagnosis diagnosis = sampling.diagnosis();
        card("Largest R-hat", Diagnosis.text(diagnosis.rHat()), sampling.isConverged() ? "better" : "",
                diagnosis.verdict().toString());
        card("Largest standard error", error(sampling.worstError()), "", "of any marginal, by batch means");
        card("Samples", number(sampling.samples()), "", sampling.unit().name().toLowerCase(Locale.ROOT)
                + "s of all chains, in " + number(sampling.seconds()) + " s");
        int partitions = sampled.choice().symmetries().size();
        card("Finding symmetries", number(sampled.choice().seconds().symmetries()) + " s", "",
                partitions == 0 ? "no symmetries used" : partitions + " partition" + (partitions == 1 ? "" : "s"));
    }

    /** Which part was answered how. */
    private void routes() {
        page.section("routes", "Routes").add("<p>Simplified to: ").text(result.plan().simplification().toString())
                .add(".</p>\n");
        page.table("Route", "Variables", "How");
        for (InferencePlan.Part part : result.plan().parts()) {
            page.row(part.route().name().toLowerCase(Locale.ROOT), List.of(number(part.variables()),
                    escape(part.description())));
        }
        page.endTable().add("</section>\n");
    }

    /** The verdict in the words of the command line. */
    private String verdict() {
        String missing = result.plan().chain().flatMap(ChainChoice::shortfall)
                .map(one -> (one.cutOff() ? "INCOMPLETE: " : "NO MOVES: ") + one + ". ").orElse("");
        return escape(missing + result.verdict() + ": " + result.verdictText() + ".")
                + (sampled == null ? "" : sampling.diagnosis().rHatText()
                .map(rHat -> " R-hat is at most " + rHat + ".").orElse("")
                + (sampling.interrupted() ? " The run was interrupted: this is what there was." : ""));
    }

    private void card(String name, String value, String kind, String text) {
        page.add("<div class=\"card " + kind + "\"><span>" + escape(name) + "</span><strong>" + escape(value)
                + "</strong><small>" + escape(text) + "</small></div>\n");
    }

    private void convergence() {
        page.section("convergence", "Convergence");
        if (moments.size() < 2) {
            page.add("<p>The run was too short to show how it converged.</p>\n</section>\n");
            return;
        }
        boolean constant = sampling.worstError() < ChainHistory.ROUNDING;
        page.add("<p>Over the samples of each chain, burn-in not included; drag over a chart to zoom. "
                + (constant ? "All samples give the same marginals up to rounding, so these are not shown."
                : ChainHistory.WATCHED < leastCertain.length
                ? "R-hat is of the " + ChainHistory.WATCHED + " least certain variables." : "") + "</p>\n"
                + "<div class=\"plots\">\n");
        if (truth != null) {
            overSamples("kl", "KL to the true marginals", "KL", ChainHistory.Moment::kl);
        }
        overSamples("spread", "Difference between chains", "standard deviation between chains",
                ChainHistory.Moment::spread);
        overSamples("r-hat", "Largest R-hat − 1", "R-hat − 1", m -> m.rHat() - 1);
        if (!constant) {
            estimates();
        }
        if (!constant && leastCertain.length > 0) {
            byChain();
        }
        if (!sampling.statistics().isEmpty()) {
            trace(0);
        }
        page.add("</div>\n</section>\n");
    }

    /** A plot of one number over samples, if it is known and positive at two moments or more. */
    private void overSamples(String name, String caption, String label, ToDoubleFunction<ChainHistory.Moment> value) {
        List<LinePlot.Point> points = moments.stream().filter(m -> value.applyAsDouble(m) > 0
                && Double.isFinite(value.applyAsDouble(m)))
                .map(m -> LinePlot.Point.of(m.samples(), value.applyAsDouble(m))).toList();
        if (points.size() > 1 && moments.stream().anyMatch(m -> value.applyAsDouble(m) > ChainHistory.ROUNDING)) {
            page.plot(name, caption, new LinePlot(caption, "samples of each chain", label,
                    List.of(new LinePlot.Series(label, SeriesStyle.of(1), points))));
        }
    }

    /** P(last value) of the least certain variables, all chains together. */
    private void estimates() {
        History history = sampling.history();
        List<LinePlot.Series> series = new ArrayList<>();
        for (int i = 0; i < Math.min(PLOTTED_VARIABLES, leastCertain.length); i++) {
            List<LinePlot.Point> points = new ArrayList<>();
            for (int m = history.moments() - moments.size(); m < history.moments(); m++) {
                double[] p = history.pooled(m, leastCertain[i]);
                points.add(LinePlot.Point.of(history.samples(m), p[p.length - 1]));
            }
            series.add(new LinePlot.Series(event(leastCertain[i]), SeriesStyle.of(i), points));
        }
        if (!series.isEmpty()) {
            page.plot("estimates", "Running estimates of the least certain variables",
                    new LinePlot("Running estimates of the least certain variables", "samples of each chain",
                            "probability", LinePlot.Scale.LINEAR, series));
        }
    }

    /** P(last value) of the least certain variable, chain by chain. */
    private void byChain() {
        History history = sampling.history();
        int worst = leastCertain[0];
        List<LinePlot.Series> series = new ArrayList<>();
        for (int c = 0; c < history.chains(); c++) {
            List<LinePlot.Point> points = new ArrayList<>();
            for (int m = 0; m < history.moments(); m++) {
                double[] p = history.estimate(c, m, worst);
                if (!Double.isNaN(p[0])) {
                    points.add(LinePlot.Point.of(history.samples(m), p[p.length - 1]));
                }
            }
            series.add(new LinePlot.Series("chain " + (c + 1), SeriesStyle.of(c), points));
        }
        page.plot("chains", "The least certain variable, chain by chain", new LinePlot("Running estimates of "
                + event(worst), "samples of each chain", event(worst), LinePlot.Scale.LINEAR, series));
    }

    /** What the chains recorded of a statistic, and its running means. */
    private void trace(int index) {
        double[][] draws = sampling.history().draws(index);
        String name = sampling.statistics().get(index).name();
        List<LinePlot.Series> raw = new ArrayList<>();
        List<LinePlot.Series> means = new ArrayList<>();
        for (int c = 0; c < draws.length; c++) {
            List<LinePlot.Point> points = new ArrayList<>();
            List<LinePlot.Point> running = new ArrayList<>();
            double sum = 0;
            for (int i = 0; i < draws[c].length; i++) {
                sum += draws[c][i];
                points.add(LinePlot.Point.of(i + 1, draws[c][i]));
                running.add(LinePlot.Point.of(i + 1, sum / (i + 1)));
            }
            raw.add(new LinePlot.Series("chain " + (c + 1), SeriesStyle.of(c).trace(), points));
            means.add(new LinePlot.Series("chain " + (c + 1), SeriesStyle.of(c), running));
        }
        if (draws[0].length > 1) {
            page.plot("trace", "Trace of the " + name, new LinePlot("Trace of the " + name, "recorded draws", name,
                    LinePlot.Scale.LINEAR, raw));
            page.plot("running-mean", "Running means of the " + name, new LinePlot("Running means of the " + name,
                    "recorded draws", name, LinePlot.Scale.LINEAR, means));
        }
    }

    private String event(int free) {
        Variable variable = model.variable(sampled.variables().get(free));
        int[] values = result.possibleValues(variable.index());
        return "P(" + variable.name() + "=" + variable.domain().label(values[values.length - 1]) + ")";
    }

    private void marginals() {
        int[] listed = IntStream.concat(Arrays.stream(leastCertain).map(free -> sampled.variables().get(free)),
                IntStream.range(0, model.variableCount()).filter(v -> numberOf(v) < 0))
                .limit(LISTED_VARIABLES).toArray();
        page.section("marginals", "Marginals").add("<p>" + (model.variableCount() > LISTED_VARIABLES ? "The "
                + LISTED_VARIABLES + " least certain of " + number(model.variableCount()) + " variables; all are in "
                : "Also in ") + "<a href=\"marginals.csv\">marginals.csv</a>.</p>\n");
        List<String> columns = List.of("Variable", "Value", "Probability", "Standard error", "Effective samples",
                "R-hat");
        page.table(columns.subList(0, sampled == null ? 4 : 6).toArray(String[]::new));
        for (int v : listed) {
            Variable variable = model.variable(v);
            for (int x = 0; x < variable.size(); x++) {
                double p = result.marginals().probability(v, x);
                boolean drawn = numberOf(v) >= 0;
                List<String> cells = List.of(escape(variable.domain().label(x)),
                        String.format(Locale.ROOT, "<span class=\"bar\" style=\"width:%.0fpx\"></span>%.6f",
                                p * BAR_WIDTH, p), !drawn && result.standardError(v, x) == 0 ? "exact"
                                : error(result.standardError(v, x)),
                        drawn ? known(effectiveSamples(v, x)) : "",
                        x == 0 && drawn ? Diagnosis.text(sampling.rHat(numberOf(v))) : "");
                page.row(x == 0 ? escape(variable.name()) : "", cells.subList(0, sampled == null ? 3 : 5));
            }
        }
        page.endTable().add("</section>\n");
    }

    /** The number of a variable among the sampled ones, or −1. */
    private int numberOf(int variable) {
        return numbers[variable];
    }

    /** Independent samples that would have the same error; NaN where the error is rounding. */
    private double effectiveSamples(int variable, int value) {
        double p = result.marginals().probability(variable, value);
        double error = result.standardError(variable, value);
        return error < ChainHistory.ROUNDING ? Double.NaN : p * (1 - p) / (error * error);
    }

    /** An error, unless it is that of the arithmetic. */
    private static String error(double value) {
        return value < ChainHistory.ROUNDING ? "rounding" : known(value);
    }

    private static String known(double value) {
        return Double.isNaN(value) ? "–" : Double.isInfinite(value) ? "∞" : number(value);
    }

    private void diagnostics() {
        page.section("diagnostics", "Diagnostics").add("<p>Numbers that symmetries do not change. R-hat is rank-"
                + "normalised and split; effective samples are of the recorded draws.</p>\n");
        page.table("Statistic", "Mean", "Standard error", "R-hat", "Effective samples");
        for (SamplingResult.Statistic s : sampling.statistics()) {
            page.row(escape(s.name()), List.of(known(s.mean()), known(s.error()), Diagnosis.text(s.rHat()),
                    known(s.ess())));
        }
        page.endTable().add("</section>\n");
    }

    private void symmetries() {
        page.section("symmetries", "Symmetries");
        if (sampled.choice().symmetries().isEmpty()) {
            page.add("<p>This chain and estimator use none.</p>\n</section>\n");
            return;
        }
        page.table("Partition", "Blocks", "Order of the group", "Orbits of block values");
        for (int i = 0; i < sampled.choice().symmetries().size(); i++) {
            SymmetryUse use = sampled.choice().symmetries().get(i);
            page.row(String.valueOf(i + 1), List.of(number(use.blocks()), Page.order(use.log10Order()),
                    number(use.orbits()) + " of " + number(use.pairs())));
        }
        page.endTable().add("</section>\n");
    }

    private void data(Path folder) throws IOException {
        DataFile.csv(folder.resolve("marginals.csv"), "variable,value,probability,standard_error,effective_samples,"
                + "r_hat", this::marginals);
        DataFile.csv(folder.resolve("convergence.csv"), "samples,r_hat,spread,kl", csv -> {
            for (ChainHistory.Moment m : moments) {
                csv.printRecord(m.samples(), blank(m.rHat()), blank(m.spread()), blank(m.kl()));
            }
        });
        DataFile.csv(folder.resolve("statistics.csv"), "statistic,chain,draw,value", this::statistics);
        DataFile.csv(folder.resolve("symmetries.csv"), "partition,blocks,log10_order,orbits,pairs,limit", csv -> {
            for (int i = 0; sampled != null && i < sampled.choice().symmetries().size(); i++) {
                SymmetryUse use = sampled.choice().symmetries().get(i);
                csv.printRecord(i, use.blocks(), use.log10Order(), use.orbits(), use.pairs(), use.limit());
            }
        });
        DataFile.json(folder.resolve("manifest.json"), manifest);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("manifest", manifest);
        all.put("routes", result.plan().parts());
        all.put("seconds", result.seconds());
        all.put("verdict", result.verdict());
        all.put("verdictText", result.verdictText());
        all.put("logZ", result.logPartition().isPresent() ? result.logPartition().getAsDouble() : null);
        if (sampled != null) {
            all.put("chain", sampled.choice().chain().chain());
            all.put("estimator", sampled.choice().chain().estimator());
            all.put("reason", sampled.choice().why());
            all.put("samples", sampling.samples());
            all.put("samplingSeconds", sampling.seconds());
            all.put("discoverySeconds", sampled.choice().seconds().symmetries());
            all.put("interrupted", sampling.interrupted());
            all.put("converged", sampling.isConverged());
            all.put("worstRhat", finite(sampling.worstRhat()));
            all.put("worstError", finite(sampling.worstError()));
            all.put("symmetries", sampled.choice().symmetries());
        }
        all.put("kl", truth == null ? null : Divergence.KL.between(result.marginals(), truth));
        all.put("convergence", moments.stream().map(m -> Arrays.asList(m.samples(), finite(m.rHat()),
                finite(m.spread()), finite(m.kl()))).toList());
        DataFile.json(folder.resolve("results.json"), all);
    }

    /** JSON has no NaN. */
    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static Object blank(double value) {
        return Double.isNaN(value) ? "" : value;
    }

    private void marginals(CSVPrinter csv) throws IOException {
        for (Variable variable : model.variables()) {
            int v = variable.index();
            for (int x = 0; x < variable.size(); x++) {
                csv.printRecord(variable.name(), variable.domain().label(x), result.marginals().probability(v, x),
                        blank(result.standardError(v, x)), numberOf(v) < 0 ? "" : blank(effectiveSamples(v, x)),
                        numberOf(v) < 0 ? "" : blank(sampling.rHat(numberOf(v))));
            }
        }
    }

    private void statistics(CSVPrinter csv) throws IOException {
        for (int s = 0; sampled != null && s < sampling.statistics().size(); s++) {
            double[][] draws = sampling.history().draws(s);
            for (int c = 0; c < draws.length; c++) {
                for (int i = 0; i < draws[c].length; i++) {
                    csv.printRecord(sampling.statistics().get(s).name(), c + 1, i + 1, draws[c][i]);
                }
            }
        }
    }
}
