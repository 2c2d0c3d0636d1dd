package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.time.Budget;

/** Orders of elimination against a graph that is filled in step by step, all of it looked at in every step. */
class EliminationOrderTest {

    private static final double SMALL = 4096;

    /** The graph of what is not eliminated yet. */
    private static final class Graph {
        final int[] sizes;
        final List<Set<Integer>> neighbours = new ArrayList<>();
        final Set<Integer> left = new TreeSet<>();
        double work;
        double largest = 1;
        double kept;
        double operations;
        final double[] beliefs;
        final int[] children;
        int width;

        Graph(int[] sizes, List<int[]> scopes) {
            this.sizes = sizes;
            this.children = new int[sizes.length];
            this.beliefs = new double[sizes.length];
            for (int v = 0; v < sizes.length; v++) {
                neighbours.add(new TreeSet<>());
                left.add(v);
            }
            scopes.forEach(scope -> join(Arrays.stream(scope).boxed().toList()));
        }

        void join(Iterable<Integer> clique) {
            for (int a : clique) {
                for (int b : clique) {
                    if (a != b) {
                        neighbours.get(a).add(b);
                    }
                }
            }
        }

        double table(int v) {
            return neighbours.get(v).stream().mapToDouble(u -> sizes[u]).reduce(sizes[v], (a, b) -> a * b);
        }

        /** Missing edges first, then the logarithm of the table. */
        double key(int v) {
            int missing = 0;
            for (int a : neighbours.get(v)) {
                for (int b : neighbours.get(v)) {
                    missing += a < b && !neighbours.get(a).contains(b) ? 1 : 0;
                }
            }
            return missing + 1e-3 * Math.log(table(v));
        }

        void eliminate(int v) {
            work += table(v);
            largest = Math.max(largest, table(v));
            kept += table(v) / sizes[v] + sizes[v];
            operations += table(v) * (4 + 3 * children[v]);
            width = Math.max(width, neighbours.get(v).size());
            neighbours.forEach(set -> set.remove(v));
            left.remove(v);
            join(neighbours.get(v));
        }
    }

    @Property(tries = 200, seed = "20183")
    void minFillTakesTheFewestMissingEdgesAndThenTheSmallestTable(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = random.nextInt(1, 16);
        int[] sizes = random.ints(n, 1, 4).toArray();
        List<int[]> scopes = new ArrayList<>();
        for (int i = random.nextInt(2 * n); i > 0; i--) {
            scopes.add(random.ints(random.nextInt(1, 4), 0, n).distinct().toArray());
        }
        EliminationOrder found = EliminationOrder.find(sizes, scopes, Budget.unlimited());
        Graph graph = new Graph(sizes, scopes);
        int[] place = new int[n];
        Arrays.setAll(place, i -> Arrays.stream(found.order()).boxed().toList().indexOf(i));
        for (int v : found.order()) {
            assertThat(Arrays.stream(found.separator(v)).boxed())
                    .containsExactlyInAnyOrderElementsOf(graph.neighbours.get(v));
            if (found.cost().largestTable() <= SMALL) {
                double best = graph.left.stream().mapToDouble(graph::key).min().orElseThrow();
                assertThat(graph.key(v)).isCloseTo(best, within(1e-9));
            }
            Arrays.stream(found.separator(v)).boxed().min(Comparator.comparing(u -> place[u]))
                    .ifPresent(parent -> {
                        graph.children[parent]++;
                        graph.beliefs[parent] += graph.table(v) / sizes[v];
                    });
            graph.eliminate(v);
        }
        assertThat(graph.left).isEmpty();
        assertThat(found.cost()).isEqualTo(
                new ExactCost(graph.width, graph.largest,
                        8 * (graph.kept + Arrays.stream(graph.beliefs).max().orElse(0)), graph.operations, 0, false));
    }

