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
        return new ProgressBars(System.console() == null ? null : new ProgressBarBuilder().setTaskName("sampling")
                .setInitialMax(UNITS).setStyle(ProgressBarStyle.ASCII).setUpdateIntervalMillis(200).hideEta()
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
