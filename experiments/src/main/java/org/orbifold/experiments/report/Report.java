package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.number;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Method.Origin;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Methods;
import org.orbifold.experiments.convergence.Published;
import org.orbifold.experiments.convergence.Statistics;
import org.orbifold.experiments.convergence.Statistics.Interval;
import org.orbifold.mcmc.InferenceResult.SymmetryUse;
import org.orbifold.pgm.io.WholeFile;

/** Writes the report of finished figures: {@code index.html}, which needs no other file, and every number beside it. */
public final class Report {

    private final StringBuilder page = new StringBuilder();
    private final List<Figure.Result> figures;
    private final List<Claims.Claim> claims;
    private final Manifest manifest;
    private final Map<String, List<Published>> published;

    private Report(List<Figure.Result> figures, Map<String, List<Published>> published, Manifest manifest) {
        this.published = published;
        this.figures = figures;
        this.claims = Claims.of(figures);
        this.manifest = manifest;
    }

    /**
     * Writes a report.
     *
     * @param folder    where to
     * @param figures   finished figures
     * @param published curves to be drawn beside them, by the figure's identity
     * @param manifest  where they come from
     * @throws IOException              if a file cannot be written
     * @throws IllegalArgumentException if a method of a figure has no data
     */
    public static void write(Path folder, List<Figure.Result> figures, Map<String, List<Published>> published,
            Manifest manifest) throws IOException {
        for (Figure.Result figure : figures) {
            for (MethodResult result : figure.results()) {
                if (result.overTime().isEmpty() || result.overSamples().isEmpty()) {
                    throw new IllegalArgumentException(figure.figure().title() + ": " + result.method().label()
                            + " has no point that all its runs reached; give more seconds");
                }
            }
        }
        Files.createDirectories(folder);
        Report report = new Report(figures, published, manifest);
        DataFiles.write(folder, figures, report.claims, manifest);
        String html = report.html();
        WholeFile.write(folder.resolve("index.html"), out -> out.append(html));
    }

    private String html() throws IOException {
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                + "<title>Orbifold: the evaluation</title>\n<style>\n").append(resource("report.css"))
                .append("</style>\n</head>\n<body>\n<main>\n");
        summary();
        figures.forEach(this::figure);
        again();
        page.append("</main>\n<div id=\"tip\" role=\"status\"></div>\n<script>\n").append(resource("report.js"))
                .append("</script>\n</body>\n</html>\n");
        return page.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Report.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void summary() {
        page.append("<h1>Orbifold: the evaluation</h1>\n<p>").append(figures.size()).append(figures.size() == 1
                ? " figure, " : " figures, ")
                .append(manifest.settings().runs()).append(" runs of each method, ")
                .append(number(manifest.settings().seconds())).append(" s each, seed ")
                .append(manifest.settings().seed()).append(". KL is Σ p̂ log(p̂/p) averaged over variables, against "
                        + "the "
                + "true marginals; less is better. Times are processor seconds of one thread and include finding the "
                + "symmetries. Bands and intervals are 95%.</p>\n");
        page.append("<h2>What came out</h2>\n<p>How many times lower than vanilla Gibbs with counting the KL is: ratio "
                + "of "
                + "geometric means over runs, with its 95% interval. “Paper” is BV-MCMC run as the paper's release "
                + "runs "
                + "it, at equal numbers of samples and at equal time; “Orbifold” is all of this library's parts "
                + "together, "
                + "at equal time.</p>\n<div class=\"scroll\"><table>\n<thead><tr><th>Figure</th><th>Paper's BV, equal "
                + "samples</th><th>Paper's BV, equal time</th><th>Orbifold, equal time</th><th>The best, equal "
                + "time</th></tr></thead>\n<tbody>\n");
        for (Figure.Result figure : figures) {
            List<Claims.Claim> own = claims.stream().filter(c -> c.figure().equals(figure.figure().id())).toList();
            if (own.isEmpty()) {
                continue;
            }
            page.append("<tr><th scope=\"row\"><a href=\"#").append(figure.figure().id()).append("\">")
                    .append(escape(figure.figure().title())).append("</a></th>");
            cell(own, c -> c.text().startsWith("BV(") && c.text().contains("equal samples"));
            cell(own, c -> c.text().startsWith("BV(") && c.text().contains("equal time"));
            cell(own, c -> c.text().startsWith("Orbifold") && c.text().contains("equal time"));
            best(own);
            page.append("</tr>\n");
        }
        page.append("</tbody></table></div>\n");
    }

