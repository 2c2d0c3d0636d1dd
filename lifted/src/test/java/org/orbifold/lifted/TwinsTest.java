package org.orbifold.lifted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/** Variables that can be swapped, against the definition. */
class TwinsTest {

    /** Classes of variables; tables inside and between classes, a few of them changed at random. */
    private static GraphicalModel model(SplittableRandom random, int variables, int classes) {
        ModelBuilder builder = GraphicalModel.builder();
        int[] classOf = new int[variables];
        for (int v = 0; v < variables; v++) {
            builder.variables(2);
            classOf[v] = random.nextInt(classes);
        }
        double[][][] tables = new double[classes][classes][];
        for (int a = 0; a < classes; a++) {
            for (int b = a; b < classes; b++) {
                double mixed = random.nextDouble();
                tables[a][b] = new double[] {random.nextDouble(), mixed, a == b ? mixed : random.nextDouble(), 0};
                tables[b][a] = new double[] {tables[a][b][0], tables[a][b][2], tables[a][b][1], 0};
            }
        }
        boolean[][] absent = new boolean[classes][classes];
        absent[0][0] = random.nextBoolean();
        for (int v = 0; v < variables; v++) {
            for (int w = v + 1; w < variables; w++) {
                double[] table = tables[classOf[v]][classOf[w]];
                if (random.nextInt(variables * variables) == 0) {
                    builder.table(new int[] {v, w}, 0.3, 0.1, 0.2, 0);
                } else if (!absent[classOf[v]][classOf[w]]) {
                    builder.table(new int[] {v, w}, table);
                }
            }
        }
        return builder.build();
    }

    private static boolean canBeSwapped(GraphicalModel model, int v, int w) {
        int n = model.variableCount();
        for (int bits = 0; bits < 1 << n; bits++) {
            int[] state = new int[n];
            for (int i = 0; i < n; i++) {
                state[i] = bits >> i & 1;
            }
            int[] swapped = state.clone();
            swapped[v] = state[w];
            swapped[w] = state[v];
            if (Math.abs(model.logWeight(state) - model.logWeight(swapped)) > 1e-12) {
                return false;
            }
        }
        return true;
    }

    private static List<int[][]> classes(GraphicalModel model) {
        GraphicalModel separated = Interactions.of(model);
        return Twins.classes(separated, separated.factors().tables(), new boolean[model.variableCount()],
                Budget.unlimited());
    }

    @Test
    void twinsCanBeSwapped() {
        SplittableRandom random = new SplittableRandom(5);
        int swappable = 0;
        int missed = 0;
        for (int i = 0; i < 60; i++) {
            GraphicalModel model = model(random, 7, 1 + random.nextInt(3));
            Set<List<Integer>> found = new HashSet<>();
            for (int[][] twins : classes(model)) {
                for (int[] v : twins) {
                    for (int[] w : twins) {
                        if (v.length == 1) {
                            found.add(List.of(v[0], w[0]));
                        }
                    }
                }
            }
            for (int v = 0; v < 7; v++) {
                for (int w = v + 1; w < 7; w++) {
                    boolean can = canBeSwapped(model, v, w);
                    swappable += can ? 1 : 0;
                    missed += can && !found.contains(List.of(v, w)) ? 1 : 0;
                    assertThat(can || !found.contains(List.of(v, w))).as("%d and %d of model %d", v, w, i).isTrue();
                }
            }
        }
        assertThat(swappable).isGreaterThan(300);
        assertThat(missed).isZero();
    }

    /** People with atoms that are joined inside and between people in different ways: tiles with one of each kind. */
    private static GraphicalModel people(SplittableRandom random, int people, int atoms) {
        ModelBuilder builder = GraphicalModel.builder();
        int[] order = random.ints(0, 1 << 30).distinct().limit((long) people * atoms).toArray();
        int[] sorted = order.clone();
        Arrays.sort(sorted);
        // The variables come in any order.
        int[] place = Arrays.stream(order).map(key -> Arrays.binarySearch(sorted, key)).toArray();
        builder.variables(Arrays.stream(order).map(key -> 2).toArray());
        double[][] between = new double[atoms * atoms][];
        Arrays.setAll(between, k -> random.doubles(4).toArray());
        double[][] inside = new double[atoms * atoms][];
        Arrays.setAll(inside, k -> random.doubles(4).toArray());
        for (int i = 0; i < people; i++) {
            for (int a = 0; a < atoms; a++) {
                for (int j = 0; j < people; j++) {
                    for (int b = 0; b < atoms; b++) {
                        if (i == j && a < b || i < j && a == b || i != j && a < b) {
                            double[] table = i == j ? inside[a * atoms + b] : between[a * atoms + b].clone();
                            table[2] = a == b ? table[1] : table[2];
                            builder.table(new int[] {place[i * atoms + a], place[j * atoms + b]}, table);
                        }
                    }
                }
            }
        }
        return builder.build();
    }

