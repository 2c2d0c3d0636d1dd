package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

/** Orders of elimination against a graph that is filled in step by step, all of it looked at in every step. */
class EliminationOrderTest {

    /** The graph of what is not eliminated yet. */
    private static final class Graph {
        final int[] sizes;
        final List<Set<Integer>> neighbours = new ArrayList<>();
        final Set<Integer> left = new TreeSet<>();

        Graph(int[] sizes, List<int[]> scopes) {
            this.sizes = sizes;
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
            int exponent = Math.getExponent(table(v));
            return missing + 7e-4 * (exponent + table(v) / Math.scalb(1.0, exponent) - 1);
        }

        void eliminate(int v) {
            cut(v);
            join(neighbours.get(v));
        }

        void cut(int v) {
            neighbours.forEach(set -> set.remove(v));
            left.remove(v);
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
        for (int v : found.order()) {
            double best = graph.left.stream().mapToDouble(graph::key).min().orElseThrow();
            assertThat(graph.key(v)).isCloseTo(best, within(1e-9));
            graph.eliminate(v);
        }
        assertThat(graph.left).isEmpty();
        assertThat(found.lowerBound()).isEmpty();
    }

    @Property(tries = 300, seed = "20184")
    void theGraphIsRightAfterAnyEliminationsAndCuts(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = random.nextInt(1, 40);
        int[] sizes = random.ints(n, 1, 4).toArray();
        List<int[]> scopes = new ArrayList<>();
        for (int i = random.nextInt(2 * n); i > 0; i--) {
            scopes.add(random.ints(random.nextInt(1, 4), 0, n).distinct().toArray());
        }
        EliminationGraph graph = new EliminationGraph(sizes, scopes, EliminationOrder::minFill, Budget.unlimited());
        Graph naive = new Graph(sizes, scopes);
        while (!naive.left.isEmpty()) {
            int v = naive.left.stream().skip(random.nextInt(naive.left.size())).findFirst().orElseThrow();
            if (random.nextInt(3) == 0) {
                graph.cut(v);
                naive.cut(v);
            } else {
                graph.eliminate(v);
                naive.eliminate(v);
            }
            for (int u : naive.left) {
                assertThat(graph.neighbours(u)).containsExactly(naive.neighbours.get(u).stream().mapToInt(w -> w)
                        .toArray());
                assertThat(EliminationOrder.minFill(graph, u)).isCloseTo(naive.key(u), within(1e-9));
            }
            if (!naive.left.isEmpty()) {
                double best = naive.left.stream().mapToDouble(naive::key).min().orElseThrow();
                assertThat(naive.key(graph.first())).isCloseTo(best, within(1e-9));
            }
        }
        assertThat(graph.first()).isEqualTo(-1);
    }

    /** Trees of random orders cost at least the bound; that of a clique reaches it. */
    @Property(tries = 300, seed = "20186")
    void noTreeIsCheaperThanTheBound(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = random.nextInt(1, 12);
        int[] sizes = random.ints(n, 2, 5).toArray();
        int[][] scopes = new int[random.nextInt(1, 3 * n)][];
        Arrays.setAll(scopes, i -> random.ints(random.nextInt(1, 4), 0, n).distinct().sorted().toArray());
        ExactCost least = EliminationOrder.leastCost(sizes, Arrays.asList(scopes), Budget.unlimited());
        int[] order = range(0, n);
        for (int i = n - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int v = order[i];
            order[i] = order[j];
            order[j] = v;
        }
        ContractionTree tree = GreedyTree.of(sizes, scopes, order, Budget.unlimited());
        double largest = IntStream.range(0, tree.nodeCount()).mapToDouble(node -> tree.entries(
                node < scopes.length ? scopes[node] : tree.product(node))).max().orElseThrow();
        // A variable may be in no table.
        largest = Math.max(largest, Arrays.stream(sizes).max().orElseThrow());
        assertThat(least.operations()).isLessThanOrEqualTo(3 * largest);
        assertThat(EliminationOrder.leastCost(binary(9), List.of(range(0, 9), range(0, 4)), Budget.unlimited())
                .operations()).isEqualTo(3 * 512);
    }

    /** A cover is eliminated with tables of the size allowed, and holds everything if all are. */
    @Property(tries = 200, seed = "20185")
    void aCoverHasTablesOfTheSizeAllowed(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        SplittableRandom random = new SplittableRandom(seed);
        int n = model.variableCount();
        boolean[] within = new boolean[n];
        boolean[] covered = new boolean[n];
        for (int v = 0; v < n; v++) {
            within[v] = random.nextInt(5) > 0;
            covered[v] = random.nextBoolean();
        }
        int maxEntries = random.nextInt(1, 30);
        int[] order = new Cover(model, BlockPartition.singletons(n), within, maxEntries, covered, random,
                Budget.unlimited()).choose();
        Graph naive = new Graph(model.sizes(), model.factors().tables().stream().map(Table::scope).toList());
        Set<Integer> outside = new TreeSet<>(naive.left);
        Arrays.stream(order).forEach(outside::remove);
        outside.forEach(naive::cut);
        for (int v : order) {
            assertThat(within[v]).isTrue();
            assertThat(naive.table(v)).isLessThanOrEqualTo(2 * maxEntries);
            naive.eliminate(v);
        }
        assertThat(new Cover(model, BlockPartition.singletons(n), within, Integer.MAX_VALUE, covered, random,
                Budget.unlimited()).choose()).hasSize((int) IntStream.range(0, n).filter(v -> within[v]).count());
    }

    /** Of a complete graph of n variables every one has n − 1 neighbours; 64 are the most that are counted. */
    @Test
    void theSearchStopsWhereAllHaveMoreThan64Neighbours() {
        assertThat(EliminationOrder.find(binary(65), List.of(range(0, 65)), Budget.unlimited()).lowerBound()).isEmpty();
        double table = Math.pow(2, 66);
        assertThat(EliminationOrder.find(binary(66), List.of(range(0, 66)), Budget.unlimited()).lowerBound())
                .contains(new ExactCost(65, table, 8 * table, table, 0, true));
        // The smaller of two is met first, and a variable beside them is eliminated before.
        assertThat(EliminationOrder.find(binary(67 + 70), List.of(range(0, 70), range(70, 136)), Budget.unlimited())
                .lowerBound()).contains(new ExactCost(65, table, 8 * table, table, 0, true));
    }

    @Test
    void aHubWaitsUntilItsLeavesAreGone() {
        List<int[]> star = IntStream.range(1, 100).mapToObj(leaf -> new int[] {0, leaf}).toList();
        EliminationOrder found = EliminationOrder.find(binary(100), star, Budget.unlimited());
        assertThat(found.lowerBound()).isEmpty();
        assertThat(found.order()).hasSize(100);
        assertThat(Arrays.stream(found.order()).limit(98)).doesNotContain(0);
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