    private void cell(List<Claims.Claim> own, Predicate<Claims.Claim> which) {
        Claims.Claim claim = own.stream().filter(which).findFirst().orElse(null);
        page.append("<td>").append(claim == null ? "–" : ratio(claim.ratio()) + "<br/><small>" + claim.verdict()
                + "</small>").append("</td>");
    }

    private void best(List<Claims.Claim> own) {
        Claims.Claim best = own.stream().filter(c -> c.text().contains("equal time"))
                .reduce((a, b) -> b.ratio().value() > a.ratio().value() ? b : a).orElse(null);
        page.append("<td>").append(best == null ? "–" : ratio(best.ratio()) + "<br/><small>" + escape(best.text())
                + "</small>").append("</td>");
    }

    private static String ratio(Interval ratio) {
        return "<b>" + number(ratio.value()) + "×</b> <small>[" + number(ratio.low()) + ", " + number(ratio.high())
                + "]</small>";
    }

    private void figure(Figure.Result figure) {
        page.append("<section id=\"").append(figure.figure().id()).append("\">\n<h2>")
                .append(escape(figure.figure().title())).append("</h2>\n<p>").append(escape(figure.figure().note()))
                .append(" ").append(figure.problem().model().variableCount()).append(" variables, ")
                .append(figure.problem().model().features().size()).append(" features. Truth: ")
                .append(escape(figure.problem().truth().method()));
        if (figure.problem().truth().error() > 0) {
            double error = figure.problem().truth().error();
            page.append(", largest standard error ").append(number(error)).append(" (a floor under KL near ")
                    .append(number(2 * error * error)).append(")");
        }
        page.append(".</p>\n");
        boolean ours = figure.results().stream().anyMatch(r -> r.method().origin() != Origin.PAPER);
        page.append("<div class=\"plots\">\n");
        plot(figure, ours ? "The paper's chains, over time" : "Over time", "seconds",
                r -> r.method().origin() == Origin.PAPER, MethodResult::overTime, MethodResult.Point::seconds);
        if (ours) {
            plot(figure, "Part by part, over time", "seconds", r -> r.method().origin() != Origin.PAPER
                    || r.method().id().equals(Methods.VANILLA), MethodResult::overTime, MethodResult.Point::seconds);
        }
        plot(figure, "All, over samples", "samples", r -> true, MethodResult::overSamples, MethodResult.Point::samples);
        page.append("</div>\n");
        agreement(figure);
        table(figure);
        kinds(figure);
        symmetries(figure);
        page.append("</section>\n");
    }

    private void plot(Figure.Result figure, String title, String x, Predicate<MethodResult> which,
            Function<MethodResult, List<MethodResult.Point>> points, ToDoubleFunction<MethodResult.Point> place) {
        List<LinePlot.Series> series = new ArrayList<>();
        StringBuilder legend = new StringBuilder();
        for (int i = 0; i < figure.results().size(); i++) {
            MethodResult result = figure.results().get(i);
            if (which.test(result)) {
                series.add(new LinePlot.Series(result.method().label(), i, points.apply(result).stream()
                        .map(p -> new LinePlot.Point(place.applyAsDouble(p), Math.max(Statistics.FLOOR, p.kl().value()),
                                p.kl().low(), p.kl().high())).toList()));
                legend.append("<li>").append(LinePlot.swatch(i)).append(escape(result.method().label()))
                        .append("</li>");
            }
        }
        if (which.test(figure.results().get(0))) {
            addPublished(figure, x, series, legend);
        }
        page.append("<figure>\n<figcaption>").append(escape(title)).append("</figcaption>\n")
                .append(new LinePlot(figure.figure().title() + ": " + title, x, "KL", series).svg())
                .append("<ul class=\"legend\">").append(legend).append("</ul>\n</figure>\n");
    }

