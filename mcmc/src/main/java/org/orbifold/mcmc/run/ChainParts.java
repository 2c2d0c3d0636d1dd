package org.orbifold.mcmc.run;

import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.pgm.model.GraphicalModel;

/** Makes what each chain of a run needs for itself; must be safe to call from several threads. */
public interface ChainParts {

    /**
     * A chain of its own.
     *
     * @return a new chain
     */
    MarkovChain chain();

    /**
     * An estimator of its own.
     *
     * @return a new estimator
     */
    Estimator estimator();

    /**
     * The model whose variables the estimator has entries for.
     *
     * @param sampled the model that the chain samples
     * @return that one, unless the estimator knows more variables than the chain draws
     */
    default GraphicalModel estimated(GraphicalModel sampled) {
        return sampled;
    }

    /**
     * What the parts are, so that only a run of the same kind resumes from a checkpoint.
     *
     * @return one line
     */
    String description();
}
