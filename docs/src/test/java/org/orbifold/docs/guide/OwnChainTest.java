package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** How to add a chain: the example of {@code docs/project/architecture.md}. */
class OwnChainTest {

    // region chain
    /** Metropolis: proposes to flip one binary variable, and accepts by the ratio of the weights. */
    static final class Metropolis implements MarkovChain {

        private final GraphicalModel model;

        Metropolis(GraphicalModel model) {
            this.model = model;
        }

        @Override
        public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
            for (long t = from; t < to; t++) {
                int variable = random.nextInt(state.length);
                double before = model.logWeight(state);
                state[variable] ^= 1;
                if (random.nextDouble() < Math.exp(model.logWeight(state) - before)) {
                    listener.changed(t, variable, state[variable] ^ 1, state[variable]);
                } else {
                    state[variable] ^= 1;
                }
            }
        }
    }
    // end region

    @Test
    void isProved() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C")
                .clause(0.7, "A=0", "B=1").clause(0.7, "A=0", "C=1").clause(0.2, "A=1").build();
        // region proof
        MarkovChain chain = new Metropolis(model);
        TransitionMatrix matrix = TransitionMatrix.of(model, chain);
        assertThat(matrix.invarianceError()).isLessThan(1e-12);
        assertThat(matrix.isIrreducible()).isTrue();

        // Every chain takes orbit moves: B and C are exchangeable here.
        BlockSymmetries symmetries = SymmetryFinder.of(model).variable();
        OrbitAction action = OrbitAction.of(symmetries);
        TransitionMatrix orbital = TransitionMatrix.of(model, BlockValueChain.of(chain, action, 1));
        assertThat(orbital.invarianceError()).isLessThan(1e-12);
        // end region
        assertThat(symmetries.order()).isEqualTo(2);
    }
}
