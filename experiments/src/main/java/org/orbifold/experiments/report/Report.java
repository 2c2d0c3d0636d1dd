package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Method.Origin;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Methods;
import org.orbifold.experiments.convergence.Published;
import org.orbifold.experiments.convergence.Settings;

/** Writes the report of finished figures: {@code index.html}, which needs no other file, and every number beside it. */
public final class Report {

    private static final List<String> FILES = List.of("summary.csv", "curves.csv", "runs.csv", "methods.csv",
            "symmetries.csv", "results.json", "manifest.json");
    /** Convergence of chains that mix in their time; one that stays in one of a few modes is far above it. */
    private static final double CONVERGED = 0.02;

    private final Page page;
    private final List<Figure.Result> figures;
    private final List<Claims.Claim> claims;
    private final Manifest<Settings> manifest;

    private Report(String title, List<Figure.Result> figures, Manifest<Settings> manifest) {
        this.page = new Page(title);
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
            Manifest<Settings> manifest) throws IOException {
        requirePoints(figures);
        Files.createDirectories(folder);
        Report report = new Report("Orbifold: the evaluation", figures, manifest);
        DataFiles.write(folder, figures, published, report.claims, manifest);
        report.header();
        DomainPictures.write(folder, report.page, figures);
        report.cards();
        report.summary();
        report.findings();
        report.partsOverview();
        figures.forEach(figure -> new FigureSection(report.page, figure, report.claims,
                published.getOrDefault(figure.figure().id(), List.of())).write());
        GrowthSection.write(report.page, figures);
        report.page.provenance(manifest, FILES).write(folder);
    }

    private static void requirePoints(List<Figure.Result> figures) {
        for (Figure.Result figure : figures) {
            for (MethodResult result : figure.results()) {
                if (result.overTime().isEmpty() || result.overSamples().isEmpty()) {
                    throw new IllegalArgumentException(figure.figure().title() + ": " + result.method().label()
                            + " has no point that all its runs reached; give more seconds");
                }
            }
        }
    }

    /**
     * Writes the report of a comparison on one model.
     *
     * @param folder   where to
     * @param figure   the finished comparison
     * @param manifest where it comes from
     * @throws IOException              if a file cannot be written
     * @throws IllegalArgumentException if a method has no data
     */
    public static void writeComparison(Path folder, Figure.Result figure, Manifest<Settings> manifest)
            throws IOException {
        requirePoints(List.of(figure));
        Files.createDirectories(folder);
        Report report = new Report("Orbifold: chains on " + figure.figure().title(), List.of(figure), manifest);
        DataFiles.write(folder, List.of(figure), Map.of(), report.claims, manifest);
        report.page.add("<header><h1>Chains compared</h1>\n<p class=\"lead\">" + report.best() + "</p>\n<dl "
                + "class=\"facts\">");
        report.facts();
        report.page.add("<fieldset id=\"methods\"><legend>Methods in all charts</legend></fieldset></header>\n");
        new FigureSection(report.page, figure, report.claims, List.of()).writeOwn();
        report.page.provenance(manifest, FILES).write(folder);
    }

    /** The best method of the one figure beside its reference, in a sentence; what its truth is worth comes first. */
    private String best() {
        Figure.Result figure = figures.get(0);
        String reference = figure.reference().method().id();
        String warning = figure.problem().truth().error() > 0 ? "<b>The truth is an estimate</b>: distances below a KL "
                + "of about " + number(2 * Math.pow(figure.problem().truth().error(), 2)) + " mean nothing. " : "";
        return warning + claims.stream().filter(c -> c.reference().equals(reference) && c.at() == Claims.At.TIME)
                .reduce((a, b) -> b.ratio().value() > a.ratio().value() ? b : a)
                .map(c -> "The lowest KL at equal time is that of <b>" + escape(c.label()) + "</b>: "
                        + (c.isExact() ? "it is exact up to rounding, at " + c.placeText() : c.markup()
                        + " lower than " + escape(figure.reference().method().label()) + "'s at " + c.placeText()
                        + " (" + c.verdict() + ")") + ".")
                .orElse("One method, compared with the truth only.");
    }

