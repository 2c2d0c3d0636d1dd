package org.orbifold.lifted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/** Sums over the blocks of a class, and tables brought down to a few of them, against all states. */
class BlockClassTest {

    /** Blocks of two variables; random weights, of which some are equal and some impossible. */
    private static BlockClass random(RandomGenerator random, int blocks, int second, int hubStates) {
        ModelBuilder builder = GraphicalModel.builder();
        int[][] variables = new int[blocks][];
        for (int b = 0; b < blocks; b++) {
            builder.variable("a" + b, Domain.ofSize(2)).variable("b" + b, Domain.ofSize(second));
            variables[b] = new int[] {2 * b, 2 * b + 1};
        }
        builder.variable("hub", Domain.ofSize(hubStates));
        double[][][] types = new double[2][hubStates][2 * second];
        for (double[][] type : types) {
            for (double[] weights : type) {
                Arrays.setAll(weights, x -> x == 1 || random.nextInt(6) == 0 && x > 0 ? Double.NEGATIVE_INFINITY
                        : 4 * random.nextDouble() - 2);
            }
        }
        double[][][] weights = new double[blocks][][];
        Arrays.setAll(weights, b -> types[random.nextInt(2)]);
        int[] hubs = hubStates == 1 ? new int[0] : new int[] {2 * blocks};
        return new BlockClass(builder.build(), variables, hubs, weights);
    }

    /** All values of all blocks. */
    private static List<int[]> states(int blocks, int values) {
        List<int[]> states = List.of(new int[0]);
        for (int b = 0; b < blocks; b++) {
            List<int[]> more = new ArrayList<>();
            for (int[] state : states) {
                for (int v = 0; v < values; v++) {
                    int[] longer = Arrays.copyOf(state, state.length + 1);
                    longer[b] = v;
                    more.add(longer);
                }
            }
            states = more;
        }
        return states;
    }

    private static int histogram(BlockClass blocks, int[] state) {
        int number = 0;
        for (int v : state) {
            number = blocks.histograms().plus(number, v);
        }
        return number;
    }

    private static double weight(BlockClass blocks, int[] state, int hubState) {
        double sum = 0;
        for (int b = 0; b < state.length; b++) {
            sum += blocks.weights(blocks.typeOf(b), hubState)[state[b]];
        }
        return sum;
    }

    @Property(tries = 60)
    void sumsAndMaximaAreThoseOfAllStates(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int count,
            @ForAll @IntRange(min = 1, max = 2) int hubStates) {
        BlockClass blocks = random(new SplittableRandom(seed), count, 2, hubStates);
        assertThat(blocks.histogramCount()).isEqualTo((int) Histograms.count(blocks.valueCount(), count));
        for (int hub = 0; hub < hubStates; hub++) {
            double[] sums = new double[blocks.histogramCount()];
            double[] maxima = new double[sums.length];
            for (int[] state : states(count, blocks.valueCount())) {
                double weight = Math.exp(weight(blocks, state, hub));
                sums[histogram(blocks, state)] += weight;
                maxima[histogram(blocks, state)] = Math.max(maxima[histogram(blocks, state)], weight);
            }
            double[] logSums = blocks.logSums(hub, Budget.unlimited());
            double[] logMaxima = blocks.logMaxima(hub, Budget.unlimited());
            for (int h = 0; h < sums.length; h++) {
                assertThat(Math.exp(logSums[h])).isCloseTo(sums[h], within(1e-12 * (1 + sums[h])));
                assertThat(Math.exp(logMaxima[h])).isCloseTo(maxima[h], within(1e-12 * (1 + maxima[h])));
            }
        }
    }

    /** Blocks with equal weights are of one type; values that no block can have are left out. */
    @Test
    void typesAndValues() {
        GraphicalModel model = GraphicalModel.builder().binary("a", "b", "c", "d", "e", "f").build();
        double none = Double.NEGATIVE_INFINITY;
        double[][] one = {{0.1 + 0.2, none, 1, 2}};
        double[][] same = {{0.3, none, 1, 2}};
        double[][] other = {{-0.0, none, 1, none}};
        BlockClass blocks = new BlockClass(model, new int[][] {{0, 1}, {2, 3}, {4, 5}}, new int[0],
                new double[][][] {one, same, other});
        assertThat(blocks.typeCount()).isEqualTo(2);
        assertThat(new int[] {blocks.typeOf(0), blocks.typeOf(1), blocks.typeOf(2)}).containsExactly(0, 0, 1);
        assertThat(blocks.typeSize(0)).isEqualTo(2);
        assertThat(blocks.typeSize(1)).isEqualTo(1);
        assertThat(blocks.valueCount()).isEqualTo(3);
        // The values 00, 10 and 11 are left.
        assertThat(new int[] {blocks.valueAt(0, 0), blocks.valueAt(1, 0)}).containsExactly(0, 0);
        assertThat(new int[] {blocks.valueAt(0, 1), blocks.valueAt(1, 1)}).containsExactly(1, 0);
        assertThat(new int[] {blocks.valueAt(0, 2), blocks.valueAt(1, 2)}).containsExactly(1, 1);
        assertThat(blocks.weights(1, 0)).containsExactly(-0.0, 1, none);
        assertThat(blocks.operationsOfSums()).isEqualTo(10 * (1 + 3));
    }

