package org.orbifold.inference;

import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;

/**
 * A chain with its estimator, set up: what a trial compares and a run uses. Safe to use by several threads, and sent to
 * other machines: so it holds objects, and no lambdas.
 *
 * @param name          the chain in words
 * @param estimatorName the estimator in words
 * @param source        makes chains and estimators
 * @param nanosOfSweep  about how long a sweep takes, by counting: the same on every machine
 */
record Candidate(String name, String estimatorName, Source source, double nanosOfSweep) {

    /** Makes a chain for one thread, and an estimator for one chain. */
    interface Source {

        MarkovChain chain();

        Estimator estimator();
    }

    /** Chains of one source with the estimators of another. */
    private record Mixed(Source chains, Source estimators) implements Source {

        @Override
        public MarkovChain chain() {
            return chains.chain();
        }

        @Override
        public Estimator estimator() {
            return estimators.estimator();
        }
    }

    MarkovChain chain() {
        return source.chain();
    }

    Estimator estimator() {
        return source.estimator();
    }

    /** The same chain with the estimator of another. */
    Candidate with(Candidate other) {
        return new Candidate(name, other.estimatorName, new Mixed(source, other.source), nanosOfSweep);
    }
}
