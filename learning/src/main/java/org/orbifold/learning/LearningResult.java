package org.orbifold.learning;

import java.util.List;
import java.util.OptionalDouble;
import org.orbifold.logic.FormulaInstances;

/**
 * Learned weights. Immutable.
 *
 * @param formulas            all soft formulas, in the order of the network
 * @param instances           the formulas with their numbers; as many as {@code formulas}
 * @param objective           what was maximised
 * @param method              how, and why so
 * @param value               the objective without the prior; NaN if its gradient was sampled
 * @param logLikelihood       the log-likelihood with the learned weights; empty if it is not affordable
 * @param logLikelihoodAtZero the log-likelihood if all learned weights were 0; empty if it is not affordable
 * @param iterations          steps of the optimiser
 * @param gradientNorm        the largest entry of the gradient at the end, in absolute value
 * @param converged           whether the optimum was reached
 * @param sampled             whether gradients were sampled
 * @param curve               the objective, with the prior, after each step; where gradients are sampled, their size in
 *                            units of the curvature
 * @param parameters          learned weights, one for each formula instance
 * @param classes             parameters: as many, unless weights are tied
 * @param remarks             what a user should know
 * @param seconds             the time it took
 */
public record LearningResult(List<LearnedFormula> formulas, FormulaInstances instances, LearningObjective objective,
        String method, double value, OptionalDouble logLikelihood, OptionalDouble logLikelihoodAtZero, int iterations,
        double gradientNorm, boolean converged, boolean sampled, List<Double> curve, int parameters, int classes,
        List<String> remarks, double seconds) {

    /**
     * Copies the lists.
     *
     * @param formulas            all soft formulas
     * @param instances           the formulas with their numbers
     * @param objective           what was maximised
     * @param method              how
     * @param value               the objective without the prior
     * @param logLikelihood       the log-likelihood
     * @param logLikelihoodAtZero the log-likelihood if all learned weights were 0
     * @param iterations          steps of the optimiser
     * @param gradientNorm        the largest entry of the gradient
     * @param converged           whether the optimum was reached
     * @param sampled             whether gradients were sampled
     * @param curve               the objective after each step
     * @param parameters          learned weights
     * @param classes             parameters
     * @param remarks             what a user should know
     * @param seconds             the time it took
     */
    public LearningResult {
        formulas = List.copyOf(formulas);
        curve = List.copyOf(curve);
        remarks = List.copyOf(remarks);
    }

    /**
     * Returns the weights.
     *
     * @return by number of the instance
     */
    public double[] weights() {
        return formulas.stream().mapToDouble(LearnedFormula::weight).toArray();
    }
}
