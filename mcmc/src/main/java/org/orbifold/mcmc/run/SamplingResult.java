package org.orbifold.mcmc.run;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.orbifold.mcmc.chain.RoundTrips;
import org.orbifold.pgm.marginal.Marginals;

/**
 * What a run found.
 *
 * @param marginals   estimates of all marginals
 * @param errors      how far they may be off, see {@link #standardError} and {@link #rHat}
 * @param statistics  diagnostics of numbers that symmetries do not change
 * @param samples     samples of all chains, burn-in not included
 * @param unit        what a sample is, but for thinning
 * @param steps       steps of all chains, burn-in included
 * @param seconds     seconds of sampling, those before a checkpoint included
 * @param interrupted whether the run was interrupted: then this is what there was
 * @param roundTrips  with tempering, how often a state went from the hottest replica to the target's, in all chains,
 *                    and how often it should have
 * @param history     how the estimates came about, chain by chain
 */
public record SamplingResult(Marginals marginals, Errors errors, List<Statistic> statistics, long samples,
        SampleUnit unit, long steps, double seconds, boolean interrupted, Optional<RoundTrips> roundTrips,
        History history) {

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
        /** The chains are at different places and stay there, or cannot leave their start: another chain is needed. */
        STUCK,
        /** The run was too short to say anything. */
        TOO_SHORT
    }

    /** Standard errors and R-hat of all variables. Immutable. */
    public static final class Errors {

        private final double[][] standardErrors;
        private final double[] rHat;
        private final double[] disagreement;
        private final double approach;
        private final int locked;
        private final boolean divided;

        /**
         * The last are by how much chains that disagree came closer in the second half of the run, how many variables
         * hard constraints held in place, and whether they divide the states into parts that chains keep to.
         */
        Errors(double[][] standardErrors, double[] rHat, double[] disagreement, double approach, int locked,
                boolean divided) {
            this.divided = divided;
            this.approach = approach;
            this.locked = locked;
            this.standardErrors = standardErrors;
            this.rHat = rHat;
            this.disagreement = disagreement;
        }

        /**
         * The largest standard error of a variable.
         *
         * @param variable a variable
         * @return the largest of its values
         */
        public double largest(int variable) {
            return Diagnosis.largest(Arrays.stream(standardErrors[variable]));
        }
    }

    /**
     * The Monte Carlo standard error of a marginal; where the chains disagree, at least how far one of them is from
     * their mean.
     *
     * @param variable a variable of the sampled model
     * @param value    one of its values
     * @return the error, which covers states that no chain met ({@link org.orbifold.mcmc.diagnose.UnseenStates}); 0.5
     *         where nothing is known
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
     * @return p(1−p) over the squared standard error; ∞ where the error is 0
     */
    public double effectiveSamples(int variable, int value) {
        double p = marginals.probability(variable, value);
        double error = standardError(variable, value);
        return error == 0 ? Double.POSITIVE_INFINITY : p * (1 - p) / (error * error);
    }

    /**
     * What the run says about itself.
     *
     * @return R-hat, verdict and advice
     */
    public Diagnosis diagnosis() {
        return new Diagnosis(history.chains(), worstRhat(), Arrays.stream(errors.rHat).noneMatch(Double::isNaN),
                Arrays.stream(errors.disagreement).max().orElse(0), errors.approach, errors.locked,
                roundTrips.isPresent(), errors.divided);
    }

    /**
     * How far chains are apart that have not converged, see {@link Diagnosis#disagreement()}.
     *
     * @return 0 if the chains agree
     */
    public double disagreement() {
        return diagnosis().disagreement();
    }

    /**
     * Whether the chains agree, see {@link Diagnosis}.
     *
     * @return false also if the run was too short to say
     */
    public boolean isConverged() {
        return verdict() == Verdict.CONVERGED;
    }

    /**
     * What the run says about itself, see {@link Diagnosis}.
     *
     * @return the verdict
     */
    public Verdict verdict() {
        return diagnosis().verdict();
    }

    /**
     * What to do about the verdict, see {@link Diagnosis#text()}.
     *
     * @return a sentence; empty if nothing needs to be done
     */
    public String advice() {
        return isConverged() ? "" : diagnosis().text();
    }

    /**
     * The largest R-hat of all variables and statistics.
     *
     * @return NaN if none is known
     */
    public double worstRhat() {
        return Diagnosis.largest(DoubleStream.concat(Arrays.stream(errors.rHat),
                statistics.stream().mapToDouble(Statistic::rHat)));
    }

    /**
     * The largest standard error of all marginals.
     *
     * @return NaN if there is no variable
     */
    public double worstError() {
        return Diagnosis.largest(Arrays.stream(errors.standardErrors).flatMapToDouble(Arrays::stream));
    }
}
