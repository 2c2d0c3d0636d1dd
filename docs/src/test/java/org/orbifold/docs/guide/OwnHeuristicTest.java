package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** How to add a heuristic: the example of {@code docs/tasks/your-own.md}. */
class OwnHeuristicTest {

    // region heuristic
    /** Variables that come in pairs, as they do in many files: (0, 1), (2, 3), … */
    static BlockPartition neighbours(GraphicalModel model) {
        List<Block> pairs = IntStream.range(0, model.variableCount() / 2).mapToObj(i -> Block.of(2 * i, 2 * i + 1))
                .toList();
        return BlockPartition.completedBySingletons(model.variableCount(), pairs);
    }
    // end region

    @Test
    void isScoredAndRun() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C", "D", "E")
                .conjunction(1.0, "A=1", "B=1").conjunction(1.0, "C=1", "D=1").clause(0.5, "A=1", "E=1").build();
        // region score
        SymmetryFinder finder = SymmetryFinder.of(model);
        BlockSymmetries found = finder.blockValue(neighbours(model));
        double score = ScoredPartition.of(found).score();    // log of how many states an orbit joins, about

        InferenceOptions mine = InferenceOptions.defaults().withRoute(Route.SAMPLE).withChain(ChainKind.BV)
                .withPartitions(List.of(neighbours(model)))
                .withSampling(SamplingOptions.defaults().withSamples(2_000));
        InferenceResult result = Inference.on(model).withOptions(mine).run();
        // end region
        assertThat(found.partition().blockCount()).isEqualTo(3);
        assertThat(score).isPositive();
        assertThat(result.plan().chain().orElseThrow().symmetries().get(0).blocks()).isEqualTo(3);
    }
}
