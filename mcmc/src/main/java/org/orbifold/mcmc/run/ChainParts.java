package org.orbifold.mcmc.run;

import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;

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
     * What the parts are, so that only a run of the same kind resumes from a checkpoint.
     *
     * @return one line
     */
    String description();
}
