package org.orbifold.mcmc.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;
import org.orbifold.pgm.marginal.Marginals;

/**
 * What a run found.
 *
 * @param marginals   estimates of all marginals
 * @param errors      how far they may be off, see {@link #standardError} and {@link #rHat}
 * @param statistics  diagnostics of numbers that symmetries do not change
 * @param samples     samples of all chains, burn-in not included
 * @param steps       steps of all chains, burn-in included
 * @param seconds     seconds of sampling, those before a checkpoint included
 * @param interrupted whether the run was interrupted: then this is what there was
 * @param roundTrips  with tempering, how often a state went from the hottest replica to the target's, in all chains
 * @param history     how the estimates came about, chain by chain
 */
public record SamplingResult(Marginals marginals, Errors errors, List<Statistic> statistics, long samples, long steps,
        double seconds, boolean interrupted, OptionalLong roundTrips, History history) {

    private static final double DISAGREEMENT = 0.01;
    /** Of the squared distances between chains half way, so much is left at the end where chains do not come closer. */
    private static final double NO_APPROACH = 0.8;
    /** Distances shrink with the root of the time, by chance a little less. */
    private static final double LONGER = 1.5;

    /**
     * Diagnostics of one number.
     *
     * @param name  what it is
     * @param mean  its mean over the recorded samples
     * @param error the Monte Carlo standard error of the mean
     * @param rHat  rank-normalised split R-hat
     * @param ess   bulk effective sample size, of the recorded samples
     */
    public record Statistic(String name, double mean, double error, double rHat, double ess) { }

    /** What a run says about itself. */
    public enum Verdict {
        /** The chains agree: errors are as stated. */
        CONVERGED,
        /** The chains do not agree yet, but come closer: running longer helps. */
        SLOW,
        /** The chains are at different places and stay there: another chain is needed. */
        STUCK
    }

    /** Standard errors and R-hat of all variables. Immutable. */
    public static final class Errors {

        private final double[][] standardErrors;
        private final double[] rHat;
        private final double[] disagreement;
        private final double approach;

        /** The last is by how much chains that disagree came closer in the second half of the run. */
        Errors(double[][] standardErrors, double[] rHat, double[] disagreement, double approach) {
            this.approach = approach;
            this.standardErrors = standardErrors;
            this.rHat = rHat;
            this.disagreement = disagreement;
        }

        /**
         * The largest standard error of a variable.
         *
         * @param variable a variable
         * @return the largest of its values; NaN if none is known
         */
        public double largest(int variable) {
            return largestOf(Arrays.stream(standardErrors[variable]));
        }
    }

    /**
     * The Monte Carlo standard error of a marginal; where the chains disagree, at least how far one of them is from
     * their mean.
     *
     * @param variable a variable of the sampled model
     * @param value    one of its values
     * @return the error; NaN where the run was too short to tell
     */
    public double standardError(int variable, int value) {
        return errors.standardErrors[variable][value];
    }

    /**
     * The split R-hat of a variable.
     *
     * @param variable a variable of the sampled model
     * @return the largest of its values; NaN where the run was too short to tell
     */
    public double rHat(int variable) {
        return errors.rHat[variable];
    }

    /**
     * The effective sample size of a marginal: how many independent samples would count it as precisely. Of a number
     * that is 0 or 1, ranks say no more than values: this is its bulk effective sample size.
     *
     * @param variable a variable
     * @param value    one of its values
     * @return p(1−p) over the squared standard error; NaN where that is not known, ∞ where the error is 0
     */
    public double effectiveSamples(int variable, int value) {
        double p = marginals.probability(variable, value);
        double error = standardError(variable, value);
        return error == 0 ? Double.POSITIVE_INFINITY : p * (1 - p) / (error * error);
    }

    /**
     * How far chains are apart that have not converged: the largest difference between the estimate of a single chain
     * and that of all, or between its two halves, over the marginals whose R-hat is above 1.1.
     *
     * @return 0 if there is none
     */
    public double disagreement() {
        return Arrays.stream(errors.disagreement).max().orElse(0);
    }

    /**
     * Whether the chains agree: no marginal has both an R-hat above 1.1 and chains that are 0.01 or more from the mean.
     * An R-hat above 1.1 alone is common among thousands of marginals whose errors are tiny.
     *
     * @return false also if the run was too short to tell
     */
    public boolean isConverged() {
        return disagreement() < DISAGREEMENT && isKnown();
    }

    /** Whether the run was long enough for errors. */
    boolean isKnown() {
        return Arrays.stream(errors.rHat).noneMatch(Double::isNaN);
    }

    /**
     * What the run says about itself. Chains that mix slowly are nearer to each other at the end than half way, by a
     * factor of √2 in the long run; those that are stuck are not.
     *
     * @return the verdict
     */
    public Verdict verdict() {
        return isConverged() ? Verdict.CONVERGED
                : isKnown() && errors.approach > NO_APPROACH ? Verdict.STUCK : Verdict.SLOW;
    }

    /**
     * What to do about the verdict.
     *
     * @return a sentence; empty if nothing needs to be done
     */
    public String advice() {
        return switch (verdict()) {
            case CONVERGED -> "";
            case STUCK -> "the chains are up to " + text(disagreement()) + " from their mean and do not come closer: "
                    + (roundTrips.isEmpty() ? "try a chain for barriers (tempered, tempered-wide)"
                    : "running longer may take very long; try wider blocks (more table entries) or more time");
            case SLOW -> !isKnown() ? "the run was too short to tell whether the chains agree: run longer"
                    : "chains are up to " + text(disagreement()) + " from their mean: run about "
                    + (long) Math.ceil(Math.min(1e6, Math.pow(disagreement() / DISAGREEMENT, 2)) * LONGER)
                    + " times longer; until then the errors cover the disagreement only";
        };
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.2g", value);
    }

    /**
     * The largest R-hat of all variables and statistics.
     *
     * @return NaN if none is known
     */
    public double worstRhat() {
        return largestOf(DoubleStream.concat(Arrays.stream(errors.rHat),
                statistics.stream().mapToDouble(Statistic::rHat)));
    }

    /**
     * The largest standard error of all marginals.
     *
     * @return NaN if none is known
     */
    public double worstError() {
        return largestOf(Arrays.stream(errors.standardErrors).flatMapToDouble(Arrays::stream));
    }

    private static double largestOf(DoubleStream values) {
        return values.filter(value -> !Double.isNaN(value)).max().orElse(Double.NaN);
    }
}
