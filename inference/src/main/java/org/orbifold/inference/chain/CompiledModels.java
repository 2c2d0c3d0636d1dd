package org.orbifold.inference.chain;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;

/** Models compiled for Gibbs, each once for all chains that draw the same units of it. Safe for several threads. */
final class CompiledModels {

    private final Map<GraphicalModel, Map<BlockPartition, CompiledModel>> known = new IdentityHashMap<>();

    CompiledModel of(GraphicalModel model, BlockPartition partition) {
        return of(model, partition, Budget.unlimited());
    }

    /**
     * A compiled model, made in a limited time if it is not known.
     *
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    synchronized CompiledModel of(GraphicalModel model, BlockPartition partition, Budget budget) {
        return known.computeIfAbsent(model, key -> new HashMap<>())
                .computeIfAbsent(partition, units -> CompiledModel.of(model, units, budget));
    }
}
