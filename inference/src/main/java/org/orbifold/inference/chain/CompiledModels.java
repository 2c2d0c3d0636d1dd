package org.orbifold.inference.chain;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;

/** Models compiled for Gibbs, each once for all chains that draw the same units of it. Safe for several threads. */
final class CompiledModels {

    private final Map<GraphicalModel, Map<BlockPartition, CompiledModel>> known = new IdentityHashMap<>();

    synchronized CompiledModel of(GraphicalModel model, BlockPartition partition) {
        return known.computeIfAbsent(model, key -> new HashMap<>()).computeIfAbsent(partition, units ->
                units.blockCount() == model.variableCount() ? CompiledModel.of(model) : CompiledModel.of(model, units));
    }
}
