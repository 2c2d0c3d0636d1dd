package org.orbifold.experiments.cli;

import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A progress bar on standard error if a person is looking, else nothing. */
final class ProgressBars implements AutoCloseable {

    private static final int UNITS = 1000;

    private ProgressBar bar;

    private ProgressBars(ProgressBar bar) {
        this.bar = bar;
    }

    static ProgressBars onTerminal() {
        return onTerminal("sampling", UNITS);
    }

    /** A bar without an end, for steps of an optimiser. */
    static ProgressBars ofLearning() {
        return onTerminal("learning", -1);
    }

    private static ProgressBars onTerminal(String task, long steps) {
        return new ProgressBars(System.console() == null ? null : new ProgressBarBuilder().setTaskName(task)
                .setInitialMax(steps).setStyle(ProgressBarStyle.ASCII).setUpdateIntervalMillis(200).hideEta()
                // Of its own accord the bar asks JLine for the terminal's width, and JLine takes Ctrl-C away from Java.
                .setConsumer(new ConsoleProgressBarConsumer(System.err, width())).build());
    }

    /** As wide as the terminal, which picocli asks as it does for help. */
    private static int width() {
        return new UsageMessageSpec().autoWidth(true).width() - 1;
    }

    void show(double share, long samples) {
        if (bar != null) {
            bar.stepTo((long) (share * UNITS));
            bar.setExtraMessage(String.format(Locale.ROOT, "%,d samples", samples));
        }
    }

    /** Shows a step of an optimiser. */
    void show(int step, double objective, double gradient) {
        if (bar != null) {
            bar.stepTo(step);
            bar.setExtraMessage(String.format(Locale.ROOT, "objective %.6f, gradient %.1e", objective, gradient));
        }
    }

    /** Takes the bar away; nothing happens if it is gone already. */
    void finish() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    @Override
    public void close() {
        finish();
    }
}
