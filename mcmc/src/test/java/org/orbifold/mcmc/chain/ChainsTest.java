package org.orbifold.mcmc.chain;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.orbifold.mcmc.cluster.Involution;
import org.orbifold.mcmc.orbit.ContextSymmetries;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.orbit.NearSymmetries;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.testing.RandomInvolutions;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;

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

    /** Involutions that need not be symmetries, of blocks and of variables. */
    private static MarkovChain clusters(GraphicalModel model, MarkovChain base, int every) {
        List<Move> moves = Stream.of(SmallModels.pairs(model), BlockPartition.singletons(model.variableCount()))
                .map(p -> Involution.of(model, p, RandomInvolutions.of(model, p, 5)).move()).toList();
        return MovingChain.of(base, moves, every);
    }

    @Nested
    class ClustersOnGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return clusters(model, gibbs(model), 1);
        }
    }

    @Nested
    class ClustersOnSystematicBlockGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return clusters(model, blockGibbs(model, seed, Scan.SYSTEMATIC), 2);
        }
    }

    /** A group that has nothing to do with the model: the Metropolis correction does all. */
    private static NearSymmetries near(GraphicalModel model, BlockPartition partition) {
        ModelBuilder nothing = GraphicalModel.builder().variables(model.sizes());
        return NearSymmetries.of(model, BlockSymmetries.of(nothing.build(), partition,
                List.of(RandomInvolutions.of(model, partition, 3), RandomInvolutions.of(model, partition, 4))));
    }

    @Nested
    class NearSymmetriesOnGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            List<Move> moves = List.of(near(model, SmallModels.pairs(model)).move(),
                    near(model, BlockPartition.singletons(model.variableCount())).move());
            return MovingChain.of(gibbs(model), moves, 1);
        }
    }

    @Nested
    class ContextsOnGibbs extends MarkovChainContract {
        @Override
        MarkovChain chain(GraphicalModel model, long seed) {
            return MovingChain.of(gibbs(model), List.of(ContextSymmetries.of(model, new int[] {0}, 4).move()), 1);
        }
    }
}
