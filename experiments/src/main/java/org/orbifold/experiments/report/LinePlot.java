package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.place;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Curves with bands: data for a chart on a page, and a picture as SVG. Series differ in colour, dashes and markers. */
final class LinePlot {

    private static final double WIDTH = 640;
    private static final double HEIGHT = 400;
    private static final double LEFT = 70;
    private static final double RIGHT = 16;
    private static final double TOP = 14;
    private static final double BOTTOM = 50;
    private static final int MARKED_POINTS = 7;
    /** Labels nearer than this to the right edge end at their tick. */
    private static final double EDGE = 22;

    /** One curve. */
    record Series(String label, SeriesStyle style, List<Point> points) { }

    /** A point with its band. */
    record Point(double x, double y, double low, double high) {

        /** A point without a band. */
        static Point of(double x, double y) {
            return new Point(x, y, y, y);
        }
    }

    /** Which axes are logarithmic. */
    enum Scale { LOG_LOG, LINEAR, LINEAR_LOG }

    private final String title;
    private final String xLabel;
    private final String yLabel;
    private final Scale scale;
    private final List<Series> series;
    private final Axis x;
    private final Axis y;

    /** A plot on two logarithmic axes; points must have a positive place, bands are cut at the lower edge. */
    LinePlot(String title, String xLabel, String yLabel, List<Series> series) {
        this(title, xLabel, yLabel, Scale.LOG_LOG, series);
    }

    LinePlot(String title, String xLabel, String yLabel, Scale scale, List<Series> series) {
        this.title = title;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
        this.scale = scale;
        this.series = List.copyOf(series);
        DoubleStream xs = points().mapToDouble(Point::x);
        this.x = scale == Scale.LOG_LOG ? Axis.logarithmic(xs, false) : Axis.linear(xs);
        DoubleStream ys = points().flatMapToDouble(p -> DoubleStream.of(p.y, Math.max(p.y, p.high),
                scale == Scale.LINEAR ? Math.min(p.y, p.low) : p.y));
        this.y = scale == Scale.LINEAR ? Axis.linear(ys) : Axis.logarithmic(ys, true);
    }

    private Stream<Point> points() {
        return series.stream().flatMap(one -> one.points.stream());
    }

    String title() {
        return title;
    }

    List<Series> series() {
        return series;
    }

    /** What a page's script makes a chart of: axes, and each series with its points and their bands. */
    void write(ObjectNode to) {
        to.put("title", title).put("x", xLabel).put("y", yLabel);
        to.put("logX", scale == Scale.LOG_LOG).put("logY", scale != Scale.LINEAR);
        ArrayNode list = to.putArray("series");
        for (Series one : series) {
            ObjectNode node = list.addObject().put("label", one.label);
            one.style.write(node);
            ArrayNode places = node.putArray("points");
            for (Point p : one.points) {
                ArrayNode place = places.addArray().add(p.x).add(p.y);
                if (p.low != p.high) {
                    place.add(Math.min(p.low, p.y)).add(Math.max(p.high, p.y));
                }
            }
        }
    }

    /** The inside of a picture. */
    String content() {
        StringBuilder svg = new StringBuilder();
        axes(svg);
        series.forEach(one -> band(svg, one));
        series.forEach(one -> line(svg, one));
        return svg.toString();
    }

    private void axes(StringBuilder svg) {
        for (Axis.Tick tick : y.ticks()) {
            double at = y(tick.value());
            svg.append("<path class=\"grid\" d=\"M").append(place(LEFT)).append(' ').append(place(at)).append('H')
                    .append(place(WIDTH - RIGHT)).append("\"/>");
            text(svg, LEFT - 7, at + 4, "end", tick.label());
        }
        for (Axis.Tick tick : x.ticks()) {
            double at = x(tick.value());
            svg.append("<path class=\"grid\" d=\"M").append(place(at)).append(' ').append(place(TOP)).append('V')
                    .append(place(HEIGHT - BOTTOM)).append("\"/>");
            text(svg, Math.min(at, WIDTH - RIGHT), HEIGHT - BOTTOM + 18,
                    at > WIDTH - RIGHT - EDGE ? "end" : "middle", tick.label());
        }
        svg.append("<path class=\"axis\" d=\"M").append(place(LEFT)).append(' ').append(place(TOP)).append('V')
                .append(place(HEIGHT - BOTTOM)).append('H').append(place(WIDTH - RIGHT)).append("\"/>");
        text(svg, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "middle", escape(xLabel));
        svg.append("<text transform=\"translate(13 ").append(place((TOP + HEIGHT - BOTTOM) / 2))
                .append(") rotate(-90)\" text-anchor=\"middle\">").append(escape(yLabel)).append("</text>\n");
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String content) {
        svg.append("<text x=\"").append(place(x)).append("\" y=\"").append(place(y)).append("\" text-anchor=\"")
                .append(anchor).append("\">").append(content).append("</text>\n");
    }

    private void band(StringBuilder svg, Series one) {
        if (one.points.size() < 2 || one.points.stream().allMatch(p -> p.low == p.high)) {
            return;
        }
        StringBuilder path = new StringBuilder("M");
        for (Point p : one.points) {
            path.append(place(x(p.x))).append(' ').append(place(y(Math.max(p.high, p.y)))).append(' ');
        }
        for (int i = one.points.size() - 1; i >= 0; i--) {
            Point p = one.points.get(i);
            path.append(place(x(p.x))).append(' ').append(place(y(Math.min(p.low, p.y)))).append(' ');
        }
        svg.append("<path class=\"band ").append(one.style.fill()).append("\" d=\"")
                .append(path.toString().strip()).append("Z\"/>\n");
    }

    private void line(StringBuilder svg, Series one) {
        StringBuilder path = new StringBuilder("M");
        one.points.forEach(p -> path.append(place(x(p.x))).append(' ').append(place(y(p.y))).append(' '));
        svg.append("<g class=\"series ").append(one.style.stroke()).append("\">");
        if (one.points.size() > 1) {
            svg.append(one.style.line(path.toString().strip()));
        }
        int every = Math.max(1, one.points.size() / MARKED_POINTS);
        for (int i = 0; i < one.points.size(); i++) {
            Point p = one.points.get(i);
            if (i % every == one.style.number() % every || i == one.points.size() - 1) {
                svg.append(one.style.marker(x(p.x), y(p.y)));
            }
        }
        svg.append("</g>\n");
    }

    private double x(double value) {
        return LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return TOP + (1 - y.place(value)) * (HEIGHT - TOP - BOTTOM);
    }
}
