package org.orbifold.mcmc.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockValuePairs;
import org.orbifold.symmetry.model.SymmetryFinder;

class InvolutionsTest {

    private static final double NEVER = Double.NEGATIVE_INFINITY;

    /** A path whose neighbours differ in colour, and pairs of vertices beside it, each with exchanges of its own. */
    private static GraphicalModel colourings(int path, int pairs) {
        int[] sizes = new int[path + 2 * pairs];
        Arrays.fill(sizes, 3);
        double[] differ = {NEVER, 0, 0, 0, NEVER, 0, 0, 0, NEVER};
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i + 1 < path; i++) {
            builder.table(new int[] {i, i + 1}, differ);
        }
        for (int i = 0; i < pairs; i++) {
            builder.table(new int[] {path + 2 * i, path + 2 * i + 1}, differ);
        }
        return builder.build();
    }

    /** Exchanges in small parts do not crowd out those of the large one, and these join all its colours. */
    @Test
    void theWidestComeFirst() {
        GraphicalModel model = colourings(9, 2);
        List<Involution> found = Involutions.of(model, SymmetryFinder.of(model).blockValue(
                BlockPartition.singletons(model.variableCount())), 4, Xoshiro256.of(1, 0), Budget.unlimited());
        assertThat(found).hasSize(4);
        assertThat(Involutions.of(model, SymmetryFinder.of(model).blockValue(
                BlockPartition.singletons(model.variableCount())), 4, Xoshiro256.of(1, 0), Budget.ofSeconds(0)))
                .as("it is late").isEmpty();
        assertThat(found.subList(0, 3)).allMatch(one -> one.siteCount() == 9 && one.keepsBlocks());
        int[] state = new int[model.variableCount()];
        Arrays.setAll(state, i -> i < 9 ? i % 2 : (i - 9) % 2);
        boolean[] seen = new boolean[3];
        Xoshiro256 random = Xoshiro256.of(2, 0);
        List<Move> moves = Involution.moves(found, 4);
        for (int i = 0; i < 200; i++) {
            moves.get(random.nextInt(moves.size())).apply(state, i, random, ChainListener.NONE);
            seen[state[0]] = true;
        }
        assertThat(seen).containsOnly(true);
    }

    /** An exchange of colours moves vertices one by one, also if blocks have two of them. */
    @Test
    void blocksAreTakenApart() {
        GraphicalModel model = colourings(4, 0);
        BlockPartition partition = BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3)));
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        int[] images = new int[18];
        for (int block = 0; block < 2; block++) {
            for (int value = 0; value < 9; value++) {
                images[9 * block + value] = 9 * block + 3 * other(value / 3) + other(value % 3);
            }
        }
        Involution exchange = Involution.of(model, partition, Permutation.ofImages(images));
        assertThat(pairs.pairCount()).isEqualTo(18);
        assertThat(exchange.siteCount()).isEqualTo(4);
        Move move = exchange.move();
        Move single = Involution.exchanging(model, 0, 1).move();
        TransitionMatrix ofBlocks = TransitionMatrix.of(model, (state, from, to, random, listener) ->
                move.apply(state, from, random, listener));
        TransitionMatrix ofVariables = TransitionMatrix.of(model, (state, from, to, random, listener) ->
                single.apply(state, from, random, listener));
        for (int s = 0; s < ofBlocks.size(); s++) {
            for (int t = 0; t < ofBlocks.size(); t++) {
                assertThat(ofBlocks.probability(s, t)).isCloseTo(ofVariables.probability(s, t), within(1e-12));
            }
        }
    }

    private static int other(int colour) {
        return colour == 2 ? 2 : 1 - colour;
    }

    private static GraphicalModel ring(int n, double coupling) {
        int[] sizes = new int[n];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < n; i++) {
            builder.table(new int[] {i, (i + 1) % n}, coupling, 0, 0, coupling);
        }
        return builder.build();
    }

    private static ClusterSchedule schedule(GraphicalModel model) {
        return ClusterSchedule.of(List.of(Involution.exchanging(model, 0, 1)),
                Gibbs.of(CompiledModel.of(model), Scan.SYSTEMATIC), model.variableCount(),
                new int[model.variableCount()], Xoshiro256.of(1, 0));
    }

    /** Strongly coupled spins move in clusters, for most of the work; others are left to the steps. */
    @Test
    void clustersGetTheWorkThatTheyEarn() {
        ClusterSchedule strong = schedule(ring(200, 6));
        ClusterSchedule weak = schedule(ring(200, 0.1));
        double step = Gibbs.of(CompiledModel.of(ring(200, 6)), Scan.SYSTEMATIC).work();
        assertThat(strong.work() / (strong.every() * step)).isBetween(4.5, 6.5);
        assertThat(weak.work() / (weak.every() * step)).isBetween(0.1, 0.5);
        assertThat(strong.changedPerWork()).isGreaterThan(4 * weak.changedPerWork());
        assertThat(schedule(ring(200, 6))).isEqualTo(strong);
    }
}
