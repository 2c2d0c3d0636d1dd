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
import org.orbifold.experiments.convergence.Statistics;
import org.orbifold.experiments.convergence.Statistics.Interval;
import org.orbifold.pgm.file.WholeFile;

/**
 * A page that needs no other file: style sheet and script are inside. Its markup is well-formed XML too. The plots on
 * it are kept, to be saved as pictures.
 */
final class Page {

    private final StringBuilder body = new StringBuilder();
    private final String title;
    private final List<NamedPlot> plots = new ArrayList<>();

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

    /** Adds a plot with its legend; it is also saved under the name. */
    Page plot(String name, String caption, LinePlot plot) {
        picture(name, plot);
        add("<figure>\n<figcaption>" + escape(caption) + " <a class=\"save\" href=\"plots/" + escape(name)
                + ".svg\">SVG</a></figcaption>\n" + plot.svg() + "<ul class=\"legend\">");
        for (LinePlot.Series one : plot.series()) {
            add("<li data-label=\"" + escape(one.label()) + "\">" + one.style().swatch() + "<span>"
                    + escape(one.label()) + "</span></li>");
        }
        return add("</ul>\n</figure>\n");
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
        files.forEach(file -> add("<a href=\"" + file + "\">" + file + "</a> "));
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
        String html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" + escape(title)
                + "</title>\n<style>\n" + resource("report.css") + "</style>\n</head>\n<body>\n<main>\n" + body
                + "</main>\n<div id=\"tip\" role=\"status\"></div>\n<script>\n" + resource("report.js")
                + "</script>\n</body>\n</html>\n";
        WholeFile.write(folder.resolve("index.html"), out -> out.append(html));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A ratio with its interval, as markup. */
    static String ratio(Interval ratio) {
        return "<b>" + number(ratio.value()) + "×</b> <small>[" + number(ratio.low()) + ", " + number(ratio.high())
                + "]</small>";
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
