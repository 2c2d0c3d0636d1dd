package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.number;
import static org.orbifold.experiments.report.Markup.place;

import java.util.List;
import java.util.stream.DoubleStream;
import org.orbifold.experiments.convergence.Statistics.Interval;

/** Ratios with their intervals on one logarithmic axis, one row each; 1 is marked, as it means no difference. */
final class RatioPlot {

    private static final double WIDTH = 640;
    private static final double LEFT = 270;
    private static final double RIGHT = 64;
    private static final double ROW = 27;

    /** One row. */
    record Row(String label, SeriesStyle style, Interval ratio) { }

    private final String title;
    private final List<Row> rows;
    private final Axis x;

    RatioPlot(String title, List<Row> rows) {
        this.title = title;
        this.rows = rows;
        this.x = Axis.logarithmic(DoubleStream.concat(DoubleStream.of(1), rows.stream()
                .flatMapToDouble(r -> DoubleStream.of(r.ratio.low(), r.ratio.value(), r.ratio.high()))
                .map(v -> Math.max(1e-9, Math.min(1e15, v)))), true);
    }

    String svg() {
        double bottom = 8 + ROW * rows.size();
        StringBuilder svg = new StringBuilder("<svg class=\"plot ratios\" viewBox=\"0 0 640 " + place(bottom + 26)
                + "\" role=\"img\" aria-label=\"" + escape(title) + "\" xmlns=\"http://www.w3.org/2000/svg\">\n<title>"
                + escape(title) + "</title>\n");
        for (Axis.Tick tick : x.ticks()) {
            svg.append("<path class=\"grid\" d=\"M").append(place(x(tick.value()))).append(" 4V").append(place(bottom))
                    .append("\"/><text x=\"").append(place(x(tick.value()))).append("\" y=\"")
                    .append(place(bottom + 18)).append("\" text-anchor=\"middle\">").append(tick.label())
                    .append("</text>");
        }
        svg.append("<path class=\"axis\" d=\"M").append(place(x(1))).append(" 2V").append(place(bottom))
                .append("\"/>\n");
        for (int i = 0; i < rows.size(); i++) {
            row(svg, rows.get(i), 8 + ROW * (i + 0.5));
        }
        return svg.append("</svg>\n").toString();
    }

    private void row(StringBuilder svg, Row row, double y) {
        Interval r = row.ratio;
        svg.append("<text class=\"name\" x=\"").append(place(LEFT - 12)).append("\" y=\"").append(place(y + 4))
                .append("\" text-anchor=\"end\">").append(escape(row.label)).append("</text><g class=\"series ")
                .append(row.style.stroke()).append("\" data-label=\"").append(escape(row.label))
                .append("\"><path class=\"line\" d=\"M").append(place(x(r.low()))).append(' ').append(place(y))
                .append("H").append(place(x(r.high()))).append("\"/>").append(row.style.marker(x(r.value()), y))
                .append("<circle class=\"hover\" cx=\"").append(place(x(r.value()))).append("\" cy=\"")
                .append(place(y)).append("\" r=\"9\" data-tip=\"").append(escape(row.label + "\n" + number(r.value())
                        + " times lower [" + number(r.low()) + ", " + number(r.high()) + "]"))
                .append("\"/></g><text class=\"value\" x=\"").append(place(WIDTH - 4)).append("\" y=\"")
                .append(place(y + 4)).append("\" text-anchor=\"end\">").append(number(r.value()))
                .append("×</text>\n");
    }

    private double x(double value) {
        return LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
    }
}
