package org.orbifold.mcmc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

class BarrierChainTest {

    private static BarrierChain.Setup setup(GraphicalModel model) {
        return new BarrierChain.Setup(BlockPartition.singletons(model.variableCount()), "", "",
                new BarrierChain.Usual() {
                    @Override
                    public MarkovChain withMoves(MarkovChain base) {
                        return base;
                    }

                    @Override
                    public Estimator estimator() {
                        return Estimator.conditionals(model);
                    }
                });
    }

    /** Seven hot replicas have the model's 8192 entries, and compiled ones. */
    @Test
    void theTablesOfALadderTakeMemory() {
        int[] all = {0, 1, 2};
        GraphicalModel model = GraphicalModel.builder().variables(16, 16, 32).table(all, new double[1 << 13]).build();
        assertThat(BarrierChain.rough(model, setup(model), Xoshiro256.of(1, 0)).bytes())
                .isEqualTo(7 * (1 << 13) * 2L * Double.BYTES);
    }
}
