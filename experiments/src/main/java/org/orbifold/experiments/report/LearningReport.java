package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The report of learning: the curve of the objective, parameters with errors, counts in the data and in expectation,
 * likelihoods of the data and of other data. {@code index.html} needs no other file; every number lies beside it.
 */
public final class LearningReport {

    private static final List<String> FILES = List.of("parameters.csv", "curve.csv", "results.json", "manifest.json");
    /** Parameters on the page; all are in the file. */
    private static final int LISTED = 400;
    /** Pixels of a picture of an interval, and its half-width in standard errors. */
    private static final double WIDTH = 180;
    private static final double HEIGHT = 14;
    private static final double INTERVAL = 1.96;
    /** Relative differences of the objective below this are rounding, and not charted. */
    private static final double ROUNDING = 1e-12;

    /**
     * What was learned from what.
     *
     * @param model the network's file
     * @param data  the files of the data
     * @param test  the file of other data; empty if there is none
     * @param seed  the seed
     */
    public record Setup(String model, List<String> data, String test, long seed) { }

    /**
     * A learned parameter.
     *
     * @param name     the formula, or the table's entry
     * @param value    its weight or probability
     * @param error    its standard error; NaN if it is not known
     * @param data     how often it holds in the data
     * @param expected how often it is expected to; NaN if that is not known
     * @param note     a remark
     */
    public record Parameter(String name, double value, double error, double data, double expected, String note) { }

    /**
     * What was learned, of Markov logic or of another network.
     *
     * @param quantity   what a parameter is, such as weight
     * @param objective  what was maximised
     * @param method     how
     * @param converged  whether the optimum was reached
     * @param sampled    whether gradients were sampled
     * @param steps      steps of the optimiser
     * @param gradient   the largest entry of the gradient; NaN if there is none
     * @param curve      the objective after each step; where gradients are sampled, their size
     * @param parameters the parameters
     * @param free       free parameters, and after them those that ties leave
     * @param likelihoods by name: log-likelihoods
     * @param rows       rows or atoms of the test data
     * @param remarks    what a user should know
     * @param seconds    the time it took
     */
    public record Learned(String quantity, String objective, String method, boolean converged, boolean sampled,
            int steps, double gradient, List<Double> curve, List<Parameter> parameters, List<Long> free,
            Map<String, OptionalDouble> likelihoods, OptionalLong rows, List<String> remarks, double seconds) { }

    private final Page page;
    private final Learned learned;
    private final Manifest<Setup> manifest;

    private LearningReport(Learned learned, Manifest<Setup> manifest) {
        this.page = new Page("Orbifold: " + manifest.settings().model() + ", learned");
        this.learned = learned;
        this.manifest = manifest;
    }

    /**
     * Writes a report.
     *
     * @param folder   where to
     * @param learned  what was learned
     * @param manifest where it comes from
     * @throws IOException if a file cannot be written
     */
    public static void write(Path folder, Learned learned, Manifest<Setup> manifest) throws IOException {
        Files.createDirectories(folder);
        LearningReport report = new LearningReport(learned, manifest);
        report.data(folder);
        report.header();
        report.remarks();
        report.curve();
        report.parameters();
        report.page.provenance(manifest, FILES).write(folder);
    }

