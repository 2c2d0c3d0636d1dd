package org.orbifold.mcmc;

import java.util.List;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.symmetry.model.BlockSymmetries;

/**
 * Marginals with error estimates, and how they were found.
 *
 * @param marginals        marginals of all variables, the observed ones included
 * @param conditioned      the model that was sampled, and how its variables map to the given ones
 * @param sampling         estimates, errors and diagnostics of the sampled variables
 * @param chain            the chain in words
 * @param estimator        the estimator in words
 * @param symmetries       the symmetries used, one entry per partition
 * @param discoverySeconds seconds spent on finding symmetries
 */
public record InferenceResult(Marginals marginals, ConditionedModel conditioned, SamplingResult sampling, String chain,
        String estimator, List<SymmetryUse> symmetries, double discoverySeconds) {

    /**
     * Symmetries of one partition.
     *
     * @param blocks     the number of blocks
     * @param log10Order the decimal logarithm of the number of symmetries
     * @param orbits     the number of orbits of block-value pairs
     * @param pairs      the number of block-value pairs
     */
    public record SymmetryUse(int blocks, double log10Order, int orbits, int pairs) {

        /**
         * The numbers of some symmetries.
         *
         * @param symmetries the symmetries of a partition
         * @return their sizes
         */
        public static SymmetryUse of(BlockSymmetries symmetries) {
            return new SymmetryUse(symmetries.partition().blockCount(), symmetries.log10Order(),
                    symmetries.orbits().count(), symmetries.pairs().pairCount());
        }
    }
}
