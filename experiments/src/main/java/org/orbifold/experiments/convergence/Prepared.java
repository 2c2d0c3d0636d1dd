package org.orbifold.experiments.convergence;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.orbifold.inference.ChainChoice.SymmetryUse;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * A method made ready for a model; threads share it.
 *
 * @param model      the model that chains sample
 * @param estimated  the model whose variables estimators have sums for
 * @param marginals  makes marginals of the problem's model from an estimator's sums and the state
 * @param chain      makes a chain for one thread
 * @param estimator  makes an estimator for one chain
 * @param symmetries the symmetries used, one entry per partition
 * @param alpha      the probability of an orbit move after a step; 0 for chains without moves
 */
public record Prepared(GraphicalModel model, GraphicalModel estimated,
        BiFunction<double[], int[], Marginals> marginals, Supplier<MarkovChain> chain, Supplier<Estimator> estimator,
        List<SymmetryUse> symmetries, double alpha) {

    /** A method on all variables of the problem's model. */
    Prepared(GraphicalModel model, Supplier<MarkovChain> chain, Supplier<Estimator> estimator,
            List<SymmetryUse> symmetries, double alpha) {
        this(model, model, MarginalSums.of(model)::marginals, chain, estimator, symmetries, alpha);
    }
}