    @Test
    void tilesAreFoundWithTheirPlaces() {
        SplittableRandom random = new SplittableRandom(11);
        for (int atoms = 2; atoms <= 4; atoms++) {
            for (int people = 2; people <= 5; people++) {
                GraphicalModel model = people(random, people, atoms);
                List<int[][]> classes = classes(model);
                assertThat(classes).as("%d people of %d atoms", people, atoms).hasSize(1);
                int[][] tiles = classes.get(0);
                assertThat(tiles).hasDimensions(people, atoms);
                assertThat(Arrays.stream(tiles).flatMapToInt(Arrays::stream).sorted().toArray())
                        .isEqualTo(IntStream.range(0, people * atoms).toArray());
                for (int i = 1; i < people; i++) {
                    assertThat(isSwap(model, tiles[0], tiles[i], random)).isTrue();
                    assertThat(isSwap(model, tiles[i - 1], tiles[i], random)).isTrue();
                }
            }
        }
    }

    /** Whether the weights of 50 random states stay. */
    private static boolean isSwap(GraphicalModel model, int[] one, int[] two, SplittableRandom random) {
        for (int i = 0; i < 50; i++) {
            int[] state = random.ints(model.variableCount(), 0, 2).toArray();
            int[] swapped = state.clone();
            for (int k = 0; k < one.length; k++) {
                swapped[one[k]] = state[two[k]];
                swapped[two[k]] = state[one[k]];
            }
            if (Math.abs(model.logWeight(state) - model.logWeight(swapped)) > 1e-11) {
                return false;
            }
        }
        return true;
    }

    /** With a variable fixed, its person is no longer like the others. */
    @Test
    void fixedVariablesStayWhereTheyAre() {
        GraphicalModel separated = Interactions.of(people(new SplittableRandom(4), 4, 2));
        for (int v = 0; v < 8; v++) {
            boolean[] fixed = new boolean[8];
            fixed[v] = true;
            List<int[][]> classes = Twins.classes(separated, separated.factors().tables(), fixed, Budget.unlimited());
            assertThat(classes).hasSize(1);
            assertThat(classes.get(0)).hasDimensions(3, 2);
            assertThat(Arrays.stream(classes.get(0)).flatMapToInt(Arrays::stream).toArray()).doesNotContain(v);
        }
    }

    /** Seven binary atoms of a person have 128 values: more than a block may have. */
    @Test
    void tilesAreNotTooLarge() {
        assertThat(classes(people(new SplittableRandom(6), 3, 6))).hasSize(1);
        assertThat(classes(people(new SplittableRandom(6), 3, 7))).isEmpty();
    }

    /** Two sides of a complete bipartite graph, with terms of single variables that all differ. */
    @Test
    void bipartiteModelsAreCounted() {
        SplittableRandom random = new SplittableRandom(3);
        ModelBuilder builder = GraphicalModel.builder();
        int side = 6;
        builder.variables(Arrays.stream(new int[2 * side]).map(x -> 2).toArray());
        for (int v = 0; v < side; v++) {
            for (int w = side; w < 2 * side; w++) {
                builder.table(new int[] {v, w}, 0.5, -0.2, 0.1, 0.4);
            }
        }
        for (int v = 0; v < 2 * side; v++) {
            builder.table(new int[] {v}, 0, random.nextDouble());
        }
        GraphicalModel model = builder.build();
        Counting counting = Counting.plan(model, ExactOptions.defaults(), 2).orElseThrow();
        assertThat(counting.toString()).isEqualTo("2 times 6 blocks of 2 values, 7 histograms");
        ExactResult expected = BruteForce.solve(model);
        ExactResult actual = counting.solve(ExactOptions.defaults());
        assertThat(actual.logPartition()).isCloseTo(expected.logPartition(), within(1e-10));
        for (int v = 0; v < 2 * side; v++) {
            assertThat(actual.marginals().probability(v, 1)).isCloseTo(expected.marginals().probability(v, 1),
                    within(1e-10));
        }
    }
}
