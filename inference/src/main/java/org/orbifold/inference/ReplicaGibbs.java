package org.orbifold.inference;

import java.util.IdentityHashMap;
import java.util.Map;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;

/** Gibbs in turn for the models of a ladder, each compiled once for all chains. Safe to use by several threads. */
final class ReplicaGibbs {

    private final Map<GraphicalModel, CompiledModel> compiled = new IdentityHashMap<>();

    /** A chain for one thread. */
    synchronized Gibbs of(GraphicalModel at) {
        return Gibbs.of(compiled.computeIfAbsent(at, CompiledModel::of), Scan.SYSTEMATIC);
    }
}
