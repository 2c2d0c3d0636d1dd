package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Statistics;

/** What a figure comes down to, in lines. */
final class ComparisonText {

    /** Divergences below this are rounding. */
    private static final double ROUNDING = 1e-12;

    /** Where each method is at the last time that all reached, beside the first method; searches that were cut off. */
    static void print(Figure.Result result, PrintWriter to) {
        result.results().forEach(r -> r.discovery().cutOff().ifPresent(why ->
                to.println("symmetries of " + r.method().label() + ": " + why)));
        result.lastCommonTime().ifPresent(time -> {
            to.printf(Locale.ROOT, "%s, KL after %.3g s, and as a multiple of that of %s%n", result.figure().title(),
                    time, result.results().get(0).method().label());
            double first = Statistics.average(result.results().get(0).atTime(time));
            for (MethodResult method : result.results()) {
                double kl = Statistics.average(method.atTime(time));
                to.printf(Locale.ROOT, "  %-36s %9.3g  %s%n", method.method().label(), kl, beside(kl, first));
            }
        });
    }

    /** A divergence beside the first method's; rounding errors have no ratio. */
    private static String beside(double kl, double first) {
        if (kl < ROUNDING) {
            return "exact";
        }
        return kl == first ? "" : kl < first ? String.format(Locale.ROOT, "1/%.1f", first / kl)
                : first < ROUNDING ? "" : String.format(Locale.ROOT, "%.2f times", kl / first);
    }

    private ComparisonText() { }
}
