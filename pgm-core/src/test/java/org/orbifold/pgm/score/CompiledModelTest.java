package org.orbifold.pgm.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;

/** Conditionals of variables and of blocks, by every way they are computed, against sums over the features. */
class CompiledModelTest {

    /** Limits that lead to tabulated conditionals, to sums over tables, and to features evaluated as they are. */
    private static final List<Limits> ALL_WAYS = List.of(Limits.DEFAULT, new Limits(1 << 12, 0, 0, 0),
            new Limits(1, 64, 64, 1 << 22), new Limits(8, 4, 8, 12));

    @Property(tries = 100)
    void softModels(@ForAll long seed) {
        compare(RandomModels.soft(seed), seed);
    }

    @Property(tries = 100)
    void hardModels(@ForAll long seed) {
        compare(RandomModels.hard(seed), seed);
    }

    private static void compare(GraphicalModel model, long seed) {
        int n = model.variableCount();
        for (BlockPartition partition : List.of(BlockPartition.singletons(n), randomBlocks(n, seed))) {
            for (Limits limits : ALL_WAYS) {
                CompiledModel compiled = CompiledModel.of(model, partition, limits);
                assertThat(compiled.partition()).isEqualTo(partition);
                assertThat(compiled.unitCount()).isEqualTo(partition.blockCount());
                for (int[] state : RandomModels.states(model)) {
                    for (int u = 0; u < partition.blockCount(); u++) {
                        compareUnit(model, compiled, state, u);
                    }
                }
            }
        }
    }