    /** Published curves take the styles after those of our methods. */
    private void addPublished(Figure.Result figure, String x, List<LinePlot.Series> series, StringBuilder legend) {
        int style = figure.results().size();
        for (Published curve : published.getOrDefault(figure.figure().id(), List.of())) {
            series.add(new LinePlot.Series(curve.label(), style, curve.points().stream().map(p -> new LinePlot.Point(
                    x.equals("seconds") ? p.seconds() : p.samples(), p.kl(), p.kl() - p.twoErrors(),
                    p.kl() + p.twoErrors())).toList()));
            legend.append("<li>").append(LinePlot.swatch(style++)).append(escape(curve.label())).append("</li>");
        }
    }

    private void agreement(Figure.Result figure) {
        List<Published> curves = published.getOrDefault(figure.figure().id(), List.of());
        if (curves.isEmpty()) {
            return;
        }
        page.append("<h3>Agreement with the published files</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th>Method"
                + "</th><th>Samples</th><th>Ours</th><th>Published</th><th>Ours over published</th></tr></thead>\n"
                + "<tbody>\n");
        for (Published curve : curves) {
            MethodResult ours = figure.of(curve.method()).orElseThrow();
            for (long samples : new long[] {9_000, 99_000}) {
                double[] values = ours.atSamples(samples);
                Published.Point point = curve.at(samples).orElse(null);
                page.append("<tr><th scope=\"row\">").append(escape(ours.method().label())).append("</th><td>")
                        .append(number(samples)).append("</td><td>")
                        .append(values.length == 0 ? "not reached" : interval(values)).append("</td><td>")
                        .append(point == null ? "–" : number(point.kl()) + " <small>±&#160;" + number(point.twoErrors())
                                + "</small>").append("</td><td>").append(point == null || values.length == 0 ? "–"
                                : number(Statistics.mean(values).value() / point.kl())).append("</td></tr>\n");
            }
        }
        page.append("</tbody></table></div>\n");
    }

    private void table(Figure.Result figure) {
        Double time = figure.lastCommonTime().orElse(null);
        Long samples = figure.lastCommonSamples().orElse(null);
        page.append("<h3>Methods</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th>Method</th><th>Finding "
                + "symmetries, s "
                + "(cold)</th><th>Samples per second</th><th>KL at ").append(time == null ? "no common time"
                : number(time) + " s").append("</th><th>Vanilla's KL over it</th><th>KL at ")
                .append(samples == null ? "no common number of samples" : number(samples) + " samples")
                .append("</th></tr></thead>\n<tbody>\n");
        MethodResult vanilla = figure.of(Methods.VANILLA).orElse(null);
        for (MethodResult r : figure.results()) {
            page.append("<tr><th scope=\"row\" title=\"").append(escape(r.method().description())).append("\">")
                    .append(escape(r.method().label())).append(r.discovery().alpha() > 0
                    && r.method().id().equals(Methods.COMPLETE) ? " = " + number(r.discovery().alpha()) : "")
                    .append("</th><td>").append(number(r.discovery().seconds())).append(" <small>(")
                    .append(number(r.discovery().coldSeconds())).append(")</small></td><td>")
                    .append(number(r.samplesPerSecond())).append("</td><td>")
                    .append(time == null ? "–" : interval(r.atTime(time))).append("</td><td>")
                    .append(time == null || vanilla == null || r == vanilla ? "–"
                            : ratio(Statistics.ratio(vanilla.atTime(time), r.atTime(time)))).append("</td><td>")
                    .append(samples == null ? "–" : interval(r.atSamples(samples))).append("</td></tr>\n");
        }
        page.append("</tbody></table></div>\n");
    }