    private void header() {
        Setup setup = manifest.settings();
        page.add("<header><h1>").text(fileName(setup.model())).add("</h1>\n<dl class=\"facts\">");
        page.fact("Learned from", setup.data().stream().map(LearningReport::fileName)
                .collect(Collectors.joining(", ")));
        if (!setup.test().isEmpty()) {
            page.fact("Tested on", setup.test());
        }
        page.fact("Objective", learned.objective);
        page.fact("Parameters", learned.free.get(1) < learned.free.get(0)
                ? learned.free.get(1) + " of " + learned.free.get(0) + ", by symmetries of the structure"
                : learned.free.get(0).toString());
        page.add("</dl>\n<p>").text(capitalised(learned.method) + ".").add(" ").text(learned.converged
                ? learned.sampled ? "Sampling errors are small beside the standard errors."
                : "The optimum was reached." : "NOT CONVERGED: the optimum was not reached; allow more time.")
                .add("</p>\n</header>\n<div class=\"cards\">\n");
        learned.likelihoods.forEach((name, value) -> value.ifPresent(log -> card(name, String.format(Locale.ROOT,
                "%.4f", log), "", name.startsWith("Test") && learned.rows.isPresent() ? String.format(Locale.ROOT,
                "%.6f for each of %,d", log / learned.rows.getAsLong(), learned.rows.getAsLong()) : "")));
        card("Steps", String.valueOf(learned.steps), learned.converged ? "better" : "",
                Double.isNaN(learned.gradient) ? "" : "largest gradient " + number(learned.gradient));
        card("Time", number(learned.seconds) + " s", "", "planning included");
        page.add("</div>\n");
    }

    /** Folders stand in the command below. */
    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String capitalised(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private void card(String name, String value, String kind, String text) {
        page.add("<div class=\"card " + kind + "\"><span>" + escape(name) + "</span><strong>" + escape(value)
                + "</strong><small>" + escape(text) + "</small></div>\n");
    }

    private void remarks() {
        if (!learned.remarks.isEmpty()) {
            page.section("notes", "What to know").add("<ul>\n");
            learned.remarks.forEach(remark -> page.add("<li>").text(remark).add("</li>\n"));
            page.add("</ul>\n</section>\n");
        }
    }

    private void curve() {
        List<Double> values = learned.curve;
        if (values.size() < 2) {
            return;
        }
        page.section("curve", "The way to the optimum").add("<div class=\"plots\">\n");
        if (learned.sampled) {
            plot("gradient", "Size of the sampled gradient in units of the curvature", "size",
                    LinePlot.Scale.LINEAR_LOG, values);
        } else {
            plot("objective", "Objective after each step", "objective", LinePlot.Scale.LINEAR, values);
            double best = values.stream().mapToDouble(x -> x).max().orElseThrow();
            double rounding = ROUNDING * Math.max(1, Math.abs(best));
            plot("gap", "Distance to the best value", "best − objective", LinePlot.Scale.LINEAR_LOG,
                    values.stream().map(value -> best - value > rounding ? best - value : 0).toList());
        }
        page.add("</div>\n</section>\n");
    }

    /** A plot over steps; on a logarithmic axis, of the positive values. */
    private void plot(String name, String caption, String label, LinePlot.Scale scale, List<Double> values) {
        List<LinePlot.Point> points = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (Double.isFinite(values.get(i)) && (scale == LinePlot.Scale.LINEAR || values.get(i) > 0)) {
                points.add(LinePlot.Point.of(i, values.get(i)));
            }
        }
        if (points.size() > 1) {
            page.plot(name, caption, new LinePlot(caption, "steps", label, scale,
                    List.of(new LinePlot.Series(label, SeriesStyle.of(1), points))));
        }
    }

