package org.orbifold.experiments.convergence;

import java.util.List;
import java.util.function.Supplier;
import org.orbifold.inference.InferenceResult.SymmetryUse;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;

/**
 * A method made ready for a model; threads share it.
 *
 * @param chain      makes a chain for one thread
 * @param estimator  makes an estimator for one chain
 * @param symmetries the symmetries used, one entry per partition
 * @param alpha      the probability of an orbit move after a step; 0 for chains without moves
 */
public record Prepared(Supplier<MarkovChain> chain, Supplier<Estimator> estimator, List<SymmetryUse> symmetries,
        double alpha) { }
