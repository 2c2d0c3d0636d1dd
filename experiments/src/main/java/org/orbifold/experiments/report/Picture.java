package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.place;

/** A plot as a file of its own: an SVG on a light ground with its title, legend and styles inside, for papers. */
final class Picture {

    private static final int TITLE = 34;
    private static final int PLOT = 400;
    private static final int ROW = 22;
    private static final int COLUMNS = 2;
    private static final String[] COLOURS = {"#4a4f57", "#0063b1", "#00795c", "#c24a00", "#a83c83", "#7a6300",
        "#5a3fc0", "#00808c", "#b3142b", "#111111"};

    static String of(LinePlot plot) {
        int rows = (plot.series().size() + COLUMNS - 1) / COLUMNS;
        int height = TITLE + PLOT + ROW * rows + 16;
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\""
                + height + "\" viewBox=\"0 0 640 " + height + "\" role=\"img\">\n<title>" + escape(plot.title())
                + "</title>\n<style>" + style() + "</style>\n<rect width=\"640\" height=\"" + height
                + "\" rx=\"8\" fill=\"#fff\"/>\n<text class=\"title\" x=\"20\" y=\"24\">" + escape(plot.title())
                + "</text>\n<g transform=\"translate(0 " + TITLE + ")\">\n" + plot.content() + "</g>\n");
        for (int i = 0; i < plot.series().size(); i++) {
            LinePlot.Series one = plot.series().get(i);
            double x = 24 + (i / rows) * 310.0;
            double y = TITLE + PLOT + 14 + ROW * (i % rows);
            svg.append(one.style().sample(x, y - 4)).append("<text class=\"legend\" x=\"").append(place(x + 50))
                    .append("\" y=\"").append(place(y)).append("\">").append(escape(one.label()))
                    .append("</text>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    private static String style() {
        StringBuilder css = new StringBuilder("text{font:13px system-ui,-apple-system,'Segoe UI',sans-serif;"
                + "fill:#5f6672}.title{font-size:16px;font-weight:600;fill:#1c1e21}.legend{fill:#1c1e21}"
                + ".grid{stroke:#e6e9ee;fill:none}.axis{stroke:#9aa1ac;fill:none}.line{fill:none;stroke-width:2}"
                + ".band{opacity:.14}.marker{fill:#fff;stroke-width:1.6}.elsewhere .line{stroke-width:1.4}"
                + ".trace .line{stroke-width:1}");
        for (int i = 0; i < COLOURS.length; i++) {
            css.append(".s").append(i).append("{stroke:").append(COLOURS[i]).append("}.f").append(i).append("{fill:")
                    .append(COLOURS[i]).append('}');
        }
        return css.toString();
    }

    private Picture() { }
}