    private static String interval(double[] values) {
        Interval mean = Statistics.mean(values);
        return number(mean.value()) + " <small>±&#160;" + number(mean.high() - mean.value()) + "</small>";
    }

    private void kinds(Figure.Result figure) {
        List<String> kinds = figure.problem().kindNames();
        Long samples = figure.lastCommonSamples().orElse(null);
        if (kinds.size() < 2 || samples == null) {
            return;
        }
        page.append("<details><summary>KL by kind of variable, at ").append(number(samples)).append(" "
                + "samples</summary>\n"
                + "<div class=\"scroll\"><table>\n<thead><tr><th>Method</th>");
        kinds.forEach(kind -> page.append("<th>").append(escape(kind)).append("</th>"));
        page.append("</tr></thead>\n<tbody>\n");
        for (MethodResult r : figure.results()) {
            page.append("<tr><th scope=\"row\">").append(escape(r.method().label())).append("</th>");
            for (int k = 0; k < kinds.size(); k++) {
                page.append("<td>").append(number(r.ofKindAtSamples(samples, k).orElseThrow())).append("</td>");
            }
            page.append("</tr>\n");
        }
        page.append("</tbody></table></div></details>\n");
    }

    private void symmetries(Figure.Result figure) {
        page.append("<details><summary>Symmetries</summary>\n<div class=\"scroll\"><table>\n<thead><tr><th>Method</th>"
                + "<th>Partitions</th><th>Blocks</th><th>Largest order</th><th>Orbits of "
                + "pairs</th></tr></thead>\n<tbody>\n");
        for (MethodResult r : figure.results()) {
            List<SymmetryUse> uses = r.discovery().symmetries();
            if (!uses.isEmpty()) {
                SymmetryUse best = uses.stream().reduce((a, b) -> b.log10Order() > a.log10Order() ? b
                        : a).orElseThrow();
                page.append("<tr><th scope=\"row\">").append(escape(r.method().label())).append("</th><td>")
                        .append(uses.size()).append("</td><td>").append(best.blocks()).append("</td><td>")
                        .append(best.log10Order() < 6 ? String.valueOf(Math.round(Math.pow(10, best.log10Order())))
                                : String.format(Locale.ROOT, "10<sup>%.1f</sup>", best.log10Order()))
                        .append("</td><td>").append(best.orbits()).append(" of ").append(best.pairs())
                        .append("</td></tr>\n");
            }
        }
        page.append("</tbody></table></div></details>\n");
    }

    private void again() {
        page.append("<section id=\"again\">\n<h2>How to run it again</h2>\n<pre>orbifold ")
                .append(escape(String.join(" ", manifest.command()))).append("</pre>\n<p>Or <code>./gradlew "
                        + "reproduce</code> "
                + "(quick) and <code>./gradlew reproduceFull</code>. At equal numbers of samples the same seed gives "
                + "the "
                + "same numbers; times differ. Version ").append(escape(manifest.version())).append(", code ")
                .append(manifest.code()).append(", ").append(escape(manifest.java())).append(", ")
                .append(escape(manifest.system())).append(", ").append(escape(manifest.machine())).append(", ")
                .append(manifest.written()).append(".</p>\n<p>Every number: ");
        for (String file : List.of("summary.csv", "curves.csv", "runs.csv", "methods.csv", "symmetries.csv",
                "results.json", "manifest.json")) {
            page.append("<a href=\"").append(file).append("\">").append(file).append("</a> ");
        }
        page.append("</p>\n</section>\n");
    }
}
