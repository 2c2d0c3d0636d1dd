package org.orbifold.mcmc;

import java.util.List;
import org.orbifold.mcmc.InferenceResult.SymmetryUse;
import org.orbifold.mcmc.run.ChainParts;

/** What {@link Inference} samples with, for those who run its chains in their own way. */
public interface InferenceParts extends ChainParts {

    /**
     * The probability of an orbit move after a step of BV-MCMC or its aggregate.
     *
     * @return from 0 to 1; 0 for chains without such moves
     */
    double alpha();

    /**
     * The symmetries in use.
     *
     * @return one entry per partition
     */
    List<SymmetryUse> symmetries();
}
