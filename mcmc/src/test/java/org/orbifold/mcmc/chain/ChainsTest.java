package org.orbifold.mcmc.chain;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;

/** The contract for every chain and for compositions of them. */
class ChainsTest {

    private static MarkovChain gibbs(GraphicalModel model) {
        return Gibbs.of(CompiledModel.of(model), Scan.RANDOM);
    }

    private static MarkovChain blockGibbs(GraphicalModel model, long seed, Scan scan) {
        BlockPartition partition = SmallModels.partition(model, seed);
        return Gibbs.of(CompiledModel.of(model, partition), scan);
    }

    private static OrbitAction bv(GraphicalModel model) {
        return SmallModels.symmetries(model, SmallModels.pairs(model));
    }

    private static OrbitAction vv(GraphicalModel model) {
        return SmallModels.symmetries(model, BlockPartition.singletons(model.variableCount()));
    }

    @Nested
    class RandomScanGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return gibbs(model);
        }
    }

    @Nested
    class SystematicScanGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return Gibbs.of(CompiledModel.of(model), Scan.SYSTEMATIC);
        }
    }

    @Nested
    class RandomScanBlockGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return blockGibbs(model, seed, Scan.RANDOM);
        }
    }

    @Nested
    class SystematicScanBlockGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return blockGibbs(model, seed, Scan.SYSTEMATIC);
        }
    }

    @Nested
    class OrbitalOnGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.of(gibbs(model), vv(model), 1);
        }
    }

    @Nested
    class BlockValueOnGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.of(gibbs(model), bv(model), 0.3);
        }
    }

    @Nested
    class BlockValueOnSystematicGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.of(Gibbs.of(CompiledModel.of(model), Scan.SYSTEMATIC), bv(model), 1);
        }
    }

    @Nested
    class TouchedBlockValueOnGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.of(gibbs(model), List.of(bv(model)), 1, MoveExtent.TOUCHED, ElementDraw.EXACT);
        }
    }

    @Nested
    class TouchedBlockValueOnBlockGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.of(blockGibbs(model, seed, Scan.RANDOM), List.of(bv(model)), 1,
                    MoveExtent.TOUCHED, ElementDraw.EXACT);
        }
    }

    @Nested
    class BlockValueOfSeveralPartitions extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.of(gibbs(model), List.of(bv(model), vv(model)), 0.4, MoveExtent.TOUCHED,
                    ElementDraw.EXACT);
        }
    }

    @Nested
    class BlockValueByChanceOnSystematicGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.of(Gibbs.of(CompiledModel.of(model), Scan.SYSTEMATIC), List.of(bv(model), vv(model)),
                    0.3, MoveExtent.ALL, ElementDraw.EXACT);
        }
    }

    @Nested
    class RegularBlockValueOnGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.regular(gibbs(model), List.of(bv(model), vv(model)), 2, MoveExtent.ALL,
                    ElementDraw.EXACT);
        }
    }

    @Nested
    class RegularBlockValueOnSystematicGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return BlockValueChain.regular(Gibbs.of(CompiledModel.of(model), Scan.SYSTEMATIC), List.of(bv(model)), 3,
                    MoveExtent.TOUCHED, ElementDraw.EXACT);
        }
    }
}
