package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.escape;
import static org.orbifold.experiments.report.Markup.number;
import static org.orbifold.experiments.report.Markup.place;

import java.util.List;

/** Curves with bands on two logarithmic axes, as SVG. Series differ in colour, dashes and markers. */
final class LinePlot {

    private static final double WIDTH = 640;
    private static final double HEIGHT = 380;
    private static final double LEFT = 62;
    private static final double RIGHT = 14;
    private static final double TOP = 12;
    private static final double BOTTOM = 48;
    private static final String[] DASHES = {"none", "7 4", "2 3", "9 3 2 3", "12 3"};
    private static final int MARKERS = 4;

    /** One curve; its style follows from its number. */
    record Series(String label, int style, List<Point> points) { }

    /** A point with its band. */
    record Point(double x, double y, double low, double high) { }

    private final String title;
    private final String xLabel;
    private final String yLabel;
    private final List<Series> series;
    private double x0 = Double.POSITIVE_INFINITY;
    private double x1 = Double.NEGATIVE_INFINITY;
    private double y0 = Double.POSITIVE_INFINITY;
    private double y1 = Double.NEGATIVE_INFINITY;

    /** A plot; points must have a positive place, bands are cut at the lower edge. */
    LinePlot(String title, String xLabel, String yLabel, List<Series> series) {
        this.title = title;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
        this.series = series;
        for (Series one : series) {
            for (Point p : one.points) {
                x0 = Math.min(x0, Math.log10(p.x));
                x1 = Math.max(x1, Math.log10(p.x));
                y0 = Math.min(y0, Math.log10(p.y));
                y1 = Math.max(y1, Math.log10(Math.max(p.y, p.high)));
            }
        }
        y0 = Math.floor(y0);
        y1 = Math.ceil(y1 + 1e-9);
        x1 = x1 - x0 < 1e-9 ? x0 + 1 : x1;
    }

    boolean isEmpty() {
        return Double.isInfinite(x0);
    }

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append("<svg class=\"plot\" viewBox=\"0 0 640 380\" role=\"img\" aria-label=\"").append(escape(title))
                .append("\" xmlns=\"http://www.w3.org/2000/svg\">\n<title>").append(escape(title)).append("</title>\n");
        axes(svg);
        series.forEach(one -> band(svg, one));
        series.forEach(one -> line(svg, one));
        return svg.append("</svg>\n").toString();
    }

    private void axes(StringBuilder svg) {
        int step = Math.max(1, (int) Math.ceil((y1 - y0) / 9));
        for (int d = (int) y0; d <= y1; d += step) {
            double y = y(Math.pow(10, d));
            svg.append("<path class=\"grid\" d=\"M").append(place(LEFT)).append(' ').append(place(y)).append('H')
                    .append(place(WIDTH - RIGHT)).append("\"/>");
            text(svg, LEFT - 6, y + 4, "end", power(d));
        }
        for (int d = (int) Math.floor(x0); d <= Math.ceil(x1); d++) {
            for (int m : x1 - x0 < 2 ? new int[] {1, 2, 5} : new int[] {1}) {
                double value = m * Math.pow(10, d);
                if (Math.log10(value) >= x0 - 1e-9 && Math.log10(value) <= x1 + 1e-9) {
                    svg.append("<path class=\"grid\" d=\"M").append(place(x(value))).append(' ').append(place(TOP))
                            .append('V').append(place(HEIGHT - BOTTOM)).append("\"/>");
                    text(svg, x(value), HEIGHT - BOTTOM + 18, "middle",
                            m == 1 && (d > 3 || d < -2) ? power(d) : number(value));
                }
            }
        }
        text(svg, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "middle", escape(xLabel));
        svg.append("<text transform=\"translate(14 ").append(place((TOP + HEIGHT - BOTTOM) / 2))
                .append(") rotate(-90)\" text-anchor=\"middle\">").append(escape(yLabel)).append("</text>\n");
    }

    private static String power(int d) {
        return "10<tspan dy=\"-5\" font-size=\"9\">" + d + "</tspan>";
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String content) {
        svg.append("<text x=\"").append(place(x)).append("\" y=\"").append(place(y)).append("\" text-anchor=\"")
                .append(anchor).append("\">").append(content).append("</text>\n");
    }

    private void band(StringBuilder svg, Series one) {
        if (one.points.size() < 2) {
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
        svg.append("<path class=\"band f").append(one.style).append("\" d=\"").append(path.toString().strip())
                .append("Z\"/>\n");
    }

    private void line(StringBuilder svg, Series one) {
        StringBuilder path = new StringBuilder("M");
        one.points.forEach(p -> path.append(place(x(p.x))).append(' ').append(place(y(p.y))).append(' '));
        svg.append("<g class=\"series s").append(one.style).append("\" data-label=\"").append(escape(one.label))
                .append("\">");
        if (one.points.size() > 1) {
            svg.append("<path class=\"line\" stroke-dasharray=\"").append(DASHES[one.style % DASHES.length])
                    .append("\" d=\"").append(path.toString().strip()).append("\"/>");
        }
        int every = Math.max(1, one.points.size() / 7);
        for (int i = 0; i < one.points.size(); i++) {
            Point p = one.points.get(i);
            if (i % every == one.style % every || i == one.points.size() - 1) {
                svg.append(marker(x(p.x), y(p.y), one.style));
            }
            String tip = one.label + ": " + xLabel + " " + number(p.x) + ", " + number(p.y) + " ["
                    + number(Math.max(0, p.low)) + ", " + number(p.high) + "]";
            svg.append("<circle class=\"hover\" cx=\"").append(place(x(p.x))).append("\" cy=\"").append(place(y(p.y)))
                    .append("\" r=\"8\" data-tip=\"").append(escape(tip)).append("\"/>");
        }
        svg.append("</g>\n");
    }

    /** A legend entry: the line as it is drawn, so that no one has to tell colours apart. */
    static String swatch(int style) {
        return "<svg class=\"swatch\" viewBox=\"0 0 44 14\" aria-hidden=\"true\"><g class=\"series s" + style
                + "\"><path class=\"line\" stroke-dasharray=\"" + DASHES[style % DASHES.length] + "\" d=\"M2 7H42\"/>"
                + marker(22, 7, style) + "</g></svg>";
    }

    private static String marker(double x, double y, int style) {
        String at = place(x) + " " + place(y);
        return "<path class=\"marker\" d=\"M" + at + switch (style / 2 % MARKERS) {
            case 0 -> "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0";
            case 1 -> "m-3.5 -3.5h7v7h-7z";
            case 2 -> "m0 -4.5l4.5 8h-9z";
            default -> "m0 -5l5 5l-5 5l-5 -5z";
        } + "\"/>";
    }

    private double x(double value) {
        return LEFT + (Math.log10(value) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        double log = Math.max(y0, Math.min(y1, Math.log10(Math.max(value, 1e-300))));
        return TOP + (y1 - log) / (y1 - y0) * (HEIGHT - TOP - BOTTOM);
    }
}
