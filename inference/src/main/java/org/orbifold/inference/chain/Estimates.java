package org.orbifold.inference.chain;

import java.util.List;
import java.util.Optional;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.orbit.ContextSymmetries;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;

/**
 * How marginals are estimated from a chain.
 *
 * @param kind       which estimator
 * @param symmetries the groups whose orbits are averaged over
 * @param typical    states that show which orbits are likely, where several partitions are to choose from
 * @param contexts   the contexts whose orbits are averaged over
 */
record Estimates(Kind kind, List<BlockSymmetries> symmetries, List<int[]> typical,
        Optional<ContextSymmetries> contexts) {

    /** The estimators. */
    enum Kind {

        COUNTS("counts"),
        CONDITIONALS("conditionals"),
        ORBIT_COUNTS("counts averaged over orbits"),
        ORBIT_CONDITIONALS("conditionals averaged over orbits"),
        CONTEXT_CONDITIONALS("conditionals averaged over the orbits of each context");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    static Estimates of(Kind kind) {
        return new Estimates(kind, List.of(), List.of(), Optional.empty());
    }

    /** An estimator for one chain. */
    Estimator estimator(GraphicalModel model) {
        return switch (kind) {
            case COUNTS -> Estimator.counts(model);
            case CONDITIONALS -> Estimator.conditionals(model);
            case ORBIT_COUNTS -> Estimator.orbitCounts(model, symmetries, typical);
            case ORBIT_CONDITIONALS -> Estimator.orbitConditionals(model, symmetries.get(0));
            case CONTEXT_CONDITIONALS -> Estimator.contextConditionals(model, contexts.orElseThrow());
        };
    }

    @Override
    public String toString() {
        return kind.words;
    }
}
