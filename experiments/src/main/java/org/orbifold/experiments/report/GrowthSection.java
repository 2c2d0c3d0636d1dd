package org.orbifold.experiments.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Statistics;

/** How methods grow with the size of a domain: one plot over all figures whose names differ in the size alone. */
final class GrowthSection {

    private static final String PREFIX = "growth-";

    static void write(Page page, List<Figure.Result> figures) {
        Map<String, List<Figure.Result>> families = new LinkedHashMap<>();
        figures.stream().filter(f -> f.figure().id().startsWith(PREFIX)).forEach(f -> families.computeIfAbsent(
                f.figure().id().replaceAll("-\\d+$", ""), key -> new ArrayList<>()).add(f));
        families.values().removeIf(family -> family.size() < 2);
        if (families.isEmpty()) {
            return;
        }
        page.section("growth", "Growth with the size").add("<p>Over the number of variables: the KL at the end of the "
                + "runs, the seconds for finding symmetries, and samples per second.</p>\n<div class=\"plots\">\n");
        families.forEach((id, family) -> {
            String name = id.substring(PREFIX.length()).replace('-', ' ');
            plot(page, id + "-kl", name + ": KL at the end", "KL", family,
                    r -> Statistics.positiveMean(r.runs().stream().mapToDouble(run -> run.end().kl()).toArray())
                            .value());
            plot(page, id + "-discovery", name + ": finding symmetries", "seconds", family,
                    r -> r.discovery().seconds());
            plot(page, id + "-speed", name + ": speed", "samples per second", family, MethodResult::samplesPerSecond);
        });
        page.add("</div>\n</section>\n");
    }

    private static void plot(Page page, String id, String title, String y, List<Figure.Result> family,
            ToDoubleFunction<MethodResult> value) {
        List<LinePlot.Series> series = new ArrayList<>();
        for (int m = 0; m < family.get(0).results().size(); m++) {
            String label = family.get(0).results().get(m).method().label();
            List<LinePlot.Point> points = new ArrayList<>();
            for (Figure.Result figure : family) {
                points.add(LinePlot.Point.of(figure.problem().model().variableCount(),
                        Math.max(Statistics.FLOOR, value.applyAsDouble(figure.results().get(m)))));
            }
            series.add(new LinePlot.Series(label, SeriesStyle.of(m), points));
        }
        page.plot(id, title, new LinePlot("Growth, " + title, "variables", y, series));
    }

    private GrowthSection() { }
}