    private void parameters() {
        List<Parameter> listed = learned.parameters.stream().limit(LISTED).toList();
        boolean expected = listed.stream().anyMatch(one -> !Double.isNaN(one.expected));
        page.section("parameters", "Parameters").add("<p>" + (learned.parameters.size() > LISTED ? "The first "
                + LISTED + " of " + learned.parameters.size() + "; all are in " : "Also in ")
                + "<a href=\"parameters.csv\">parameters.csv</a>. Intervals are 95%, from the curvature of the "
                + "objective" + (expected ? "; at the optimum of a likelihood, counts in the data and expected ones "
                + "agree, but for the prior and ties" : "") + ".</p>\n");
        double low = listed.stream().mapToDouble(one -> one.value - half(one)).filter(Double::isFinite).min().orElse(0);
        double high = listed.stream().mapToDouble(one -> one.value + half(one)).filter(Double::isFinite).max()
                .orElse(0);
        List<String> headings = new ArrayList<>(List.of(learned.quantity.equals("weight") ? "Formula" : "Entry",
                capitalised(learned.quantity), "Standard error", "95% interval", "In the data"));
        if (expected) {
            headings.add("Expected");
        }
        headings.add("");
        page.table(headings.toArray(String[]::new));
        for (Parameter one : listed) {
            List<String> cells = new ArrayList<>(List.of(String.format(Locale.ROOT, "%.6f", one.value),
                    known(one.error), interval(one, Math.min(low, 0), Math.max(high, 0)), count(one.data)));
            if (expected) {
                cells.add(count(one.expected));
            }
            cells.add(escape(one.note));
            page.row(escape(one.name), cells);
        }
        page.endTable().add("</section>\n");
    }

    private static double half(Parameter one) {
        return Double.isFinite(one.error) ? INTERVAL * one.error : 0;
    }

    private static String interval(Parameter one, double low, double high) {
        if (!Double.isFinite(one.value) || !(high > low)) {
            return "";
        }
        double scale = (WIDTH - 8) / (high - low);
        double zero = 4 - low * scale;
        double at = 4 + (one.value - low) * scale;
        return String.format(Locale.ROOT, "<svg class=\"interval\" role=\"img\" aria-label=\"%.3f to %.3f\" "
                + "width=\"%.0f\" height=\"%.0f\"><path d=\"M%.1f 0v%.0f\" stroke=\"currentColor\" "
                + "stroke-opacity=\".3\"/><path d=\"M%.1f 7H%.1f\" "
                + "stroke=\"currentColor\"/><circle cx=\"%.1f\" cy=\"7\" r=\"3\" "
                + "fill=\"currentColor\"/></svg>", one.value - half(one), one.value + half(one), WIDTH, HEIGHT, zero,
                HEIGHT, at - half(one) * scale, at + half(one) * scale, at);
    }

    private static String known(double value) {
        return Double.isNaN(value) ? "–" : Double.isInfinite(value) ? "∞" : number(value);
    }

    private static String count(double value) {
        return Double.isNaN(value) ? "–" : value == Math.rint(value) ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%,.3f", value);
    }

    private void data(Path folder) throws IOException {
        DataFile.csv(folder.resolve("parameters.csv"), "name,value,error,data,expected,note", csv -> {
            for (Parameter one : learned.parameters) {
                csv.printRecord(one.name, one.value, blank(one.error), blank(one.data), blank(one.expected), one.note);
            }
        });
        DataFile.csv(folder.resolve("curve.csv"), learned.sampled ? "step,gradient_size" : "step,objective", csv -> {
            for (int i = 0; i < learned.curve.size(); i++) {
                csv.printRecord(i, learned.curve.get(i));
            }
        });
        DataFile.json(folder.resolve("manifest.json"), manifest);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("manifest", manifest);
        all.put("objective", learned.objective);
        all.put("method", learned.method);
        all.put("converged", learned.converged);
        all.put("sampled", learned.sampled);
        all.put("steps", learned.steps);
        all.put("gradient", finite(learned.gradient));
        all.put("parameters", learned.free.get(0));
        all.put("classes", learned.free.get(1));
        Map<String, Object> likelihoods = new LinkedHashMap<>();
        learned.likelihoods.forEach((name, value) -> likelihoods.put(name,
                value.isPresent() ? finite(value.getAsDouble()) : null));
        all.put("likelihoods", likelihoods);
        all.put("remarks", learned.remarks);
        all.put("seconds", learned.seconds);
        DataFile.json(folder.resolve("results.json"), all);
    }

    /** JSON has no NaN. */
    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static Object blank(double value) {
        return Double.isNaN(value) ? "" : value;
    }
}
