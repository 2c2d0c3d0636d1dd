package org.orbifold.mcmc.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.mcmc.run.SamplingResult.Verdict;

/**
 * What chains say about themselves: R-hat, a verdict, and what to do about it. All thresholds and all words for them
 * are here; the command line, reports and Java print these.
 *
 * <p>An R-hat above {@value #SUSPECT_RHAT} alone is common among thousands of marginals whose errors are tiny. So
 * chains disagree only where such an estimate also differs between chains, or between the halves of one, by
 * {@value #DISAGREEMENT} or more. Chains that mix slowly are nearer to each other at the end than half way, by a factor
 * of √2 in the long run; those that are stuck are not. With one chain, its halves are compared.
 *
 * @param chains       the number of chains
 * @param rHat         the largest R-hat; NaN if none is known
 * @param isKnown      whether the run was long enough for an R-hat of every estimate
 * @param disagreement the largest distance of an estimate of a single chain from that of all, or between the halves of
 *                     a chain, over the estimates whose R-hat is above {@value #SUSPECT_RHAT}; 0 if there is none
 * @param approach     the squared distances between the chains at the end over those half way; 0 if there is none
 * @param locked       the number of variables that hard constraints held in place in all chains
 * @param tempered     whether the chains are tempered
 * @param divided      whether hard constraints divide the states into parts, and chains keep to those they began in
 */
public record Diagnosis(int chains, double rHat, boolean isKnown, double disagreement, double approach, int locked,
        boolean tempered, boolean divided) {

    /** Above this R-hat, chains are asked how far apart they are (Gelman and Rubin 1992). */
    static final double SUSPECT_RHAT = 1.1;
    /** Probabilities that differ less than this agree, for most uses. */
    private static final double DISAGREEMENT = 0.01;
    /** Of squared distances half way, half is left at the end in the long run; more than this share is no approach. */
    private static final double NO_APPROACH = 0.8;
    /** Distances shrink with the root of the time, by chance a little less: the factor on the advised time. */
    private static final double LONGER = 1.5;
    /** The largest factor on the time that is advised. */
    private static final double LONGEST = 1e6;
    /** An R-hat above this is printed as that: how far it is above says nothing. */
    private static final int LARGE_RHAT = 100;

    /**
     * The diagnosis of one probability, such as that of a query.
     *
     * @param indicators what each chain recorded, 1 where the event was and 0 elsewhere; chains of equal length
     * @param tempered   whether the chains are tempered
     * @return the diagnosis
     */
    public static Diagnosis ofEvent(double[][] indicators, boolean tempered) {
        double rHat = Convergence.splitRhat(indicators);
        int length = indicators[0].length;
        double apart = 0;
        double halfWay = 0;
        double atEnd = 0;
        if (rHat > SUSPECT_RHAT) {
            double[] whole = Arrays.stream(indicators).mapToDouble(chain -> mean(chain, 0, length)).toArray();
            double[] half = Arrays.stream(indicators).mapToDouble(chain -> mean(chain, 0, length / 2)).toArray();
            for (int c = 0; c < whole.length; c++) {
                double off = Math.abs(whole[c] - mean(whole, 0, whole.length));
                apart = Math.max(apart, Math.max(off, 2 * Math.abs(half[c] - whole[c])));
                halfWay += Math.pow(half[c] - mean(half, 0, half.length), 2);
                atEnd += off * off;
            }
        }
        return new Diagnosis(indicators.length, rHat, !Double.isNaN(rHat), apart, halfWay > 0 ? atEnd / halfWay : 0, 0,
                tempered, false);
    }

    /**
     * The same where hard constraints divide the states into parts, and chains keep to those they began in.
     *
     * @return a new diagnosis
     */
    public Diagnosis ofDivided() {
        return new Diagnosis(chains, rHat, isKnown, disagreement, approach, locked, tempered, true);
    }

    private static double mean(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).average().orElse(0);
    }

    /**
     * The verdict.
     *
     * @return what the chains say about themselves
     */
    public Verdict verdict() {
        if (!isKnown) {
            return Verdict.TOO_SHORT;
        }
        if (locked > 0 || divided) {
            return Verdict.STUCK;
        }
        return disagreement < DISAGREEMENT ? Verdict.CONVERGED : approach > NO_APPROACH ? Verdict.STUCK : Verdict.SLOW;
    }

    /**
     * What the verdict means, and what to do about it.
     *
     * @return a sentence without a full stop
     */
    public String text() {
        String subject = chains == 1 ? "the halves of the chain" : "the chains";
        String apart = String.format(Locale.ROOT, "%s are up to %.2g from their mean", subject, disagreement);
        return switch (verdict()) {
            case TOO_SHORT -> "the run was too short to say whether " + subject + " agree: run longer";
            case CONVERGED -> subject + " agree" + (chains > 1 ? "" : "; one chain cannot show whether another start "
                    + "leads elsewhere: run several chains");
            case SLOW -> apart + ": run about " + (long) Math.ceil(Math.min(LONGEST,
                    Math.pow(disagreement / DISAGREEMENT, 2)) * LONGER)
                    + " times longer; until then the errors cover the disagreement only";
            case STUCK -> divided ? "hard constraints divide the states, and chains keep to the parts they began in, "
                    + "so that each knows no more than that: " + remedy()
                    : locked > 0 ? "hard constraints hold " + locked + (locked == 1 ? " variable" : " variables")
                    + " in place, so that each chain knows no more than its start: " + remedy()
                    : apart + " and do not come closer: " + (tempered ? "running longer may take very long; " : "")
                    + remedy();
        };
    }

    /** What may help chains that are stuck; nothing that they have already. */
    private String remedy() {
        return tempered ? "try wider blocks (more table entries) or more time"
                : locked > 0 || divided ? "try temperatures or wider blocks (tempered, tempered-wide, wide with more "
                + "table entries)" : "try temperatures (tempered, tempered-wide)";
    }

    /**
     * The largest R-hat, for people.
     *
     * @return as {@link #text(double)}; empty if none is known
     */
    public Optional<String> rHatText() {
        return Double.isNaN(rHat) ? Optional.empty() : Optional.of(text(rHat));
    }

    /**
     * An R-hat, for people.
     *
     * @param rHat any R-hat
     * @return four digits; "over 100" above 100, "–" if it is not known
     */
    public static String text(double rHat) {
        return Double.isNaN(rHat) ? "–" : rHat > LARGE_RHAT ? "over " + LARGE_RHAT
                : String.format(Locale.ROOT, "%.4f", rHat);
    }

    static double largest(DoubleStream values) {
        return values.filter(value -> !Double.isNaN(value)).max().orElse(Double.NaN);
    }
}
