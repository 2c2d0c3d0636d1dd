package org.orbifold.mcmc.orbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.Factor;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

class OrbitMoverTest {

    /** Without features every valid permutation is a symmetry: what is tested is the move alone. */
    private static GraphicalModel free(int... sizes) {
        return GraphicalModel.builder().variables(sizes).build();
    }

    /** The matrix of a move of all factors: each row must be uniform on the orbit, by all elements of the group. */
    private static void isUniform(GraphicalModel model, OrbitAction action) {
        OrbitMover mover = action.mover();
        MarkovChain move = (state, from, to, random, listener) -> mover.moveAll(state, from, random, listener);
        TransitionMatrix matrix = TransitionMatrix.of(model, move);
        List<Permutation> elements = action.group().elements(50_000).toList();
        for (int s = 0; s < matrix.size(); s++) {
            double[] expected = new double[matrix.size()];
            for (Permutation element : elements) {
                int[] image = SmallModels.image(action.values(), element, matrix.state(s));
                for (int j = 0; j < expected.length; j++) {
                    expected[j] += Arrays.equals(matrix.state(j), image) ? 1.0 / elements.size() : 0;
                }
            }
            for (int j = 0; j < expected.length; j++) {
                assertThat(matrix.probability(s, j)).isCloseTo(expected[j], within(1e-12));
            }
        }
    }

    private static OrbitAction action(GraphicalModel model, BlockPartition partition, String... cycles) {
        int degree = BlockValues.of(model, partition).pairCount();
        return OrbitAction.of(model, partition, PermutationGroup.of(degree,
                Arrays.stream(cycles).map(text -> Permutation.parseCycles(degree, text)).toList()));
    }

    @Test
    void insideOneBlock() {
        GraphicalModel model = free(2, 2);
        BlockPartition one = BlockPartition.of(2, List.of(Block.of(0, 1)));
        isUniform(model, action(model, one, "(0 1)", "(2 3)"));
        isUniform(model, action(model, one, "(0 1 3)"));
        isUniform(model, action(model, one, "(0 1)(2 3)", "(0 2)(1 3)"));
        isUniform(model, action(model, one, "(0 1)(2 3)"));
    }

    @Test
    void swapsOfBlocks() {
        GraphicalModel model = free(2, 2, 2);
        isUniform(model, action(model, BlockPartition.singletons(3), "(0 2)(1 3)", "(4 5)"));
        isUniform(model, action(model, BlockPartition.singletons(3), "(0 1)(2 3)(4 5)"));
    }

    /** Three blocks of different inner order, shuffled: the path of its own for symmetric groups. */
    @Test
    void symmetricGroupOnBlocks() {
        GraphicalModel model = free(3, 3, 3, 2);
        OrbitAction action = action(model, BlockPartition.singletons(4), "(0 4)(1 5)(2 3)", "(3 6)(4 7)(5 8)",
                "(9 10)");
        assertThat(action.joint()).hasSize(1);
        assertThat(action.joint()[0].group().kind()).isEqualTo(Factor.Kind.SYMMETRIC);
        assertThat(BlockShuffle.of(action, 0)).isNotNull();
        isUniform(model, action);
    }

    @Test
    void otherShapes() {
        GraphicalModel model = free(2, 2, 2, 2);
        BlockPartition singles = BlockPartition.singletons(4);
        // Cyclic, alternating, wreath product, dihedral on the square.
        isUniform(model, action(model, singles, "(0 2 4 6)(1 3 5 7)"));
        isUniform(model, action(model, singles, "(0 2 4)(1 3 5)", "(2 4 6)(3 5 7)"));
        isUniform(model, action(model, singles, "(0 1)", "(0 2)(1 3)", "(2 4)(3 5)"));
        isUniform(model, action(model, singles, "(0 2 4 6)(1 3 5 7)", "(0 4)(1 5)"));
        isUniform(model, action(model, singles, "(0 1)(2 3)(4 5)(6 7)", "(0 2)(1 3)(4 6)(5 7)"));
    }

    /** Random groups of valid permutations of mixed blocks. */
    @Test
    void randomGroups() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 25; round++) {
            GraphicalModel model = free(2, 3, 2, 3);
            BlockValues values = BlockValues.of(model, BlockPartition.singletons(4));
            List<Permutation> generators = new ArrayList<>();
            for (int g = random.nextInt(1, 4); g > 0; g--) {
                int[] images = new int[values.pairCount()];
                int[][] targets = {random.nextBoolean() ? new int[] {0, 2} : new int[] {2, 0},
                    random.nextBoolean() ? new int[] {1, 3} : new int[] {3, 1}};
                for (int b = 0; b < 4; b++) {
                    int target = targets[b % 2][b / 2];
                    int size = model.size(b);
                    int shift = random.nextInt(size);
                    for (int x = 0; x < size; x++) {
                        images[values.firstPair(b) + x] = values.firstPair(target) + (x + shift) % size;
                    }
                }
                generators.add(Permutation.ofImages(images));
            }
            isUniform(model, OrbitAction.of(model, values.partition(),
                    PermutationGroup.of(values.pairCount(), generators)));
        }
    }

    @Test
    void movesAroundABlockLeaveTheRestAlone() {
        GraphicalModel model = free(2, 2, 2, 2);
        OrbitAction action = action(model, BlockPartition.singletons(4), "(0 2)(1 3)", "(4 6)(5 7)");
        assertThat(action.cost()).isEqualTo(8);
        assertThat(action.costAroundBlock()).isEqualTo(4);
        int[] state = {0, 1, 0, 1};
        OrbitMover mover = action.mover();
        int swapped = 0;
        for (int i = 0; i < 200; i++) {
            mover.moveAround(0, state, i, new SplittableRandom(i), (time, variable, before, after) -> { });
            assertThat(state[2]).isZero();
            assertThat(state[3]).isOne();
            swapped += state[0];
        }
        // Binomial with 200 tosses: outside 50 to 150 with probability below 1e-11.
        assertThat(swapped).isBetween(50, 150);
    }

    @Test
    void invalidGroupsAreRefused() {
        GraphicalModel model = free(2, 2, 3);
        BlockPartition singles = BlockPartition.singletons(3);
        assertThatThrownBy(() -> action(model, singles, "(0 2)")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not valid").hasMessageContaining("[0]");
        assertThatThrownBy(() -> OrbitAction.of(model, singles, PermutationGroup.of(3, List.of())))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("degree 3");
        assertThat(action(model, singles).cost()).isZero();
    }
}
