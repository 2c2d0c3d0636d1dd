package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.place;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * How a curve looks: colour, dashes and markers follow from its number, so that no one has to tell colours apart.
 *
 * @param number from 0; colours repeat after {@value #COLOURS}
 * @param look   what kind of curve it is
 */
record SeriesStyle(int number, Look look) {

    /** Kinds of curves. */
    enum Look {
        /** Ours. */
        MARKED,
        /** Measured by others: thin, dotted, with crosses, in the colour of ours. */
        ELSEWHERE,
        /** A trace of many points: a thin line without markers. */
        TRACE
    }

    static final int COLOURS = 10;
    private static final String[] DASHES = {"none", "7 4", "2 3", "9 3 2 3", "12 3"};
    private static final int MARKERS = 4;
    /** What charts call the markers below. */
    private static final String[] CHART_MARKERS = {"circle", "rect", "triangle", "rectRot"};

    static SeriesStyle of(int number) {
        return new SeriesStyle(number, Look.MARKED);
    }

    /** The same colour for a curve measured by others. */
    SeriesStyle measuredElsewhere() {
        return new SeriesStyle(number, Look.ELSEWHERE);
    }

    /** The same colour for a trace. */
    SeriesStyle trace() {
        return new SeriesStyle(number, Look.TRACE);
    }

    String stroke() {
        return "s" + number % COLOURS + (look == Look.MARKED ? "" : " " + look.name().toLowerCase(Locale.ROOT));
    }

    String fill() {
        return "f" + number % COLOURS;
    }

    String line(String path) {
        return "<path class=\"line\" stroke-dasharray=\"" + dashes()
                + "\" d=\"" + path + "\"/>";
    }

    private String dashes() {
        return look == Look.ELSEWHERE ? "1.5 3.5" : look == Look.TRACE ? "none" : DASHES[number % DASHES.length];
    }

    String marker(double x, double y) {
        String at = place(x) + " " + place(y);
        if (look == Look.TRACE) {
            return "";
        } else if (look == Look.ELSEWHERE) {
            return "<path class=\"marker\" d=\"M" + at + "m-3 -3l6 6m0 -6l-6 6\"/>";
        }
        return "<path class=\"marker\" d=\"M" + at + switch (number / 2 % MARKERS) {
            case 0 -> "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0";
            case 1 -> "m-3.5 -3.5h7v7h-7z";
            case 2 -> "m0 -4.5l4.5 8h-9z";
            default -> "m0 -5l5 5l-5 5l-5 -5z";
        } + "\"/>";
    }

    /** The same look in the words of charts. */
    void write(ObjectNode to) {
        to.put("c", number % COLOURS).put("dash", dashes().equals("none") ? "" : dashes());
        to.put("mark", look == Look.ELSEWHERE ? "crossRot" : look == Look.TRACE ? ""
                : CHART_MARKERS[number / 2 % MARKERS]);
    }

    /** The line as it is drawn, from x to x + 40. */
    String sample(double x, double y) {
        return "<g class=\"series " + stroke() + "\">" + line("M" + place(x) + " " + place(y) + "h40")
                + marker(x + 20, y) + "</g>";
    }
}
