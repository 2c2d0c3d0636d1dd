package org.orbifold.experiments.report;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Method.Origin;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Methods;
import org.orbifold.experiments.convergence.Statistics;
import org.orbifold.experiments.convergence.Statistics.Interval;

/** What the numbers say: ratios of KL between methods, with confidence, and nothing that is not in them. */
final class Claims {

    /**
     * One ratio.
     *
     * @param figure the figure's identity
     * @param title  the figure's title
     * @param text   what is compared
     * @param ratio  the KL of vanilla Gibbs over the KL of the method: more is better
     */
    record Claim(String figure, String title, String text, Interval ratio) {

        /** The verdict that the interval allows. */
        String verdict() {
            return ratio.low() > 1 ? "better" : ratio.high() < 1 ? "worse" : "no clear difference";
        }
    }

    /**
     * The claims of the summary: the paper's chain at equal samples, ours at equal time, both against vanilla Gibbs.
     */
    static List<Claim> of(List<Figure.Result> figures) {
        List<Claim> claims = new ArrayList<>();
        for (Figure.Result figure : figures) {
            MethodResult vanilla = figure.of(Methods.VANILLA).orElse(null);
            if (vanilla == null) {
                continue;
            }
            Long samples = figure.lastCommonSamples().orElse(null);
            for (MethodResult result : figure.results()) {
                if (samples != null && result.method().origin() == Origin.PAPER && result != vanilla) {
                    claims.add(new Claim(figure.figure().id(), figure.figure().title(), result.method().label()
                            + ", at equal samples (" + Markup.number(samples) + ")",
                            Statistics.ratio(vanilla.atSamples(samples), result.atSamples(samples))));
                }
            }
            for (MethodResult result : figure.results()) {
                Double time = Figure.Result.lastCommonTime(vanilla, result).orElse(null);
                if (time != null && result != vanilla) {
                    claims.add(new Claim(figure.figure().id(), figure.figure().title(), result.method().label()
                            + ", at equal time (" + Markup.number(time) + " s)",
                            Statistics.ratio(vanilla.atTime(time), result.atTime(time))));
                }
            }
        }
        return claims;
    }

    private Claims() { }
}
