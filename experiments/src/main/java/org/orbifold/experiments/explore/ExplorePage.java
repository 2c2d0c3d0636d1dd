package org.orbifold.experiments.explore;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.html.HtmlEscapers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.orbifold.experiments.page.InertJson;
import org.orbifold.experiments.page.PageScript;
import org.orbifold.pgm.file.WholeFile;

/** The page as a file: markup, style, data and scripts in one. */
final class ExplorePage {

    private static final List<PageScript> GRAPHS = List.of(PageScript.CYTOSCAPE, PageScript.LAYOUT_BASE,
            PageScript.COSE_BASE, PageScript.FCOSE);
    private static final List<String> DRAWING = List.of("model.js", "elements.js");
    private static final List<String> SCRIPTS = List.of("words.js", "graph.js", "symmetries.js", "answers.js",
            "states.js", "main.js");

    static void write(Path file, String name, JsonNode data) throws IOException {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(HtmlEscapers.htmlEscaper().escape("Orbifold: " + name)).append("</title>\n<style>\n")
                .append(resource("explore.css")).append("</style>\n</head>\n<body>\n")
                .append(resource("explore.html")).append(InertJson.element("model", data))
                .append(PageScript.CHART.element()).append(drawing());
        for (String script : SCRIPTS) {
            page.append(PageScript.element(resource(script)));
        }
        page.append("</body>\n</html>\n");
        WholeFile.write(file, out -> out.append(page));
    }

    /** The scripts that draw graphs. */
    static String drawing() throws IOException {
        StringBuilder scripts = new StringBuilder();
        for (PageScript library : GRAPHS) {
            scripts.append(library.element());
        }
        for (String script : DRAWING) {
            scripts.append(PageScript.element(resource(script)));
        }
        return scripts.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ExplorePage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private ExplorePage() { }
}
