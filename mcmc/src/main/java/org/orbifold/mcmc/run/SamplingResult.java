package org.orbifold.mcmc.run;

import java.util.List;
import org.orbifold.pgm.marginal.Marginals;

/**
 * What a run found.
 *
 * @param marginals      estimates of all marginals
 * @param standardErrors Monte Carlo standard errors, for each value of each variable; NaN where the run was too short
 *                       to tell
 * @param rHat           split R-hat of each variable, the largest of its values
 * @param statistics     diagnostics of numbers that symmetries do not change
 * @param samples        samples of all chains, burn-in not included
 * @param steps          steps of all chains, burn-in included
 * @param seconds        seconds of sampling, those before a checkpoint included
 * @param interrupted    whether the run was interrupted: then this is what there was
 * @param history        how the estimates came about, chain by chain
 */
public record SamplingResult(Marginals marginals, double[][] standardErrors, double[] rHat, List<Statistic> statistics,
        long samples, long steps, double seconds, boolean interrupted, History history) {

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
        double error = standardErrors[variable][value];
        return p * (1 - p) / (error * error);
    }

    /**
     * The largest R-hat of all variables and statistics.
     *
     * @return NaN if none is known
     */
    public double worstRhat() {
        double worst = Double.NaN;
        for (double value : rHat) {
            worst = Double.isNaN(worst) || value > worst ? value : worst;
        }
        for (Statistic statistic : statistics) {
            worst = Double.isNaN(worst) || statistic.rHat > worst ? statistic.rHat : worst;
        }
        return worst;
    }

    /**
     * The largest standard error of all marginals.
     *
     * @return NaN if none is known
     */
    public double worstError() {
        double worst = Double.NaN;
        for (double[] errors : standardErrors) {
            for (double value : errors) {
                worst = Double.isNaN(worst) || value > worst ? value : worst;
            }
        }
        return worst;
    }
}
