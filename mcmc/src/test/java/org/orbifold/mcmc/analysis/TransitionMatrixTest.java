package org.orbifold.mcmc.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.chain.Aggregate;
import org.orbifold.mcmc.chain.BlockValue;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Orbital;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;

class TransitionMatrixTest {

    private static MarkovChain gibbs(GraphicalModel model) {
        return Gibbs.of(CompiledModel.of(model), Scan.RANDOM);
    }

    private static void same(TransitionMatrix a, TransitionMatrix b) {
        for (int s = 0; s < a.size(); s++) {
            for (int j = 0; j < a.size(); j++) {
                assertThat(a.probability(s, j)).isCloseTo(b.probability(s, j), within(1e-12));
            }
        }
    }

    @Test
    void gibbsOnOneVariableDrawsFromTheTarget() {
        GraphicalModel model = GraphicalModel.builder().variables(3)
                .table(new int[] {0}, Math.log(0.2), Math.log(0.5), Math.log(0.3)).build();
        TransitionMatrix matrix = TransitionMatrix.of(model, gibbs(model));
        for (int s = 0; s < 3; s++) {
            assertThat(matrix.probability(s, 0)).isCloseTo(0.2, within(1e-15));
            assertThat(matrix.probability(s, 1)).isCloseTo(0.5, within(1e-15));
        }
        assertThat(matrix.spectralGap()).isCloseTo(1, within(1e-12));
        assertThat(matrix.mixingTime(0.25)).isEqualTo(1);
        assertThat(matrix.stationary()).containsExactly(new double[] {0.2, 0.5, 0.3}, within(1e-12));
    }

    /** Two independent fair bits: from the eigenvalues 1, 1/2, 1/2, 0 of the lazy walk on a square. */
    @Test
    void gapAndMixingTimeOfASquare() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2).build();
        TransitionMatrix matrix = TransitionMatrix.of(model, gibbs(model));
        assertThat(matrix.spectralGap()).isCloseTo(0.5, within(1e-12));
        // After t steps some variable was never drawn with probability 2^(1-t); the distance is a quarter of that.
        assertThat(matrix.mixingTime(0.25)).isEqualTo(1);
        assertThat(matrix.mixingTime(0.1)).isEqualTo(3);
        assertThat(matrix.mixingTime(0.01)).isEqualTo(6);
    }

    @Test
    void alphaZeroIsTheBaseChainAndAlphaOneOnSingletonsIsOrbital() {
        for (GraphicalModel model : SmallModels.all()) {
            OrbitAction vv = SmallModels.symmetries(model, BlockPartition.singletons(model.variableCount()));
            same(TransitionMatrix.of(model, BlockValue.of(gibbs(model), vv, 0)),
                    TransitionMatrix.of(model, gibbs(model)));
            same(TransitionMatrix.of(model, BlockValue.of(gibbs(model), vv, 1)),
                    TransitionMatrix.of(model, Orbital.of(gibbs(model), vv)));
            same(TransitionMatrix.of(model, Aggregate.of(List.of(gibbs(model), gibbs(model)))),
                    TransitionMatrix.of(model, gibbs(model)));
        }
    }

    @Test
    void orbitMovesNeverNarrowTheGapOnTheExamples() {
        for (GraphicalModel model : List.of(SmallModels.paperOne(), SmallModels.students(), SmallModels.jobSearch(2),
                SmallModels.pottsRing(2, 1.5), SmallModels.pottsRing(3, 1.5))) {
            OrbitAction bv = SmallModels.symmetries(model, SmallModels.pairs(model));
            assertThat(bv.group().isTrivial()).isFalse();
            double plain = TransitionMatrix.of(model, gibbs(model)).spectralGap();
            double moved = TransitionMatrix.of(model, Orbital.of(gibbs(model), bv)).spectralGap();
            assertThat(moved).isGreaterThan(plain - 1e-9);
        }
    }

    /** Three modes: Gibbs takes long to cross from one to another, orbit moves cross at once. */
    @Test
    void blockValueMovesJoinTheModesOfPotts() {
        GraphicalModel model = SmallModels.pottsRing(3, 3);
        OrbitAction bv = SmallModels.symmetries(model, SmallModels.pairs(model));
        assertThat(bv.group().order().intValueExact()).isEqualTo(36);
        long plain = TransitionMatrix.of(model, gibbs(model)).mixingTime(0.1);
        long moved = TransitionMatrix.of(model, Orbital.of(gibbs(model), bv)).mixingTime(0.1);
        assertThat(moved * 5).isLessThan(plain);
    }

    /** Gibbs commutes with variable symmetries, so it is a chain on their orbits. */
    @Test
    void gibbsIsLumpableByOrbitsOfVariables() {
        GraphicalModel model = SmallModels.jobSearch(2);
        TransitionMatrix matrix = TransitionMatrix.of(model, gibbs(model));
        int[] classOf = new int[matrix.size()];
        for (int s = 0; s < classOf.length; s++) {
            int[] state = matrix.state(s);
            int[] image = {state[2], state[3], state[0], state[1], state[5], state[4]};
            classOf[s] = Arrays.compare(state, image) <= 0 ? index(state) : index(image);
        }
        int[] numbered = Arrays.stream(classOf).map(c -> Arrays.binarySearch(
                Arrays.stream(classOf).distinct().sorted().toArray(), c)).toArray();
        double[][] lumped = matrix.lump(numbered, 1e-12);
        assertThat(lumped).hasDimensions(36, 36);
        assertThat(Arrays.stream(lumped[0]).sum()).isCloseTo(1, within(1e-12));
        int[] wrong = new int[matrix.size()];
        wrong[5] = 1;
        assertThatThrownBy(() -> matrix.lump(wrong, 1e-12)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not lumpable");
    }

    private static int index(int[] state) {
        int index = 0;
        for (int value : state) {
            index = 2 * index + value;
        }
        return index;
    }

    /** The proof can fail: a chain that ignores the model is caught. */
    @Test
    void aWrongChainIsFound() {
        GraphicalModel model = SmallModels.paperOne();
        MarkovChain wrong = (state, from, to, random, listener) -> state[0] = random.nextInt(2);
        TransitionMatrix matrix = TransitionMatrix.of(model, wrong);
        assertThat(matrix.invarianceError()).isGreaterThan(0.01);
        assertThat(matrix.isIrreducible()).isFalse();
        MarkovChain stuck = (state, from, to, random, listener) -> state[0] = 1 - state[0];
        assertThat(TransitionMatrix.of(model, stuck).canStay()).isFalse();
        assertThat(TransitionMatrix.of(model, stuck).mixingTime(0.1)).isEqualTo(-1);
    }

    @Test
    void largeModelsAreRefused() {
        GraphicalModel model = SmallModels.jobSearch(5);
        assertThatThrownBy(() -> TransitionMatrix.of(model, gibbs(model)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("exact analysis");
    }
}