    private static BlockPartition randomBlocks(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Block> blocks = new ArrayList<>();
        int[] order = IntStream.range(0, n).toArray();
        for (int i = n - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        for (int from = 0; from < n;) {
            int to = Math.min(n, from + random.nextInt(1, 4));
            blocks.add(Block.of(Arrays.copyOfRange(order, from, to)));
            from = to;
        }
        return BlockPartition.of(n, blocks);
    }

    /** Compares by hand: this runs a million times, and assertions that describe themselves would take a minute. */
    private static void compareUnit(GraphicalModel model, CompiledModel compiled, int[] state, int u) {
        double[] expected = ownScores(model, compiled.partition().block(u), state);
        boolean possible = normalize(expected);
        int[] before = state.clone();
        double[] actual = new double[compiled.size(u)];
        Arrays.fill(actual, 7);
        boolean same = compiled.conditional(state, u, actual) == possible && expected.length == actual.length;
        for (int x = 0; x < actual.length; x++) {
            same &= Math.abs(actual[x] - expected[x]) <= 1e-12;
        }
        if (actual.length == 2) {
            double one = compiled.probabilityOfOne(state, u);
            same &= possible ? Math.abs(one - expected[1]) <= 1e-12 : Double.isNaN(one);
            for (double uniform : new double[] {0, 0.3, Math.nextDown(one), one, Math.nextUp(one)}) {
                same &= compiled.drawBinary(state, u, uniform) == (uniform < one ? 1 : 0);
            }
        }
        same &= Arrays.equals(state, before);
        assertThat(same).as("%s, unit %d of %s in %s: %s, expected %s", model, u, compiled.partition(), before, actual,
                expected).isTrue();
    }

    /** Sums over the unit's own features, so that an infinity elsewhere does not hide them. */
    private static double[] ownScores(GraphicalModel model, Block block, int[] state) {
        double[] scores = new double[block.valueCount(model)];
        int[] other = state.clone();
        for (int x = 0; x < scores.length; x++) {
            block.assign(model, x, other);
            for (Feature feature : model.features()) {
                if (Arrays.stream(feature.scope()).anyMatch(block::contains)) {
                    scores[x] += feature.logPotential(other);
                }
            }
        }
        return scores;
    }

    private static boolean normalize(double[] scores) {
        double max = Arrays.stream(scores).max().orElseThrow();
        boolean possible = max > Double.NEGATIVE_INFINITY;
        double sum = Arrays.stream(scores).map(score -> Math.exp(score - max)).sum();
        Arrays.setAll(scores, x -> possible ? Math.exp(scores[x] - max) / sum : 0);
        return possible;
    }

    @Test
    void aClauseOfAThousandLiteralsIsNotExpanded() {
        int[] sizes = new int[1000];
        Arrays.fill(sizes, 2);
        String[] literals = new String[1000];
        Arrays.setAll(literals, v -> v + "=1");
        GraphicalModel model = GraphicalModel.builder().variables(sizes).clause(1.5, literals).build();
        CompiledModel compiled = CompiledModel.of(model);
        int[] state = new int[1000];
        double preferred = 1 / (1 + Math.exp(-1.5));
        assertThat(compiled.probabilityOfOne(state, 17)).isCloseTo(preferred, within(1e-15));
        state[3] = 1;
        assertThat(compiled.probabilityOfOne(state, 17)).isEqualTo(0.5);
        assertThat(compiled.probabilityOfOne(state, 3)).isCloseTo(preferred, within(1e-15));
        assertThat(compiled.reads(3)).isEqualTo(1000);
    }

    @Test
    void hugeWeightsDoNotOverflow() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3)
                .conjunction(5000, "0=1").conjunction(4000, "1=0").conjunction(4001, "1=2").build();
        for (Limits limits : ALL_WAYS) {
            CompiledModel compiled = CompiledModel.of(model, BlockPartition.singletons(2), limits);
            int[] state = {0, 0};
            assertThat(compiled.probabilityOfOne(state, 0)).isEqualTo(1);
            double[] out = new double[3];
            assertThat(compiled.conditional(state, 1, out)).isTrue();
            assertThat(out[2]).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-15));
            assertThat(out[1]).isZero();
        }
    }

    @Test
    void aDomainOfTwoBillionValuesCompiles() {
        GraphicalModel model = GraphicalModel.builder().variables(2_000_000_000, 2).conjunction(3, "0=1999999999")
                .conjunction(2, "0=1999999999", "1=1").build();
        CompiledModel compiled = CompiledModel.of(model);
        assertThat(compiled.size(0)).isEqualTo(2_000_000_000);
        assertThat(compiled.probabilityOfOne(new int[] {1_999_999_999, 0}, 1))
                .isCloseTo(1 / (1 + Math.exp(-2)), within(1e-15));
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        GraphicalModel model = GraphicalModel.builder().variables(257, 256).build();
        assertThatIllegalArgumentException().isThrownBy(
                () -> CompiledModel.of(model, BlockPartition.of(2, List.of(Block.of(0, 1)))))
                .withMessageContaining("65792 values").withMessageContaining("smaller blocks");
        assertThatIllegalArgumentException().isThrownBy(() -> CompiledModel.of(model, BlockPartition.singletons(3)))
                .withMessageContaining("3 variables does not fit a model of 2");
    }

    /** Four neighbours of a spin are read, and one number more of three values; beyond the limits factors are. */
    @Test
    void readsSayWhatAQueryCosts() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3)
                .table(new int[] {0, 1}, 1, 2, 3, 4).table(new int[] {1, 2}, 1, 2, 3, 4, 5, 6).build();
        CompiledModel tabulated = CompiledModel.of(model);
        assertThat(tabulated.reads(1)).isEqualTo(2);
        assertThat(tabulated.reads(2)).isEqualTo(1 + 3);
        CompiledModel summed = CompiledModel.of(model, BlockPartition.singletons(3), new Limits(1 << 12, 0, 0, 0));
        assertThat(summed.reads(1)).isEqualTo(2 + 2);
        assertThat(summed.reads(2)).isEqualTo(10 * 3 + 1 + 3);
    }

    /** Spin 0 has 4 joint values around it; variable 3, of three values, has 2 and so 6 entries. */
    @Test
    void limitsAreInclusive() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 3)
                .table(new int[] {0, 1}, 1, 2, 3, 4).table(new int[] {0, 2}, 4, 2, 3, 1)
                .table(new int[] {2, 3}, 1, 2, 3, 4, 5, 6).build();
        // By the factors: a spin reads a neighbour and a number each, three values read three and take exponentials.
        assertReads(model, new Limits(6, 4, 6, 16), 2, 1, 4, 1 + 3);
        assertReads(model, new Limits(6, 3, 6, 16), 4, 1, 4, 1 + 3);
        assertReads(model, new Limits(6, 4, 5, 16), 2, 1, 4, 30 + 1 + 3);
        // Unit 2 has 2·3 joint values around it: more than 4.
        assertReads(model, new Limits(6, 6, 6, 18), 2, 1, 2, 1 + 3);
        assertReads(model, new Limits(6, 6, 6, 17), 2, 1, 2, 30 + 1 + 3);
        // A factor of 6 entries that is evaluated as it is, in full for every value.
        assertReads(model, new Limits(5, 6, 6, 18), 2, 1, 1 + 1 + 2, 30 + 3 * 2);
    }

    private static void assertReads(GraphicalModel model, Limits limits, double... reads) {
        CompiledModel compiled = CompiledModel.of(model, BlockPartition.singletons(reads.length), limits);
        assertThat(IntStream.range(0, reads.length).mapToDouble(compiled::reads)).containsExactly(
                Arrays.stream(reads).boxed().toArray(Double[]::new));
    }

    @Test
    void theLargestBlockCompiles() {
        GraphicalModel model = GraphicalModel.builder().variables(256, 256).build();
        CompiledModel compiled = CompiledModel.of(model, BlockPartition.of(2, List.of(Block.of(0, 1))));
        assertThat(compiled.size(0)).isEqualTo(1 << 16);
    }
}
