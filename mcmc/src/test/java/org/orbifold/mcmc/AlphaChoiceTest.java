package org.orbifold.mcmc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.chain.BlockValue;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.estimate.ConditionalEstimator;
import org.orbifold.mcmc.estimate.CountEstimator;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;

class AlphaChoiceTest {

    private static MarkovChain gibbs(GraphicalModel model) {
        return Gibbs.of(CompiledModel.of(model), Scan.SYSTEMATIC);
    }

    private static AlphaChoice.Moves byCounts(GraphicalModel model, OrbitAction action, long seed) {
        return AlphaChoice.choose(model, gibbs(model), List.of(action), MoveExtent.ALL,
                () -> new CountEstimator(model), seed);
    }

    /** Independent pairs of variables, each with the values of the paper's first example. */
    private static GraphicalModel manyPairs(int count) {
        int[] sizes = new int[2 * count];
        Arrays.fill(sizes, 2);
        ModelBuilder model = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < count; i++) {
            model.table(new int[] {2 * i, 2 * i + 1}, Math.log(2), Math.log(3), Math.log(4), Math.log(4));
        }
        return model.build();
    }

    /** From within one of three deep modes nothing looks wrong, and yet moves must be chosen. */
    @Test
    void modesCallForMoves() {
        GraphicalModel model = SmallModels.pottsRing(4, 6);
        OrbitAction action = SmallModels.symmetries(model, SmallModels.pairs(model));
        for (long seed = 1; seed <= 5; seed++) {
            AlphaChoice.Moves moves = byCounts(model, action, seed);
            assertThat(moves.every()).isPositive();
            assertThat(moves.alpha()).isEqualTo(1.0 / moves.every());
        }
    }

    @Test
    void sameSeedSameChoice() {
        GraphicalModel model = SmallModels.students();
        OrbitAction action = SmallModels.symmetries(model, SmallModels.pairs(model));
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(byCounts(model, action, seed)).isEqualTo(byCounts(model, action, seed));
        }
    }

    /** Conditionals of variables that each have their own block do not gain by exchanging what is symmetric already. */
    @Test
    void movesThatDoNotPayAreNotMade() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2).build();
        OrbitAction action = SmallModels.symmetries(model, BlockPartition.singletons(4));
        assertThat(action.group().isTrivial()).isFalse();
        AlphaChoice.Moves moves = AlphaChoice.choose(model, gibbs(model), List.of(action), MoveExtent.ALL,
                () -> new ConditionalEstimator(model), 1);
        assertThat(moves.every()).isZero();
        assertThat(moves.alpha()).isZero();
        MarkovChain base = gibbs(model);
        assertThat(moves.on(base, MoveExtent.ALL, ElementDraw.EXACT)).isSameAs(base);
    }

    /**
     * A shuffle of equal blocks is as good for counts as a sweep: it is chosen where it is cheaper, as on a chain of a
     * user's own with the work that such are taken to be, and not where it costs as much.
     */
    @Test
    void cheapMovesAreMade() {
        int pairs = 200;
        GraphicalModel model = manyPairs(pairs);
        List<Permutation> swaps = new ArrayList<>();
        for (int i = 0; i + 1 < pairs; i++) {
            int[] images = Permutation.identity(4 * pairs).images();
            for (int x = 4 * i; x < 4 * i + 4; x++) {
                images[x] = x + 4;
                images[x + 4] = x;
            }
            swaps.add(Permutation.ofImages(images));
        }
        OrbitAction action = OrbitAction.of(BlockSymmetries.of(model, SmallModels.pairs(model), swaps));
        assertThat(byCounts(model, action, 1).every()).isZero();
        AlphaChoice.Moves moves = AlphaChoice.choose(model, gibbs(model)::advance, List.of(action), MoveExtent.ALL,
                () -> new CountEstimator(model), 1);
        assertThat(moves.every()).isBetween(1, 2000);
        assertThat(moves.on(gibbs(model), MoveExtent.ALL, ElementDraw.EXACT)).isInstanceOf(BlockValue.class);
    }

    @Test
    void withoutSymmetriesThereIsNothingToChoose() {
        GraphicalModel model = SmallModels.paperOne();
        OrbitAction none = SmallModels.symmetries(model, BlockPartition.singletons(2));
        assertThat(byCounts(model, none, 1)).isEqualTo(AlphaChoice.Moves.NONE);
    }
}