    private void header() {
        page.add("<header><h1>Orbifold: the evaluation</h1>\n<p class=\"lead\">" + Headline.of(figures, claims)
                + "</p>\n<p>Block-value symmetries in probabilistic graphical "
                + "models: the paper's experiments run again with true marginals, strong baselines, and this library's "
                + "own parts one by one.</p>\n<dl class=\"facts\">");
        page.fact("Figures", String.valueOf(figures.size()));
        facts();
        page.add("<nav aria-label=\"Figures\">");
        figures.forEach(f -> page.add("<a href=\"#" + f.figure().id() + "\">" + escape(f.figure().title())
                + "</a> "));
        page.add("</nav>\n<fieldset id=\"methods\"><legend>Methods in all charts</legend></fieldset></header>\n");
    }

    /** The settings, and how numbers are to be read. */
    private void facts() {
        page.fact("Runs of each method", String.valueOf(manifest.settings().runs()));
        page.fact("Seconds of each run", number(manifest.settings().seconds()) + " or more");
        page.fact("Seed", String.valueOf(manifest.settings().seed()));
        page.fact("Version", manifest.version());
        page.add("</dl>\n<p class=\"hint\">KL is Σ p̂ log(p̂/p) averaged over variables, against the true marginals; "
                + "less is better. Times are processor seconds of one thread and include finding the symmetries. Bands "
                + "and intervals are 95%. Drag over a chart to zoom, double-click to see all of it; names in a legend "
                + "can be switched off.</p>\n");
    }

    private Optional<Claims.Claim> claim(Figure.Result figure, Predicate<Claims.Claim> which) {
        return claims.stream().filter(c -> c.figure().equals(figure.figure().id())).filter(which).findFirst();
    }

    private static Predicate<Claims.Claim> vanillaAgainst(Predicate<String> method, Claims.At at) {
        return c -> c.reference().equals(Methods.VANILLA) && method.test(c.method()) && c.at() == at;
    }

    private static boolean isPaperBv(String method) {
        return method.startsWith("bv-") && !method.startsWith("bv-cover");
    }

    /** The complete method against vanilla, large. */
    private void cards() {
        page.add("<div class=\"cards\">\n");
        for (Figure.Result figure : figures) {
            claim(figure, vanillaAgainst(Methods.COMPLETE::equals, Claims.At.TIME)).ifPresent(c -> page.add(
                    "<a class=\"card " + c.verdict().replace(' ', '-') + "\" href=\"#" + c.figure() + "\"><span>"
                            + escape(figure.figure().title()) + "</span>" + large(c) + "</a>\n"));
        }
        page.add("</div>\n");
    }

    private static String large(Claims.Claim c) {
        if (c.isExact()) {
            return "<strong>exact</strong><small>up to rounding, at " + c.placeText() + "</small>";
        }
        return "<strong>" + number(c.ratio().value()) + "×</strong><small>" + (c.ratio().low() > 1
                ? "lower KL than vanilla Gibbs at " : "vanilla Gibbs over Orbifold at ") + c.placeText()
                + "<br/>95%: " + number(c.ratio().low()) + " to " + number(c.ratio().high()) + "</small>";
    }