    @Test
    void aClassWithoutPossibleValuesHasOne() {
        GraphicalModel model = GraphicalModel.builder().binary("a", "b").build();
        double[][] none = {{Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY}};
        BlockClass blocks = new BlockClass(model, new int[][] {{0}, {1}}, new int[0], new double[][][] {none, none});
        assertThat(blocks.valueCount()).isEqualTo(1);
        assertThat(blocks.logSums(0, Budget.unlimited())).containsExactly(Double.NEGATIVE_INFINITY);
    }

    /** Tables over what stands before, the histogram and what stands after, for one to three blocks. */
    @Property(tries = 60)
    void contractionsAreSumsOverAllOtherBlocks(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int width,
            @ForAll @IntRange(max = 2) int others, @ForAll @IntRange(min = 1, max = 2) int hubStates) {
        RandomGenerator random = new SplittableRandom(seed);
        int count = width + others;
        BlockClass blocks = random(random, count, 2, hubStates);
        int values = blocks.valueCount();
        int before = 1 + random.nextInt(2);
        int after = hubStates * (1 + random.nextInt(2));
        int[] hubState = new int[after];
        Arrays.setAll(hubState, a -> a % hubStates);
        double[] logs = random.doubles((long) before * blocks.histogramCount() * after, -2, 2).toArray();
        Map<List<Integer>, double[]> found = new HashMap<>();
        List<int[]> wanted = wanted(blocks, width);
        new Contraction(blocks, before, after, hubState, Budget.unlimited(), (types, table) ->
                found.put(Arrays.stream(types).boxed().toList(), table)).run(logs, wanted);
        assertThat(found).hasSameSizeAs(wanted);
        for (int[] types : wanted) {
            int[] kept = blocksOf(blocks, types);
            int tuples = (int) Math.pow(values, width);
            double[] expected = new double[before * tuples * after];
            for (int[] state : states(count, values)) {
                int tuple = 0;
                for (int b : kept) {
                    tuple = tuple * values + state[b];
                }
                for (int i = 0; i < before; i++) {
                    for (int a = 0; a < after; a++) {
                        expected[(i * tuples + tuple) * after + a] += Math.exp(weight(blocks, state, hubState[a])
                                + logs[(i * blocks.histogramCount() + histogram(blocks, state)) * after + a]);
                    }
                }
            }
            double[] table = found.get(Arrays.stream(types).boxed().toList());
            assertThat(table).hasSameSizeAs(expected);
            for (int i = 0; i < expected.length; i++) {
                assertThat(Math.exp(table[i])).isCloseTo(expected[i], within(1e-11 * (1 + expected[i])));
            }
        }
    }

    /** The types of every set of blocks of a size, each once. */
    private static List<int[]> wanted(BlockClass blocks, int width) {
        Map<List<Integer>, int[]> sets = new HashMap<>();
        for (int mask = 0; mask < 1 << blocks.blockCount(); mask++) {
            if (Integer.bitCount(mask) == width) {
                int chosen = mask;
                int[] types = IntStream.range(0, blocks.blockCount())
                        .filter(b -> (chosen >> b & 1) == 1).map(blocks::typeOf).sorted().toArray();
                sets.put(Arrays.stream(types).boxed().toList(), types);
            }
        }
        return List.copyOf(sets.values());
    }

    /** Different blocks of these types. */
    private static int[] blocksOf(BlockClass blocks, int[] types) {
        boolean[] used = new boolean[blocks.blockCount()];
        return Arrays.stream(types).map(type -> {
            int b = 0;
            while (used[b] || blocks.typeOf(b) != type) {
                b++;
            }
            used[b] = true;
            return b;
        }).toArray();
    }
}
