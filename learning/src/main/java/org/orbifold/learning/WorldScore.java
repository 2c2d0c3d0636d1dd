package org.orbifold.learning;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How well a Markov logic network predicts worlds. Immutable.
 *
 * @param atoms               variables of the modelled predicates in all worlds
 * @param logLikelihood       the log-likelihood of all modelled atoms; empty if it was not found in time
 * @param logLikelihoodError  its standard error; 0 if it is exact
 * @param method              how the log-likelihood was computed, or why it was not
 * @param pseudoLogLikelihood the pseudo-log-likelihood; empty if atoms are missing
 * @param predicates          by query predicate
 */
public record WorldScore(long atoms, OptionalDouble logLikelihood, double logLikelihoodError, String method,
        OptionalDouble pseudoLogLikelihood, List<Predicted> predicates) {

    /**
     * Copies the list.
     *
     * @param atoms               variables of the modelled predicates
     * @param logLikelihood       the log-likelihood
     * @param logLikelihoodError  its standard error
     * @param method              how
     * @param pseudoLogLikelihood the pseudo-log-likelihood
     * @param predicates          by query predicate
     */
    public WorldScore {
        predicates = List.copyOf(predicates);
    }

    /**
     * How well the atoms of a predicate are predicted by their marginal probabilities, given the atoms of all
     * predicates that are not queried.
     *
     * @param predicate                its name
     * @param atoms                    its atoms whose truth is known
     * @param positives                how many of them are true; −1 if the ground network was too large to predict them
     * @param conditionalLogLikelihood the mean over atoms of the log-probability of what is true; NaN if not predicted
     * @param error                    its standard error from sampling; 0 if it is exact
     * @param area                     the area under the precision-recall curve; NaN if no atom is true
     * @param verdict                  what chains say about themselves, where marginals are sampled; why nothing was
     *                                 predicted
     */
    public record Predicted(String predicate, long atoms, long positives, double conditionalLogLikelihood,
            double error, double area, Optional<String> verdict) { }
}
