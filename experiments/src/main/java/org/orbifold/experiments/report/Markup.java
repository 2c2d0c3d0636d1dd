package org.orbifold.experiments.report;

import com.google.common.html.HtmlEscapers;
import java.util.Locale;

/** Text and numbers inside markup. */
final class Markup {

    static String escape(String text) {
        return HtmlEscapers.htmlEscaper().escape(text);
    }

    /** Three digits, plain where that is short. */
    static String number(double value) {
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        if (size >= 1e6 || size < 1e-3) {
            return String.format(Locale.ROOT, "%.2e", value).replace("e-0", "e-").replace("e+0", "e").replace("e+",
                    "e");
        }
        return size >= 100 ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.3g", value);
    }

    /** A count, with all its digits. */
    static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A place in a drawing. */
    static String place(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private Markup() { }
}
