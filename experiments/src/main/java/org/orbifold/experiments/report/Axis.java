package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** One axis of a plot: from values to places, and where its ticks are. */
final class Axis {

    private static final double MOST_TICKS = 8;
    /** Fewer decades than this are labelled with plain numbers. */
    private static final double FEW_DECADES = 3.5;

    /** Logarithms, and digits, that differ by less are equal. */
    private static final double NARROW = 1e-9;
    /** Relative differences below this are rounding. */
    private static final double NOISE = 1e-6;

    private static final int[] ONE = {1};
    private static final int[] SOME_DIGITS = {1, 2, 5};
    private static final int[] ALL_DIGITS = {1, 2, 3, 4, 5, 6, 7, 8, 9};

    /** A tick: its value and its label as markup. */
    record Tick(double value, String label) { }

    private final boolean log;
    private final double low;
    private final double high;

    private Axis(boolean log, double low, double high) {
        this.log = log;
        this.low = low;
        this.high = high;
    }

    /** A logarithmic axis over positive values; whole decades if wanted. */
    static Axis logarithmic(DoubleStream values, boolean wholeDecades) {
        double[] range = range(values.map(Math::log10));
        if (wholeDecades) {
            return new Axis(true, Math.floor(range[0]), Math.max(Math.floor(range[0]) + 1, Math.ceil(range[1])));
        }
        Axis tight = new Axis(true, range[0], range[1]);
        // Too narrow for two round numbers inside: from the one below to the one above.
        return tight.logarithmicTicks().size() > 1 ? tight : new Axis(true, roundBelow(range[0]),
                roundAbove(range[1]));
    }

    /** The logarithm of the greatest digit times a power of ten that is not more. */
    private static double roundBelow(double log) {
        double decade = Math.floor(log + NARROW);
        return Math.log10(Math.floor(Math.pow(10, log - decade) + NARROW)) + decade;
    }

    /** The logarithm of the least digit times a power of ten that is more. */
    private static double roundAbove(double log) {
        double decade = Math.floor(log + NARROW);
        return Math.log10(Math.floor(Math.pow(10, log - decade) + NARROW) + 1) + decade;
    }

    /** A linear axis with some air at both ends. */
    static Axis linear(DoubleStream values) {
        double[] range = range(values);
        double size = Math.max(Math.abs(range[0]), Math.abs(range[1]));
        // Differences that are rounding must not fill the plot.
        double air = range[1] - range[0] > NOISE * size ? (range[1] - range[0]) * 0.03 : size == 0 ? 1 : size * 0.01;
        return new Axis(false, range[0] > 0 && range[0] < air ? 0 : range[0] - air, range[1] + air);
    }

    private static double[] range(DoubleStream values) {
        double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        values.filter(Double::isFinite).forEach(v -> {
            range[0] = Math.min(range[0], v);
            range[1] = Math.max(range[1], v);
        });
        return range[0] > range[1] ? new double[] {0, 1} : range;
    }

    /** Where a value is, from 0 to 1; values beyond the ends are at the ends. */
    double place(double value) {
        double at = log ? Math.log10(Math.max(value, Double.MIN_NORMAL)) : value;
        return Math.max(0, Math.min(1, (at - low) / (high - low)));
    }

    List<Tick> ticks() {
        return log ? logarithmicTicks() : linearTicks();
    }

    private List<Tick> logarithmicTicks() {
        List<Tick> ticks = new ArrayList<>();
        int step = (int) Math.max(1, Math.ceil((high - low) / MOST_TICKS));
        int[] digits = high - low < 1 ? ALL_DIGITS : high - low < 2 ? SOME_DIGITS : ONE;
        for (int d = (int) Math.floor(low); d <= Math.ceil(high); d += step) {
            for (int digit : digits) {
                double value = digit * Math.pow(10, d);
                double at = Math.log10(value);
                if (at >= low - 1e-9 && at <= high + 1e-9) {
                    ticks.add(new Tick(value, high - low < FEW_DECADES ? brief(digit, d) : power(d)));
                }
            }
        }
        return ticks;
    }

    private static String power(int d) {
        return d == 0 ? "1" : "10<tspan dy=\"-5\" font-size=\"10\">" + (d < 0 ? "−" : "") + Math.abs(d) + "</tspan>";
    }

    /** A digit times a power of ten: plain where that is short. */
    private static String brief(int digit, int d) {
        double value = digit * Math.pow(10, d);
        if (d >= -3 && d <= 4) {
            return String.format(Locale.ROOT, "%,.3f", value).replaceAll("\\.?0+$", "");
        }
        return digit == 1 ? power(d) : digit + "·" + power(d);
    }

    private List<Tick> linearTicks() {
        double raw = (high - low) / MOST_TICKS;
        double decade = Math.pow(10, Math.floor(Math.log10(raw)));
        double step = decade;
        for (double factor : new double[] {1, 2, 5, 10}) {
            step = factor * decade;
            if (step >= raw) {
                break;
            }
        }
        List<Tick> ticks = new ArrayList<>();
        int digits = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        for (double k = Math.ceil(low / step); k * step <= high; k++) {
            // Adding 0 turns -0 into 0.
            ticks.add(new Tick(k * step, label(k * step + 0.0, digits)));
        }
        return ticks;
    }

    private static String label(double value, int digits) {
        return digits > 9 || Math.abs(value) >= 1e7 ? number(value)
                : String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
