package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.orbifold.experiments.convergence.ProgressListener;

/** One line on standard error that is written over; only whole lines of it where that is no terminal. */
final class ProgressLine implements ProgressListener {

    private final PrintWriter err;
    private final boolean terminal = System.console() != null;
    private String last = "";

    ProgressLine(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void progress(String what, double done, double remaining) {
        String figure = what.substring(0, Math.max(0, what.lastIndexOf(':')));
        if (terminal) {
            err.printf(Locale.ROOT, "\r\u001b[K%3.0f%%  %s left  %s", 100 * done / (done + remaining + 1e-9),
                    time(remaining), what);
            err.flush();
        } else if (!figure.equals(last)) {
            err.printf(Locale.ROOT, "%3.0f%%  about %s left  %s%n", 100 * done / (done + remaining + 1e-9),
                    time(remaining), figure);
            err.flush();
            last = figure;
        }
    }

    private static String time(double seconds) {
        long whole = Math.round(seconds);
        return whole < 60 ? whole + " s" : whole < 3600 ? whole / 60 + " min " + whole % 60 + " s"
                : whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }

    void end() {
        if (terminal) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
