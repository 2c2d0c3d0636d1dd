package org.orbifold.experiments.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Method.Origin;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Methods;
import org.orbifold.experiments.convergence.Statistics;
import org.orbifold.experiments.convergence.Statistics.Interval;

/** What the numbers say: ratios of KL between methods, with confidence, and nothing that is not in them. */
final class Claims {

    /** Divergences below this are rounding. */
    private static final double ROUNDING = 1e-12;
    /** A ratio that only rounding keeps from being infinite. */
    private static final double EXACT = 1e10;

    /** What two methods are compared at. */
    enum At { SAMPLES, TIME }

    /**
     * One ratio.
     *
     * @param figure    the figure's identity
     * @param reference the identity of the method compared with
     * @param method    the identity of the method
     * @param label     the method's label
     * @param at        the quantity that is equal
     * @param place     at how many samples or seconds
     * @param ratio     the KL of the reference over the KL of the method: more is better
     * @param kl        the mean KL of the method
     */
    record Claim(String figure, String reference, String method, String label, At at, double place, Interval ratio,
            double kl) {

        /** Whether the method's KL is rounding, so that the ratio has no meaning. */
        boolean isExact() {
            return ratio.low() > 1 && (kl < ROUNDING || ratio.low() > EXACT);
        }

        /** The ratio in a word or a number. */
        String text() {
            return isExact() ? "exact" : ratio.high() < 1 / EXACT ? "the other is exact"
                    : Markup.number(ratio.value()) + "×";
        }

        /** The ratio with its interval, as markup. */
        String markup() {
            return "<b>" + text() + "</b>" + (!text().endsWith("×") ? "" : " <small>["
                    + Markup.number(ratio.low()) + ", " + Markup.number(ratio.high()) + "]</small>");
        }

        /** The verdict that the interval allows. */
        String verdict() {
            return ratio.low() > 1 ? "better" : ratio.high() < 1 ? "worse" : "no clear difference";
        }

        String placeText() {
            return at == At.TIME ? Markup.number(place) + " s" : Markup.number((long) place) + " samples";
        }
    }

    /**
     * A part of this library, as the difference between two methods.
     *
     * @param name   what people read
     * @param before the method without it
     * @param after  the method with it
     */
    record Part(String name, String before, String after) { }

    /** What each part brings on top of the one before: the product is all that the complete method gains. */
    static final List<Part> PARTS = List.of(
            new Part("Conditional estimates", Methods.VANILLA, "gibbs-conditional"),
            new Part("Systematic scan", "gibbs-conditional", "in-turn-conditional"),
            new Part("Blocks", "in-turn-conditional", "block-conditional"),
            new Part("The chain of a trial, averages over orbits", "block-conditional", Methods.COMPLETE),
            new Part("Averages over orbits alone, counting", Methods.VANILLA, "gibbs-orbit"),
            new Part("Approximate symmetries", "block-conditional", "near"),
            new Part("Clusters", "block-conditional", "clusters"),
            new Part("Contexts", "in-turn-conditional", "contexts"));

    /**
     * Every method against the reference (vanilla Gibbs, or the first method), the paper's BV against VV, and each part
     * against what it builds on.
     */
    static List<Claim> of(List<Figure.Result> figures) {
        List<Claim> claims = new ArrayList<>();
        for (Figure.Result figure : figures) {
            MethodResult vanilla = figure.reference();
            for (MethodResult result : figure.results()) {
                if (result != vanilla) {
                    if (result.method().origin() == Origin.PAPER) {
                        atSamples(figure, vanilla, result).ifPresent(claims::add);
                    }
                    atTime(figure, vanilla, result).ifPresent(claims::add);
                }
            }
            MethodResult vv = figure.of("vv").orElse(null);
            for (MethodResult result : figure.results()) {
                if (vv != null && vv != vanilla && isPaperBv(result)) {
                    atSamples(figure, vv, result).ifPresent(claims::add);
                }
            }
            parts(figure, vanilla, claims);
        }
        return claims;
    }

    /** Whether a method is BV-MCMC as the paper runs it. */
    static boolean isPaperBv(MethodResult result) {
        return result.method().origin() == Origin.PAPER && result.method().id().startsWith("bv-");
    }

    private static void parts(Figure.Result figure, MethodResult vanilla, List<Claim> claims) {
        for (Part part : PARTS) {
            MethodResult before = figure.of(part.before).orElse(null);
            MethodResult after = figure.of(part.after).orElse(null);
            if (before != null && after != null && before != vanilla) {
                atTime(figure, before, after).ifPresent(claims::add);
            }
        }
        MethodResult covering = figure.results().stream().filter(r -> r.method().id().startsWith("bv-cover"))
                .findFirst().orElse(null);
        if (covering != null) {
            figure.results().stream().filter(Claims::isPaperBv).findFirst()
                    .flatMap(bv -> atTime(figure, bv, covering)).ifPresent(claims::add);
        }
    }

    private static Optional<Claim> atSamples(Figure.Result figure, MethodResult reference, MethodResult result) {
        return figure.lastCommonSamples().map(samples -> new Claim(figure.figure().id(), reference.method().id(),
                result.method().id(), result.method().label(), At.SAMPLES, samples,
                Statistics.ratio(reference.atSamples(samples), result.atSamples(samples)),
                Statistics.average(result.atSamples(samples))));
    }

    private static Optional<Claim> atTime(Figure.Result figure, MethodResult reference, MethodResult result) {
        return Figure.Result.lastCommonTime(reference, result).map(time -> new Claim(figure.figure().id(),
                reference.method().id(), result.method().id(), result.method().label(), At.TIME, time,
                Statistics.ratio(reference.atTime(time), result.atTime(time)),
                Statistics.average(result.atTime(time))));
    }

    private Claims() { }
}
