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

/** How to add a chain: the example of {@code docs/tasks/your-own.md}. */
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
        double error = matrix.invarianceError();             // the largest entry of |πP − π|: below 1e-12
        boolean reachesAll = matrix.isIrreducible();
        double gap = matrix.spectralGap();

        // The same with orbit moves, which any chain can make.
        BlockSymmetries symmetries = SymmetryFinder.of(model).variable();
        MarkovChain orbital = BlockValueChain.of(chain, OrbitAction.of(symmetries), 1);
        double orbitalGap = TransitionMatrix.of(model, orbital).spectralGap();
        // end region
        assertThat(error).isLessThan(1e-12);
        assertThat(reachesAll).isTrue();
        assertThat(gap).isBetween(0.0, 1.0);
        assertThat(TransitionMatrix.of(model, orbital).invarianceError()).isLessThan(1e-12);
        // B and C are exchangeable.
        assertThat(symmetries.order()).isEqualTo(2);
        assertThat(orbitalGap).isGreaterThan(gap - 1e-9);
    }
}
