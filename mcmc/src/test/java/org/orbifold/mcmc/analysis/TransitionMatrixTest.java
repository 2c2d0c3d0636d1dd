package org.orbifold.mcmc.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.OrbitSampler;
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
            same(TransitionMatrix.of(model, BlockValueChain.of(gibbs(model), vv, 0)),
                    TransitionMatrix.of(model, gibbs(model)));
            OrbitSampler sampler = OrbitSampler.of(vv, ElementDraw.EXACT);
            MarkovChain orbital = (state, from, to, random, listener) -> {
                gibbs(model).advance(state, from, to, random, listener);
                sampler.moveAll(state, from, random, listener);
            };
            same(TransitionMatrix.of(model, BlockValueChain.of(gibbs(model), vv, 1)),
                    TransitionMatrix.of(model, orbital));
        }
    }

    /** The aggregate chain M* of the paper, for chains of period 1. */
    private static MarkovChain oneOf(MarkovChain... chains) {
        return (state, from, to, random, listener) ->
                chains[random.nextInt(chains.length)].advance(state, from, to, random, listener);
    }

    /** One chain over several partitions is the aggregate of one chain for each, as the paper defines it. */
    @Test
    void severalPartitionsInOneChainAreTheAggregate() {
        for (GraphicalModel model : SmallModels.all()) {
            OrbitAction vv = SmallModels.symmetries(model, BlockPartition.singletons(model.variableCount()));
            OrbitAction bv = SmallModels.symmetries(model, SmallModels.pairs(model));
            for (MoveExtent extent : MoveExtent.values()) {
                same(TransitionMatrix.of(model,
                        BlockValueChain.of(gibbs(model), List.of(vv, bv), 0.35, extent, ElementDraw.EXACT)),
                        TransitionMatrix.of(model, oneOf(
                                BlockValueChain.of(gibbs(model), List.of(vv), 0.35, extent, ElementDraw.EXACT),
                                BlockValueChain.of(gibbs(model), List.of(bv), 0.35, extent, ElementDraw.EXACT))));
            }
        }
    }

    /** The paper's G2: (0,0,0,0) and (0,1,1,1) are one orbit, and a move goes to either with probability 1/2. */
    @Test
    void symmetryAcrossBlocksOfThePaper() {
        GraphicalModel model = SmallModels.paperTwo();
        OrbitAction action = SmallModels.paperTwoSymmetry();
        assertThat(SmallModels.isSymmetry(model, action.symmetries().pairs(),
                action.symmetries().generators().get(0))).isTrue();
        OrbitAction vv = SmallModels.symmetries(model, BlockPartition.singletons(4));
        assertThat(vv.symmetries().group().isTrivial()).isTrue();
        OrbitSampler sampler = OrbitSampler.of(action, ElementDraw.EXACT);
        TransitionMatrix move = TransitionMatrix.of(model,
                (state, from, to, random, listener) -> sampler.moveAll(state, from, random, listener));
        assertThat(move.probability(0, 0)).isEqualTo(0.5);
        assertThat(move.probability(0, 7)).isEqualTo(0.5);
        assertThat(move.state(7)).containsExactly(0, 1, 1, 1);
        assertThat(move.invarianceError()).isLessThan(1e-12);
        TransitionMatrix plain = TransitionMatrix.of(model, gibbs(model));
        TransitionMatrix moved = TransitionMatrix.of(model, BlockValueChain.of(gibbs(model), action, 1));
        assertThat(moved.spectralGap()).isGreaterThan(plain.spectralGap() - 1e-9);
        assertThat(moved.mixingTime(0.1)).isLessThan(plain.mixingTime(0.1));
    }

    /**
     * Why moves are not made where they cannot be seen: random-scan block Gibbs on the blocks of Ψ commutes with Ψ, so
     * the orbits follow each other by the same law with and without moves.
     */
    @Test
    void movesDoNotChangeHowOrbitsFollowUnderBlockGibbs() {
        for (GraphicalModel model : List.of(SmallModels.students(), SmallModels.pottsRing(3, 0.8),
                SmallModels.paperTwo(), SmallModels.paperOne())) {
            OrbitAction bv = SmallModels.symmetries(model, SmallModels.pairs(model));
            MarkovChain blocks = Gibbs.of(CompiledModel.of(model, bv.symmetries().partition()), Scan.RANDOM);
            TransitionMatrix plain = TransitionMatrix.of(model, blocks);
            TransitionMatrix moved = TransitionMatrix.of(model, BlockValueChain.of(blocks, bv, 1));
            int[] orbitOf = orbits(model, bv, plain);
            double[][] a = plain.lump(orbitOf, 1e-12);
            double[][] b = moved.lump(orbitOf, 1e-12);
            for (int i = 0; i < a.length; i++) {
                assertThat(a[i]).containsExactly(b[i], within(1e-12));
            }
        }
    }

    /** Numbers the orbits of states: two states are in one if a uniform move leads from one to the other. */
    private static int[] orbits(GraphicalModel model, OrbitAction action, TransitionMatrix states) {
        OrbitSampler sampler = OrbitSampler.of(action, ElementDraw.EXACT);
        TransitionMatrix move = TransitionMatrix.of(model,
                (state, from, to, random, listener) -> sampler.moveAll(state, from, random, listener));
        int[] orbitOf = new int[states.size()];
        Arrays.fill(orbitOf, -1);
        int count = 0;
        for (int s = 0; s < orbitOf.length; s++) {
            if (orbitOf[s] < 0) {
                for (int j = 0; j < orbitOf.length; j++) {
                    orbitOf[j] = move.probability(s, j) > 0 ? count : orbitOf[j];
                }
                count++;
            }
        }
        return orbitOf;
    }

    @Test
    void orbitMovesNeverNarrowTheGapOnTheExamples() {
        for (GraphicalModel model : List.of(SmallModels.paperOne(), SmallModels.students(), SmallModels.jobSearch(2),
                SmallModels.pottsRing(2, 1.5), SmallModels.pottsRing(3, 1.5))) {
            OrbitAction bv = SmallModels.symmetries(model, SmallModels.pairs(model));
            assertThat(bv.symmetries().group().isTrivial()).isFalse();
            double plain = TransitionMatrix.of(model, gibbs(model)).spectralGap();
            double moved = TransitionMatrix.of(model, BlockValueChain.of(gibbs(model), bv, 1)).spectralGap();
            assertThat(moved).isGreaterThan(plain - 1e-9);
        }
    }

    /** Three modes: Gibbs takes long to cross from one to another, orbit moves cross at once. */
    @Test
    void blockValueMovesJoinTheModesOfPotts() {
        GraphicalModel model = SmallModels.pottsRing(3, 3);
        OrbitAction bv = SmallModels.symmetries(model, SmallModels.pairs(model));
        assertThat(bv.symmetries().group().order().intValueExact()).isEqualTo(36);
        long plain = TransitionMatrix.of(model, gibbs(model)).mixingTime(0.1);
        long moved = TransitionMatrix.of(model, BlockValueChain.of(gibbs(model), bv, 1)).mixingTime(0.1);
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
