package org.orbifold.mcmc.orbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

class OrbitSamplerTest {

    /** Without features every valid permutation is a symmetry: what is tested is the move alone. */
    private static GraphicalModel free(int... sizes) {
        return GraphicalModel.builder().variables(sizes).build();
    }

    /** The matrix of a move of all factors: each row must be uniform on the orbit, by all elements of the group. */
    private static void isUniform(GraphicalModel model, OrbitAction action) {
        isUniform(model, OrbitSampler.of(action, ElementDraw.EXACT), action);
    }

    private static void isUniform(GraphicalModel model, OrbitSampler sampler, OrbitAction action) {
        MarkovChain move = (state, from, to, random, listener) -> sampler.moveAll(state, from, random, listener);
        TransitionMatrix matrix = TransitionMatrix.of(model, move);
        List<Permutation> elements = action.symmetries().group().elements(50_000).toList();
        for (int s = 0; s < matrix.size(); s++) {
            double[] expected = new double[matrix.size()];
            for (Permutation element : elements) {
                int[] image = SmallModels.image(action.symmetries().pairs(), element, matrix.state(s));
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
        int degree = BlockValuePairs.of(model, partition).pairCount();
        return OrbitAction.of(BlockSymmetries.of(model, partition,
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

    /** All ways to exchange values of one block in pairs, in each of two blocks. */
    @Test
    void exchangesInsideTwoBlocks() {
        GraphicalModel model = free(2, 2, 2, 2);
        BlockPartition pairs = SmallModels.pairs(model);
        String[] first = {"(0 1)", "(0 2)", "(0 3)", "(1 2)", "(1 3)", "(2 3)", "(0 1)(2 3)", "(0 2)(1 3)",
            "(0 3)(1 2)"};
        for (String one : first) {
            for (String other : List.of("(4 5)", "(6 7)", "(4 6)", "(5 7)", "(4 7)", "(5 6)", "(4 5)(6 7)")) {
                OrbitAction action = action(model, pairs, one, other);
                isUniform(model, action);
            }
        }
    }

    /** Blocks of two variables, each with its own order of the four values. */
    @Test
    void symmetricGroupOnPairs() {
        GraphicalModel model = free(2, 2, 2, 2, 2, 2);
        OrbitAction action = action(model, SmallModels.pairs(model), "(0 7)(1 5)(2 4)(3 6)", "(4 8)(5 9)(6 11)(7 10)");
        isUniform(model, action);
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
        assertThat(action.joint().get(0).factor().group().kind()).isEqualTo(GroupStructure.Kind.SYMMETRIC);
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
            BlockValuePairs values = BlockValuePairs.of(model, BlockPartition.singletons(4));
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
            isUniform(model, OrbitAction.of(BlockSymmetries.of(model, values.partition(), generators)));
        }
    }

    @Test
    void movesAroundABlockLeaveTheRestAlone() {
        GraphicalModel model = free(2, 2, 2, 2);
        OrbitAction action = action(model, BlockPartition.singletons(4), "(0 2)(1 3)", "(4 6)(5 7)");
        assertThat(action.cost()).isPositive();
        int[] state = {0, 1, 0, 1};
        OrbitSampler sampler = OrbitSampler.of(action, ElementDraw.EXACT);
        int swapped = 0;
        for (int i = 0; i < 200; i++) {
            sampler.moveAround(0, state, i, new SplittableRandom(i), (time, variable, before, after) -> { });
            assertThat(state[2]).isZero();
            assertThat(state[3]).isOne();
            swapped += state[0];
        }
        // Binomial with 200 tosses: outside 50 to 150 with probability below 1e-11.
        assertThat(swapped).isBetween(50, 150);
    }

    /** Many blocks of two binary variables, each with an exchange of two values, and one with three. */
    @Test
    void manyBlocksAreAllFair() {
        int blocks = 100;
        int[] sizes = new int[2 * blocks];
        Arrays.fill(sizes, 2);
        GraphicalModel model = free(sizes);
        BlockPartition pairs = SmallModels.pairs(model);
        List<String> cycles = new ArrayList<>();
        for (int b = 0; b < blocks; b++) {
            // 00 and 11 are exchanged, or 00 and 01, 10 stays alone; in block 7 three values go round.
            cycles.add(b == 7 ? "(28 29 31)" : "(" + 4 * b + " " + (4 * b + (b % 4 == 3 ? 3 : 1)) + ")");
        }
        OrbitAction action = action(model, pairs, cycles.toArray(String[]::new));
        assertThat(action.flips().count()).isEqualTo(75);
        assertThat(action.innerBlocks()).hasSize(25);
        int[] ones = new int[sizes.length];
        OrbitSampler sampler = OrbitSampler.of(action, ElementDraw.EXACT);
        Xoshiro256 random = Xoshiro256.of(2, 0);
        int[] state = new int[sizes.length];
        state[10] = 1;
        int moves = 4000;
        for (int i = 0; i < moves; i++) {
            int[] heard = state.clone();
            sampler.moveAll(state, i, random, (time, variable, before, after) -> {
                assertThat(heard[variable]).isEqualTo(before);
                heard[variable] = after;
            });
            assertThat(heard).isEqualTo(state);
            for (int v = 0; v < ones.length; v++) {
                ones[v] += state[v];
            }
        }
        // Block 5 holds 10, which has no partner; block 7 is at 00, 01 or 11; all others are fair coins.
        assertThat(ones[10]).isEqualTo(moves);
        assertThat(ones[11]).isZero();
        for (int v = 0; v < ones.length; v++) {
            double p = v == 14 ? 1.0 / 3 : v == 15 ? 2.0 / 3 : v % 2 == 0 && v / 2 % 4 != 3 ? 0 : 0.5;
            if (v / 2 != 5) {
                // Six standard deviations of a binomial count, 200 counts: false alarm below 1e-6.
                assertThat(ones[v]).isCloseTo((int) (p * moves), within((int) (6 * Math.sqrt(moves / 4.0))));
            }
        }
    }

    /**
     * Product replacement reaches all elements about equally often. Successive draws are correlated, so each of 3000
     * draws is the first of its own sampler, and the counts are independent.
     */
    @Test
    void productReplacementIsNearlyUniform() {
        GraphicalModel model = free(2, 2, 2, 2);
        OrbitAction action = action(model, BlockPartition.singletons(4), "(0 2 4 6)(1 3 5 7)", "(0 2)(1 3)",
                "(0 1)(2 3)(4 5)(6 7)");
        Map<List<Integer>, Integer> counts = new HashMap<>();
        int draws = 3000;
        Xoshiro256 random = Xoshiro256.of(5, 0);
        for (int i = 0; i < draws; i++) {
            int[] state = {1, 0, 0, 0};
            OrbitSampler.of(action, ElementDraw.PRODUCT_REPLACEMENT).moveAll(state, i, random,
                    (time, variable, before, after) -> { });
            counts.merge(Arrays.stream(state).boxed().toList(), 1, Integer::sum);
        }
        // The orbit of one 1 among four: four places, each as it is or with all values exchanged.
        assertThat(counts).hasSize(8);
        double expected = draws / 8.0;
        double statistic = counts.values().stream().mapToDouble(c -> (c - expected) * (c - expected) / expected).sum();
        // χ² with 7 degrees of freedom: beyond 46 with probability below 1e-7.
        assertThat(statistic).isLessThan(46);
    }

    /** What is saved in the middle of moves by product replacement goes on to the same states. */
    @Test
    void productReplacementGoesOnFromWhatItSaved() throws IOException {
        GraphicalModel model = free(2, 2, 2, 2);
        OrbitAction action = action(model, BlockPartition.singletons(4), "(0 2 4 6)(1 3 5 7)", "(0 4)(1 5)");
        OrbitSampler sampler = OrbitSampler.of(action, ElementDraw.PRODUCT_REPLACEMENT);
        int[] state = {1, 0, 0, 1};
        Xoshiro256 random = Xoshiro256.of(5, 0);
        ChangeListener ignore = (time, variable, before, after) -> { };
        for (int i = 0; i < 10; i++) {
            sampler.moveAll(state, i, random, ignore);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sampler.save(new DataOutputStream(bytes));
        OrbitSampler resumed = OrbitSampler.of(action, ElementDraw.PRODUCT_REPLACEMENT);
        resumed.load(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        int[] copy = state.clone();
        Xoshiro256 one = Xoshiro256.of(6, 0);
        Xoshiro256 other = Xoshiro256.of(6, 0);
        for (int i = 10; i < 60; i++) {
            sampler.moveAll(state, i, one, ignore);
            resumed.moveAll(copy, i, other, ignore);
            assertThat(copy).isEqualTo(state);
        }
        assertThat(one.nextLong()).isEqualTo(other.nextLong());
    }

    @Test
    void invalidGroupsAreRefused() {
        GraphicalModel model = free(2, 2, 3);
        BlockPartition singles = BlockPartition.singletons(3);
        assertThatThrownBy(() -> action(model, singles, "(0 2)")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not valid").hasMessageContaining("[0]");
        assertThatThrownBy(() -> BlockSymmetries.of(model, singles, List.of(Permutation.identity(3))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("degree 3");
        assertThat(action(model, singles).cost()).isZero();
    }
}
