package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.number;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.orbifold.experiments.convergence.Statistics;
import org.orbifold.experiments.convergence.Statistics.Interval;
import org.orbifold.experiments.explore.Explorer;
import org.orbifold.experiments.page.InertJson;
import org.orbifold.experiments.page.PageScript;
import org.orbifold.pgm.file.WholeFile;

/**
 * A page that needs no other file: style sheet, scripts and the data of its charts are inside. Its markup is
 * well-formed XML too. The plots on it are also saved as pictures.
 */
final class Page {

    private final StringBuilder body = new StringBuilder();
    private final String title;
    private final List<NamedPlot> plots = new ArrayList<>();
    private final ArrayNode charts = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode models = JsonNodeFactory.instance.arrayNode();

    private record NamedPlot(String name, LinePlot plot) { }

    Page(String title) {
        this.title = title;
    }

    /** Adds markup. */
    Page add(String markup) {
        body.append(markup);
        return this;
    }

    /** Adds text, which may hold any characters. */
    Page text(String text) {
        return add(escape(text));
    }

    /** Opens a section with a heading. */
    Page section(String id, String heading) {
        return add("<section id=\"" + escape(id) + "\">\n<h2>" + escape(heading) + "</h2>\n");
    }

    /** Saves a plot under the name without showing it. */
    Page picture(String name, LinePlot plot) {
        plots.add(new NamedPlot(name, plot));
        return this;
    }

    /** Adds a plot; it is also saved under the name. */
    Page plot(String name, String caption, LinePlot plot) {
        picture(name, plot);
        plot.write(charts.addObject());
        return canvas(escape(caption) + " <a class=\"save\" href=\"plots/" + escape(name) + ".svg\">SVG</a>",
                plot.title());
    }

    /** Adds ratios. */
    Page ratios(String caption, RatioChart ratios) {
        ratios.write(charts.addObject());
        return canvas(escape(caption), ratios.title());
    }

    /** A place for the chart that was added last. */
    private Page canvas(String caption, String title) {
        return add("<figure>\n<figcaption>" + caption + "</figcaption>\n<div class=\"chart\"><canvas role=\"img\" "
                + "data-chart=\"" + (charts.size() - 1) + "\" aria-label=\"" + escape(title) + "\"></canvas></div>\n"
                + "</figure>\n");
    }

    /** Adds a picture of a model, which opens a page to look at it. */
    Page model(String link, String caption, ObjectNode model) {
        models.add(model);
        return add("<figure>\n<figcaption><a href=\"" + escape(link) + "\">" + escape(caption) + "</a></figcaption>\n"
                + "<div class=\"model\" role=\"img\" data-model=\"" + (models.size() - 1) + "\" aria-label=\"Graph of "
                + escape(caption) + "\"></div>\n</figure>\n");
    }

    /** Opens a table with the given headings, which are markup. */
    Page table(String... headings) {
        add("<div class=\"scroll\"><table>\n<thead><tr>");
        for (String heading : headings) {
            add("<th>" + heading + "</th>");
        }
        return add("</tr></thead>\n<tbody>\n");
    }

    /** Adds a row: its heading and cells are markup. */
    Page row(String heading, List<String> cells) {
        add("<tr><th scope=\"row\">" + heading + "</th>");
        cells.forEach(cell -> add("<td>" + cell + "</td>"));
        return add("</tr>\n");
    }

    Page endTable() {
        return add("</tbody></table></div>\n");
    }

    /** Where the results come from and which files hold them. */
    Page provenance(Manifest<?> manifest, List<String> files) {
        section("again", "How to run it again");
        add("<pre>orbifold " + escape(String.join(" ", manifest.command())) + "</pre>\n<dl class=\"facts\">");
        fact("Version", manifest.version());
        fact("Code", manifest.code());
        fact("Java", manifest.java());
        fact("System", manifest.system());
        fact("Machine", manifest.machine());
        fact("Written", manifest.written());
        add("</dl>\n<p>Every number: ");
        add(files.stream().map(file -> "<a href=\"" + file + "\">" + file + "</a>").collect(Collectors.joining(", ")));
        return add("</p>\n</section>\n");
    }

    /** A name with its value, inside a list of facts. */
    Page fact(String name, String value) {
        return add("<div><dt>" + escape(name) + "</dt><dd>" + escape(value) + "</dd></div>");
    }

    /** Writes {@code index.html} and the pictures of its plots. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("plots"));
        for (NamedPlot named : plots) {
            String picture = Picture.of(named.plot);
            WholeFile.write(folder.resolve("plots").resolve(named.name + ".svg"), out -> out.append(picture));
        }
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                + "<meta charset=\"utf-8\"/>\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" + escape(title)
                + "</title>\n<style>\n" + resource("report.css") + "</style>\n</head>\n<body>\n<main>\n" + body
                + "</main>\n");
        html.append(InertJson.element("charts", charts)).append(PageScript.CHART.element())
                .append(PageScript.CHART_ZOOM.element()).append(PageScript.element(resource("report.js")));
        if (!models.isEmpty()) {
            html.append(InertJson.element("models", models)).append(Explorer.drawing())
                    .append(PageScript.element(resource("models.js")));
        }
        html.append("</body>\n</html>\n");
        WholeFile.write(folder.resolve("index.html"), out -> out.append(html));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A mean with half its interval, as markup. */
    static String mean(double[] values) {
        Interval mean = Statistics.mean(values);
        return number(mean.value()) + " <small>±&#160;" + number(mean.high() - mean.value()) + "</small>";
    }

    /** The number of symmetries, as markup. */
    static String order(double log10) {
        return log10 < 6 ? String.format(Locale.ROOT, "%,d", Math.round(Math.pow(10, log10)))
                : "10<sup>" + number(log10) + "</sup>";
    }
}
