package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Method.Origin;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Methods;
import org.orbifold.experiments.convergence.Published;
import org.orbifold.experiments.convergence.Statistics;
import org.orbifold.inference.ChainChoice.SymmetryUse;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferencePlan;
import org.orbifold.inference.Route;

/** One figure on the page: its plots, tables and symmetries. */
final class FigureSection {

    private static final long[] PUBLISHED_SAMPLES = {9_000, 99_000};
    /** What a figure comes down to, for a picture that stands alone. */
    private static final Set<String> HEADLINE = Set.of(Methods.VANILLA, "vv", "gibbs-conditional", Methods.COMPLETE);

    private final Page page;
    private final Figure.Result figure;
    private final List<Claims.Claim> claims;
    private final List<Published> published;

    FigureSection(Page page, Figure.Result figure, List<Claims.Claim> claims, List<Published> published) {
        this.page = page;
        this.figure = figure;
        this.claims = claims.stream().filter(c -> c.figure().equals(figure.figure().id())).toList();
        this.published = published;
    }

    /** With a link to the page of a small model of the domain, if the figure is about one. */
    void write() {
        write(DomainPictures.of(figure.figure().id()).map(DomainPictures::link));
    }

    /** Without the link: the model is the caller's own. */
    void writeOwn() {
        write(Optional.empty());
    }

    private void write(Optional<String> domain) {
        page.section(figure.figure().id(), figure.figure().title());
        intro(domain);
        boolean ours = figure.results().stream().anyMatch(r -> r.method().origin() != Origin.PAPER);
        boolean paper = figure.results().stream().filter(r -> r.method().origin() == Origin.PAPER).count() > 1;
        page.add("<div class=\"plots\">\n");
        if (paper) {
            plot("paper-time", "The paper's chains, over time", true, r -> r.method().origin() == Origin.PAPER);
        }
        if (ours) {
            plot("parts-time", "Part by part, over time", true, r -> r.method().origin() != Origin.PAPER
                    || r.method().id().equals(Methods.VANILLA));
        }
        plot("samples", "All, over samples", false, r -> true);
        page.picture(figure.figure().id(), new LinePlot(figure.figure().title(), "seconds, finding symmetries included",
                "KL to the true marginals", series(true, r -> HEADLINE.contains(r.method().id())
                        || Claims.isPaperBv(r))));
        ratios();
        page.add("</div>\n");
        agreement();
        methods();
        memory();
        parts();
        kinds();
        symmetries();
        page.add("</section>\n");
    }

    private void intro(Optional<String> domain) {
        page.add("<p>").text(figure.figure().note()).add(String.format(Locale.ROOT,
                " %,d variables, %,d features. Truth: ", figure.problem().model().variableCount(),
                figure.problem().model().features().size()))
                .text(figure.problem().truth().method());
        double error = figure.problem().truth().error();
        if (error > 0) {
            page.add(", largest standard error " + number(error) + " (a floor under KL near "
                    + number(2 * error * error) + ")");
        }
        page.add(".</p>\n");
        domain.ifPresent(link -> page.add("<p><a href=\"" + link
                + "\">Look at a small model of this domain</a>.</p>\n"));
        route();
    }

