package org.orbifold.experiments.convergence;

import java.io.Serializable;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * A way to estimate marginals: a chain, its symmetries, an estimator.
 *
 * @param id          a short name for files; equal names in one experiment mean equal methods
 * @param label       what people read
 * @param origin      whose it is
 * @param description one sentence
 * @param preparation finds the symmetries; its time counts
 */
public record Method(String id, String label, Origin origin, String description,
        Preparation preparation) {

    /** Whose a method is. */
    public enum Origin {
        /** A chain of the paper, run as the paper does. */
        PAPER,
        /** A strong baseline without symmetries. */
        BASELINE,
        /** What this library adds. */
        OURS
    }

    /** Prepares a method for a model, here or on another machine. */
    @FunctionalInterface
    public interface Preparation extends Serializable {

        /**
         * Finds symmetries and whatever else chains need.
         *
         * @param model   the model
         * @param seed    the seed of random choices
         * @param seconds how long runs will take, to plan for
         * @return what chains are made from
         */
        Prepared prepare(GraphicalModel model, long seed, double seconds);
    }
}
