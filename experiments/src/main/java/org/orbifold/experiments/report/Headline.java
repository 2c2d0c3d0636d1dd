package org.orbifold.experiments.report;

import static org.orbifold.experiments.report.Markup.number;

import java.util.List;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Methods;

/** What came out, in three sentences that the numbers decide; as markup. */
final class Headline {

    static String of(List<Figure.Result> figures, List<Claims.Claim> claims) {
        return complete(claims) + " " + paper(claims) + " " + control(figures, claims);
    }

    private static String complete(List<Claims.Claim> claims) {
        List<Claims.Claim> ours = claims.stream().filter(c -> c.reference().equals(Methods.VANILLA)
                && c.method().equals(Methods.COMPLETE) && c.at() == Claims.At.TIME).toList();
        if (ours.isEmpty()) {
            return "No figure here compares this library's default with vanilla Gibbs at equal time.";
        }
        long exact = ours.stream().filter(Claims.Claim::isExact).count();
        double median = ours.stream().mapToDouble(c -> c.ratio().value()).sorted().skip((ours.size() - 1) / 2)
                .findFirst().getAsDouble();
        return "At equal time, this library's default is " + better("closer to the true marginals than vanilla Gibbs",
                ours) + ": " + (exact == ours.size() ? exact == 1 ? "it is exact up to rounding."
                : "in all it is exact up to rounding." : 2 * exact > ours.size() ? "in most it is exact up to rounding."
                : "the KL of vanilla Gibbs is <b>" + number(median) + " times</b> its own"
                + (ours.size() == 1 ? "" : " in the median")
                + (exact == 0 ? "." : ", and in " + exact + " it is exact up to rounding."));
    }

    private static String paper(List<Claims.Claim> claims) {
        List<Claims.Claim> bv = claims.stream().filter(c -> isPaperBv(c) && c.at() == Claims.At.SAMPLES).toList();
        List<Claims.Claim> vanilla = bv.stream().filter(c -> c.reference().equals(Methods.VANILLA)).toList();
        List<Claims.Claim> vv = bv.stream().filter(c -> c.reference().equals("vv")).toList();
        return bv.isEmpty() ? "The paper's BV-MCMC was not run beside others."
                : "The paper's own BV-MCMC is, at equal samples, " + better("better than vanilla Gibbs", vanilla)
                + (vv.isEmpty() ? "" : " and " + better("better than VV-MCMC", vv)) + ".";
    }

    private static boolean isPaperBv(Claims.Claim claim) {
        return claim.method().startsWith("bv-") && !claim.method().startsWith("bv-cover");
    }

    private static String control(List<Figure.Result> figures, List<Claims.Claim> claims) {
        return claims.stream().filter(c -> c.figure().startsWith("control") && c.reference().equals(Methods.VANILLA)
                && c.method().equals("gibbs-orbit")).findFirst()
                .map(c -> "Where there is no symmetry, on the control, averages over orbits bring "
                        + c.markup() + ": " + c.verdict() + ".")
                .orElse(figures.size() == 1 ? "" : "A control without symmetry is not among these " + figures.size()
                        + " figures.");
    }

    /** In how many figures something is clearly better; of a single figure, whether it is. */
    private static String better(String what, List<Claims.Claim> claims) {
        long better = claims.stream().filter(c -> c.verdict().equals("better")).count();
        return claims.size() == 1 ? (better == 1 ? "<b>clearly " : "<b>not clearly ") + what + "</b>"
                : "clearly " + what + " in <b>" + better + " of " + claims.size() + " figures</b>";
    }

    private Headline() { }
}