    /** A 12×30 grid numbered along its short side: as numbered, every table but the last ones has 2^13 entries. */
    @Test
    void theNumberingIsTriedWhereMinFillGivesLargeTables() {
        int wide = 12;
        int rows = 30;
        int[] sizes = binary(wide * rows);
        List<int[]> scopes = new ArrayList<>();
        for (int v = 0; v < sizes.length; v++) {
            if (v % wide > 0) {
                scopes.add(new int[] {v - 1, v});
            }
            if (v >= wide) {
                scopes.add(new int[] {v - wide, v});
            }
        }
        Graph numbered = new Graph(sizes, scopes);
        IntStream.range(0, sizes.length).forEach(numbered::eliminate);
        EliminationOrder found = EliminationOrder.find(sizes, scopes, Budget.unlimited());
        Graph graph = new Graph(sizes, scopes);
        Arrays.stream(found.order()).forEach(graph::eliminate);
        assertThat(graph.left).isEmpty();
        assertThat(graph.work).isLessThanOrEqualTo(numbered.work);
        assertThat(found.rule()).isEqualTo("the variables' numbers");
    }

    /** Random graphs of large tables: the search never loses to min-fill, and finds the same again. */
    @Property(tries = 20, seed = "20185")
    void theSearchFindsCheaperOrders(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 60;
        int[] sizes = random.ints(n, 2, 4).toArray();
        List<int[]> scopes = new ArrayList<>();
        for (int i = 0; i < 2 * n; i++) {
            scopes.add(random.ints(2, 0, n).distinct().toArray());
        }
        EliminationOrder found = EliminationOrder.find(sizes, scopes, Budget.unlimited());
        Graph greedy = new Graph(sizes, scopes);
        while (!greedy.left.isEmpty()) {
            greedy.eliminate(greedy.left.stream().min(Comparator.comparing(greedy::key)).orElseThrow());
        }
        Graph graph = new Graph(sizes, scopes);
        Arrays.stream(found.order()).forEach(graph::eliminate);
        assertThat(graph.left).isEmpty();
        assertThat(found.cost().largestTable()).isEqualTo(graph.largest);
        assertThat(graph.work).isLessThanOrEqualTo(2 * greedy.work);
        assertThat(EliminationOrder.find(sizes, scopes, Budget.unlimited()).order()).containsExactly(found.order());
    }

    /** Of a complete graph of n variables every one has n − 1 neighbours; 64 are the most that are counted. */
    @Test
    void theSearchStopsWhereAllHaveMoreThan64Neighbours() {
        ExactCost last = EliminationOrder.find(binary(65), List.of(range(0, 65)), Budget.unlimited()).cost();
        double table = Math.pow(2, 65);
        assertThat(last).isEqualTo(
                new ExactCost(64, table, 8 * (table + 129 + table / 2), last.operations(), 0, false));
        assertThat(last.operations()).isBetween(7 * table, 16 * table);
        ExactCost stopped = EliminationOrder.find(binary(66), List.of(range(0, 66)), Budget.unlimited()).cost();
        assertThat(stopped).isEqualTo(new ExactCost(65, 2 * table, 8 * 2 * table, 0, 0, true));
        // The smaller of two is met first, and a variable beside them is eliminated before.
        ExactCost two = EliminationOrder.find(binary(67 + 70), List.of(range(0, 70), range(70, 136)),
                Budget.unlimited()).cost();
        assertThat(two).isEqualTo(new ExactCost(65, 2 * table, 8 * (3 + 2 * table), 8, 0, true));
    }

    @Test
    void aHubWaitsUntilItsLeavesAreGone() {
        List<int[]> star = IntStream.range(1, 100).mapToObj(leaf -> new int[] {0, leaf}).toList();
        EliminationOrder found = EliminationOrder.find(binary(100), star, Budget.unlimited());
        assertThat(found.rule()).isEqualTo("min-fill");
        assertThat(found.cost()).isEqualTo(new ExactCost(1, 4, found.cost().bytes(), found.cost().operations(), 0,
                false));
    }

    private static int[] range(int from, int to) {
        return IntStream.range(from, to).toArray();
    }

    private static int[] binary(int n) {
        int[] sizes = new int[n];
        Arrays.fill(sizes, 2);
        return sizes;
    }
}
