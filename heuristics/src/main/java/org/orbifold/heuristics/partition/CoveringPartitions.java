package org.orbifold.heuristics.partition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.time.Workers;
import org.orbifold.symmetry.model.LocalSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/**
 * Few partitions that together hold every useful block with a symmetry of its own ({@link LocalSymmetries}): a random
 * selection of partitions holds only a fraction of them.
 *
 * <p>Finding the fewest is edge colouring; first fit with busy variables first needs less than twice as many as the
 * busiest variable has such blocks, and usually just as many. Variables that no such block needs are filled with
 * coherent blocks.
 */
final class CoveringPartitions {

    private CoveringPartitions() { }

    /**
     * The covering partitions of the wanted blocks.
     *
     * @param kinds  fills what the wanted blocks leave
     * @param finder of the model
     * @param wanted useful blocks with a symmetry of their own
     * @return partitions; none if no block is wanted
     */
    static List<BlockPartition> of(CoherentPartitions kinds, SymmetryFinder finder, List<Block> wanted) {
        int variableCount = finder.model().variableCount();
        int[] busy = new int[variableCount];
        for (Block block : wanted) {
            for (int v : block.variables()) {
                busy[v]++;
            }
        }
        List<Block> order = new ArrayList<>(wanted);
        order.sort(Comparator.comparingInt((Block block) -> {
            int most = 0;
            for (int v : block.variables()) {
                most = Math.max(most, busy[v]);
            }
            return -most;
        }));
        List<Matching> matchings = FirstFitPartitions.firstFit(variableCount, order, Integer.MAX_VALUE,
                finder.budget());
        try (Workers workers = new Workers(finder.options().threads(), finder.budget())) {
            return workers.map(matchings, matching -> finder.budget().isOver() ? matching.complete()
                    : kinds.filled(matching));
        }
    }
}
