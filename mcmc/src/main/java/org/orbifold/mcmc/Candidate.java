package org.orbifold.mcmc;

import java.util.function.Supplier;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;

/**
 * A chain with its estimator, set up: what a trial compares and a run uses. Safe to use by several threads.
 *
 * @param name          the chain in words
 * @param estimatorName the estimator in words
 * @param chain         makes a chain for one thread
 * @param estimator     makes an estimator for one chain
 * @param nanosOfSweep  about how long a sweep takes, by counting: the same on every machine
 */
record Candidate(String name, String estimatorName, Supplier<MarkovChain> chain, Supplier<Estimator> estimator,
        double nanosOfSweep) {

    /** The same chain with the estimator of another. */
    Candidate with(Candidate other) {
        return new Candidate(name, other.estimatorName, chain, other.estimator, nanosOfSweep);
    }
}