    /** The evaluation compares samplers; this is what the planner would do instead. */
    private void route() {
        // Routes are asked for, not the best chain, so that no trials are made.
        Inference inference = Inference.on(figure.problem().model()).withOptions(InferenceOptions.defaults()
                .withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.COUNTS));
        InferencePlan plan = inference.plan();
        page.add("<p>All methods here sample. <code>infer</code> would answer by these routes: ");
        page.text(plan.parts().stream().map(InferencePlan.Part::toString).collect(Collectors.joining("; ")));
        if (!plan.isExact()) {
            page.add(". An exact answer would take: ").text(inference.withOptions(InferenceOptions.defaults()
                    .withRoute(Route.EXACT)).plan().parts().stream().map(InferencePlan.Part::toString)
                    .collect(Collectors.joining("; ")));
        }
        page.add(".</p>\n");
    }

    private List<LinePlot.Series> series(boolean time, Predicate<MethodResult> which) {
        List<LinePlot.Series> series = new ArrayList<>();
        for (int i = 0; i < figure.results().size(); i++) {
            MethodResult result = figure.results().get(i);
            if (which.test(result)) {
                series.add(new LinePlot.Series(result.method().label(), SeriesStyle.of(i),
                        (time ? result.overTime() : result.overSamples()).stream()
                                .map(p -> new LinePlot.Point(time ? p.seconds() : p.samples(),
                                        Math.max(Statistics.FLOOR, p.kl().value()), p.kl().low(), p.kl().high()))
                                .toList()));
            }
        }
        return series;
    }

    private void plot(String name, String caption, boolean time, Predicate<MethodResult> which) {
        List<LinePlot.Series> series = series(time, which);
        if (!name.startsWith("parts")) {
            published.forEach(curve -> series.add(publishedSeries(curve, time)));
        }
        page.plot(figure.figure().id() + "-" + name, caption, new LinePlot(figure.figure().title() + ": " + caption,
                time ? "seconds" : "samples", "KL", series));
    }

    /** A published curve has the colour of the method of ours that runs the same. */
    private LinePlot.Series publishedSeries(Published curve, boolean time) {
        int style = 0;
        for (int i = 0; i < figure.results().size(); i++) {
            style = figure.results().get(i).method().id().equals(curve.method()) ? i : style;
        }
        return new LinePlot.Series(curve.label(), SeriesStyle.of(style).measuredElsewhere(), curve.points().stream()
                .map(p -> new LinePlot.Point(time ? p.seconds() : p.samples(), p.kl(), p.kl() - p.twoErrors(),
                        p.kl() + p.twoErrors())).toList());
    }

    private void ratios() {
        List<RatioChart.Row> rows = new ArrayList<>();
        for (int i = 0; i < figure.results().size(); i++) {
            MethodResult result = figure.results().get(i);
            int style = i;
            claim(figure.reference().method().id(), result.method().id(), Claims.At.TIME).ifPresent(c ->
                    rows.add(new RatioChart.Row(result.method().label(), SeriesStyle.of(style), c)));
        }
        if (!rows.isEmpty()) {
            String reference = figure.reference().method().label();
            page.ratios("KL of " + reference + " over the method's, at the last time that both reached; right of 1 is "
                    + "better", new RatioChart(figure.figure().title() + ": ratios to " + reference
                    + " at equal time, with 95% intervals", rows));
        }
    }

    private Optional<Claims.Claim> claim(String reference, String method, Claims.At at) {
        return claims.stream().filter(c -> c.reference().equals(reference) && c.method().equals(method)
                && c.at() == at).findFirst();
    }

    private void agreement() {
        if (published.isEmpty() || !figure.figure().id().startsWith("release")) {
            return;
        }
        page.add("<h3>Agreement with the published files</h3>\n").table("Method", "Samples", "Ours", "Published",
                "Ours over published");
        for (Published curve : published) {
            MethodResult ours = figure.of(curve.method()).orElseThrow();
            for (long samples : PUBLISHED_SAMPLES) {
                double[] values = ours.atSamples(samples);
                Published.Point point = curve.at(samples).orElse(null);
                page.row(escape(ours.method().label()), List.of(number(samples),
                        values.length == 0 ? "not reached" : Page.mean(values),
                        point == null ? "–" : number(point.kl()) + " <small>±&#160;" + number(point.twoErrors())
                                + "</small>",
                        point == null || values.length == 0 ? "–"
                                : number(Statistics.mean(values).value() / point.kl())));
            }
        }
        page.endTable();
    }

    private void methods() {
        Double time = figure.lastCommonTime().orElse(null);
        Long samples = figure.lastCommonSamples().orElse(null);
        page.add("<h3>Methods</h3>\n").table("Method", "Finding symmetries, s <small>(cold)</small>",
                "Samples per second", time == null ? "KL: no common time" : "KL at " + number(time) + " s",
                samples == null ? "KL: no common number of samples" : "KL at " + number(samples) + " samples");
        for (MethodResult r : figure.results()) {
            boolean chosen = r.discovery().alpha() > 0 && r.method().id().equals(Methods.COMPLETE);
            page.row("<span title=\"" + escape(r.method().description()) + "\">" + escape(r.method().label())
                    + "</span>" + (chosen ? " <small>α = " + number(r.discovery().alpha()) + "</small>" : ""),
                    List.of(number(r.discovery().seconds()) + " <small>(" + number(r.discovery().coldSeconds())
                            + ")</small>", number(r.samplesPerSecond()),
                            time == null ? "–" : Page.mean(r.atTime(time)),
                            samples == null ? "–" : Page.mean(r.atSamples(samples))));
        }
        page.endTable();
    }

    /** Autocorrelation times; a bound is marked as such. */
    private void memory() {
        page.add("<h3>Autocorrelation times</h3>\n<p>Samples that bring as much as one independent draw, and how long "
                + "they take: of the log-weight, which no symmetry changes, and of the slowest of at most 32 single "
                + "variables. Means over runs, of at most 2,000 states after each run; “&gt;” where a run was too "
                + "short to measure them.</p>\n").table("Method", "Log-weight, samples", "Log-weight, ms",
                "Slowest variable, samples", "Slowest variable, ms");
        for (MethodResult r : figure.results()) {
            String more = r.runs().stream().anyMatch(run -> run.memory().lowerBound()) ? "&gt;&#160;" : "";
            double weight = r.runs().stream().mapToDouble(run -> run.memory().logWeight()).average().orElseThrow();
            double slowest = r.runs().stream().mapToDouble(run -> run.memory().slowest()).average().orElseThrow();
            double milliseconds = 1000 / r.samplesPerSecond();
            page.row(escape(r.method().label()), List.of(more + number(weight), more + number(weight * milliseconds),
                    more + number(slowest), more + number(slowest * milliseconds)));
        }
        page.endTable();
    }

    private void parts() {
        List<Claims.Part> own = Claims.PARTS.stream()
                .filter(part -> claim(part.before(), part.after(), Claims.At.TIME).isPresent()).toList();
        if (own.isEmpty()) {
            return;
        }
        page.add("<h3>What each part brings</h3>\n").table("Part", "From", "To", "KL lower by, at equal time", "");
        for (Claims.Part part : own) {
            Claims.Claim claim = claim(part.before(), part.after(), Claims.At.TIME).orElseThrow();
            page.row(escape(part.name()), List.of(label(part.before()), label(part.after()),
                    claim.markup(), claim.verdict()));
        }
        page.endTable();
    }

    private String label(String method) {
        return escape(figure.of(method).orElseThrow().method().label());
    }

    private void kinds() {
        List<String> kinds = figure.problem().kindNames();
        Long samples = figure.lastCommonSamples().orElse(null);
        if (kinds.size() < 2 || samples == null) {
            return;
        }
        List<String> headings = new ArrayList<>(List.of("Method"));
        kinds.forEach(kind -> headings.add(escape(kind)));
        page.add("<details open=\"open\"><summary>KL by kind of variable, at " + number(samples)
                + " samples</summary>\n").table(headings.toArray(String[]::new));
        for (MethodResult r : figure.results()) {
            List<String> cells = new ArrayList<>();
            for (int k = 0; k < kinds.size(); k++) {
                cells.add(number(r.ofKindAtSamples(samples, k).orElseThrow()));
            }
            page.row(escape(r.method().label()), cells);
        }
        page.endTable().add("</details>\n");
    }

    private void symmetries() {
        if (figure.results().stream().allMatch(r -> r.discovery().symmetries().isEmpty())) {
            return;
        }
        page.add("<details><summary>Symmetries</summary>\n").table("Method", "Partitions", "Blocks", "Largest order",
                "Orbits of block values");
        for (MethodResult r : figure.results()) {
            List<SymmetryUse> uses = r.discovery().symmetries();
            if (!uses.isEmpty()) {
                SymmetryUse best = uses.stream().reduce((a, b) -> b.log10Order() > a.log10Order() ? b : a)
                        .orElseThrow();
                page.row(escape(r.method().label()), List.of(String.valueOf(uses.size()), number(best.blocks()),
                        Page.order(best.log10Order()), number(best.orbits()) + " of " + number(best.pairs())));
            }
        }
        page.endTable().add("</details>\n");
        for (MethodResult r : figure.results()) {
            r.discovery().cutOff().ifPresent(why -> page.add("<p><b>Symmetries of "
                    + escape(r.method().label()) + "</b>: " + escape(why) + ".</p>\n"));
        }
    }
}