    private void summary() {
        page.section("summary", "What came out").add("<p>How many times lower than vanilla Gibbs with counting the KL "
                + "is (or than VV's): ratio of geometric means over runs, with its 95% interval. “Paper” is BV-MCMC "
                + "run as the paper's release runs it; “Orbifold” is this library's default, all parts "
                + "together.</p>\n");
        page.table("Figure", "Paper's BV, equal samples", "Paper's BV against VV, equal samples",
                "Paper's BV, equal time", "Orbifold, equal time", "The best, equal time");
        for (Figure.Result figure : figures) {
            if (figure.of(Methods.VANILLA).isPresent() && claim(figure, c -> true).isPresent()) {
                page.row("<a href=\"#" + figure.figure().id() + "\">" + escape(figure.figure().title()) + "</a>",
                        List.of(cell(claim(figure, vanillaAgainst(Report::isPaperBv, Claims.At.SAMPLES))),
                                cell(claim(figure, c -> c.reference().equals("vv"))),
                                cell(claim(figure, vanillaAgainst(Report::isPaperBv, Claims.At.TIME))),
                                cell(claim(figure, vanillaAgainst(Methods.COMPLETE::equals, Claims.At.TIME))),
                                best(figure)));
            }
        }
        page.endTable();
    }

    private static String cell(Optional<Claims.Claim> claim) {
        return claim.map(c -> c.markup() + "<br/><small>" + c.verdict() + ", at " + c.placeText()
                + "</small>").orElse("–");
    }

    private String best(Figure.Result figure) {
        return claims.stream().filter(c -> c.figure().equals(figure.figure().id()))
                .filter(vanillaAgainst(method -> true, Claims.At.TIME))
                .reduce((a, b) -> b.ratio().value() > a.ratio().value() ? b : a)
                .map(c -> c.markup() + "<br/><small>" + escape(c.label()) + ", at " + c.placeText()
                        + "</small>").orElse("–");
    }

    /** Sentences that the numbers decide. */
    private void findings() {
        page.add("<ul class=\"findings\">\n");
        for (Figure.Result figure : figures) {
            String link = "<a href=\"#" + figure.figure().id() + "\">" + escape(figure.figure().title()) + "</a>";
            if (figure.figure().id().startsWith("potts")) {
                figure.lastCommonTime().ifPresent(time -> page.add("<li>" + link + ": of the paper's chains, "
                        + converged(figure, time) + " below a KL of " + number(CONVERGED) + " in all runs.</li>\n"));
            }
            if (figure.figure().id().startsWith("control")) {
                claim(figure, vanillaAgainst("gibbs-orbit"::equals, Claims.At.TIME))
                        .ifPresent(c -> page.add("<li>" + link + ": averages over orbits bring "
                                + c.markup() + ", " + c.verdict()
                                + ": there is no symmetry to be used.</li>\n"));
            }
        }
        page.add("</ul>\n");
    }

    private static String converged(Figure.Result figure, double time) {
        List<String> names = figure.results().stream()
                .filter(r -> r.method().origin() == Origin.PAPER)
                .filter(r -> Arrays.stream(r.atTime(time)).allMatch(kl -> kl < CONVERGED))
                .map(r -> escape(r.method().label())).toList();
        return names.isEmpty() ? "none comes" : names.size() == 1 ? "only " + names.get(0) + " comes"
                : String.join(" and ", names) + " come";
    }

    private void partsOverview() {
        List<Figure.Result> own = figures.stream().filter(f -> f.of(Methods.COMPLETE).isPresent()
                && f.of("block-conditional").isPresent()).toList();
        if (!own.isEmpty()) {
            page.add("<h3 id=\"parts\">What each part brings</h3>\n<p>Each column is a step from the method before to "
                    + "the one with that part, KL lower by this factor at equal time; below 1 the part does not pay. "
                    + "The first four multiply to what Orbifold gains.</p>\n");
            page.table(Stream.concat(Stream.of("Figure"),
                    Claims.PARTS.stream().map(part -> escape(part.name()))).toArray(String[]::new));
            for (Figure.Result figure : own) {
                page.row("<a href=\"#" + figure.figure().id() + "\">" + escape(figure.figure().title()) + "</a>",
                        Claims.PARTS.stream().map(part -> claim(figure, c -> c.reference().equals(part.before())
                                && c.method().equals(part.after()) && c.at() == Claims.At.TIME)
                                .map(c -> c.markup()).orElse("–")).toList());
            }
            page.endTable();
        }
        page.add("</section>\n");
    }
}
