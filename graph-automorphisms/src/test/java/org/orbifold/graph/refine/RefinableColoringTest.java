package org.orbifold.graph.refine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;

/** The engine's invariants: consistency, exact undo, equitability after individualisation, traces free of names. */
class RefinableColoringTest {

    private static RefinableColoring coloring(ColoredGraph g) {
        return new RefinableColoring(g.copyOffsets(), g.copyNeighbours(), g.copyColors());
    }

    private static void checkConsistent(ColoredGraph g, RefinableColoring c, boolean equitable) {
        int n = g.vertexCount();
        int total = 0;
        int nonSingletons = 0;
        for (int cell = 0; cell < c.cellCount(); cell++) {
            total += c.length(cell);
            nonSingletons += c.length(cell) > 1 ? 1 : 0;
            for (int p = c.start(cell); p < c.start(cell) + c.length(cell); p++) {
                assertThat(c.cellOf(c.vertexAt(p))).isEqualTo(cell);
                assertThat(c.placeOf(c.vertexAt(p))).isEqualTo(p);
            }
        }
        assertThat(total).isEqualTo(n);
        int listed = 0;
        for (int cell = c.firstNonSingleton(); cell >= 0; cell = c.nextNonSingleton(cell)) {
            assertThat(c.length(cell)).isGreaterThan(1);
            listed++;
        }
        assertThat(listed).isEqualTo(nonSingletons);
        for (int v = 0; equitable && v < n; v++) {
            for (int w = 0; w < v; w++) {
                if (c.cellOf(v) == c.cellOf(w)) {
                    assertThat(profile(g, c, v)).isEqualTo(profile(g, c, w));
                }
            }
        }
    }

    private static int[] profile(ColoredGraph g, RefinableColoring c, int v) {
        int[] counts = new int[c.cellCount()];
        for (int i = 0; i < g.degree(v); i++) {
            counts[c.cellOf(g.neighbour(v, i))]++;
        }
        return counts;
    }

    /** What a partition looks like, without the order inside cells. */
    private static List<Integer> shape(RefinableColoring c) {
        List<Integer> shape = new ArrayList<>();
        for (int v = 0; v < c.vertexCount(); v++) {
            shape.add(c.cellOf(v));
            shape.add(c.start(c.cellOf(v)));
        }
        for (int cell = c.firstNonSingleton(); cell >= 0; cell = c.nextNonSingleton(cell)) {
            shape.add(cell);
        }
        shape.add(c.singletonCount());
        return shape;
    }

    @Property(tries = 500, seed = "3")
    void undoRestoresEveryLevel(@ForAll @IntRange(min = 2, max = 30) int n,
            @ForAll @DoubleRange(max = 1) double density, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraph g = TestGraphs.random(n, density * density, 1, seed);
        RefinableColoring c = coloring(g);
        c.refine(Trace.NONE);
        checkConsistent(g, c, true);
        List<Integer> cells = new ArrayList<>();
        List<List<Integer>> shapes = new ArrayList<>();
        while (!c.isDiscrete()) {
            cells.add(c.cellCount());
            shapes.add(shape(c));
            int cell = c.firstNonSingleton();
            c.individualize(c.vertexAt(c.start(cell) + random.nextInt(c.length(cell))));
            c.refine(Trace.NONE);
            checkConsistent(g, c, true);
        }
        for (int i = cells.size() - 1; i >= 0; i--) {
            c.undoTo(cells.get(i));
            assertThat(shape(c)).isEqualTo(shapes.get(i));
            checkConsistent(g, c, true);
        }
    }

    @Property(tries = 500, seed = "4")
    void tracesDoNotDependOnNames(@ForAll @IntRange(min = 2, max = 30) int n,
            @ForAll @DoubleRange(max = 1) double density, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraph g = TestGraphs.random(n, density, 2, seed);
        int[] name = TestGraphs.randomPermutation(n, random);
        RefinableColoring first = coloring(g);
        RefinableColoring second = coloring(g.relabel(v -> name[v]));
        List<Long> seen = new ArrayList<>();
        List<Long> seenBySecond = new ArrayList<>();
        assertThat(first.refine(seen::add)).isTrue();
        assertThat(second.refine(seenBySecond::add)).isTrue();
        assertThat(seenBySecond).isEqualTo(seen).isNotEmpty();
        while (!first.isDiscrete()) {
            int cell = first.firstNonSingleton();
            assertThat(second.firstNonSingleton()).isEqualTo(cell);
            int v = first.vertexAt(first.start(cell) + random.nextInt(first.length(cell)));
            first.individualize(v);
            first.refine(seen::add);
            second.individualize(name[v]);
            second.refine(seenBySecond::add);
            assertThat(seenBySecond).isEqualTo(seen);
            for (int w = 0; w < n; w++) {
                assertThat(second.cellOf(name[w])).isEqualTo(first.cellOf(w));
            }
        }
    }

    @Test
    void aDifferentTraceStopsTheRefinementAndCanBeUndone() {
        ColoredGraph g = TestGraphs.path(20);
        RefinableColoring c = coloring(g);
        c.refine(Trace.NONE);
        List<Integer> shape = shape(c);
        int cells = c.cellCount();
        List<Long> seen = new ArrayList<>();
        c.individualize(0);
        c.refine(seen::add);
        c.undoTo(cells);
        c.individualize(9);
        assertThat(c.refine(comparing(seen))).isFalse();
        c.undoTo(cells);
        assertThat(shape(c)).isEqualTo(shape);
        c.individualize(19);
        assertThat(c.refine(comparing(seen))).isTrue();
        c.undoTo(cells);
        c.individualize(19);
        seen.add(0L);
        assertThat(c.refine(comparing(seen))).as("the trace goes on").isFalse();
    }

    /** The smallest member of each vertex's cell, by naive colour refinement. */
    private static int[] coarsest(ColoredGraph g) {
        int n = g.vertexCount();
        int[] cell = smallestWithKey(IntStream.range(0, n).mapToObj(g::color).toList());
        for (int[] coarser = new int[0]; !Arrays.equals(cell, coarser);) {
            coarser = cell;
            int[] known = cell;
            cell = smallestWithKey(IntStream.range(0, n).mapToObj(v -> List.of(known[v],
                IntStream.range(0, g.degree(v)).map(i -> known[g.neighbour(v, i)]).sorted().boxed().toList()))
                .toList());
        }
        return cell;
    }

    private static int[] smallestWithKey(List<?> keys) {
        Map<Object, Integer> first = new HashMap<>();
        int[] result = new int[keys.size()];
        for (int v = 0; v < result.length; v++) {
            first.putIfAbsent(keys.get(v), v);
            result[v] = first.get(keys.get(v));
        }
        return result;
    }

    private static int[] refined(RefinableColoring c) {
        int[] first = new int[c.vertexCount()];
        for (int v = first.length - 1; v >= 0; v--) {
            for (int w : c.members(c.cellOf(v))) {
                first[w] = v;
            }
        }
        return first;
    }

    /**
     * Twenty vertices with up to 190 neighbours among 200: counts too far apart for counting, and then many vertices
     * with few counts. The order of the cells follows the counts.
     */
    @ParameterizedTest
    @CsvSource({"20, 10, 1", "3, 90, 1", "60, 3, 1", "150, 1, 3", "12, 15, 2"})
    void fragmentsAreInTheOrderOfTheirCounts(int hubs, int step, int equal) {
        int ends = 200;
        ColoredGraphBuilder b = ColoredGraph.builder(hubs + ends);
        for (int h = 0; h < hubs; h++) {
            b.color(h, 1);
            for (int i = 0; i < h / equal * step; i++) {
                b.edge(h, hubs + (i * 7 + h) % ends);
            }
        }
        ColoredGraph g = TestGraphs.shuffled(b.build(), new SplittableRandom(hubs));
        RefinableColoring c = coloring(g);
        List<Long> seen = new ArrayList<>();
        c.refine(value -> {
            seen.add(value);
            return seen.size() < 1;
        });
        // The first splitter is the cell of the ends.
        for (int p = ends; p < hubs + ends; p++) {
            assertThat(g.degree(c.vertexAt(p))).isEqualTo((p - ends) / equal * step);
            assertThat(c.length(c.cellOf(c.vertexAt(p)))).isEqualTo(Math.min(equal, hubs));
        }
        checkConsistent(g, c, false);
        RefinableColoring whole = coloring(g);
        whole.refine(Trace.NONE);
        checkConsistent(g, whole, true);
        assertThat(refined(whole)).isEqualTo(coarsest(g));
    }

    @Property(tries = 300, seed = "5")
    void coarsestOfTheEquitablePartitions(@ForAll @IntRange(min = 1, max = 40) int n,
            @ForAll @DoubleRange(max = 1) double density, @ForAll @IntRange(min = 1, max = 4) int colors,
            @ForAll @IntRange(min = 1, max = 3) int copies, @ForAll long seed) {
        ColoredGraph g = TestGraphs.disjointCopies(TestGraphs.random(n, density * density, colors, seed), copies);
        RefinableColoring c = coloring(g);
        assertThat(c.refine(Trace.NONE)).isTrue();
        assertThat(refined(c)).isEqualTo(coarsest(g));
    }

    /** The numbers of edges between the cells decide what refinement sees: other numbers must give another trace. */
    @Property(tries = 500, seed = "6")
    void tracesTellTheEdgesBetweenCells(@ForAll @IntRange(min = 2, max = 6) int n,
            @ForAll @IntRange(min = 1, max = 3) int copies, @ForAll @DoubleRange(max = 1) double density,
            @ForAll long seed) {
        // Every vertex a colour of its own, then copies of all, so that the cells are the same whatever the edges.
        SplittableRandom random = new SplittableRandom(seed);
        boolean[][] edge = new boolean[n][n];
        for (int v = 0; v < n; v++) {
            for (int w = 0; w < v; w++) {
                edge[v][w] = random.nextDouble() < density;
            }
        }
        boolean crosswise = random.nextBoolean();
        List<Long> before = traceOfCopies(edge, copies, crosswise);
        int v = 1 + random.nextInt(n - 1);
        int w = random.nextInt(v);
        edge[v][w] ^= true;
        assertThat(traceOfCopies(edge, copies, crosswise)).isNotEqualTo(before);
        edge[v][w] ^= true;
        if (copies > 1 && edge[v][w]) {
            assertThat(traceOfCopies(edge, copies, !crosswise)).isNotEqualTo(before);
        }
    }

    /** Edges between the copies with the same number, or between all; two more vertices keep it from being discrete. */
    private static List<Long> traceOfCopies(boolean[][] edge, int copies, boolean crosswise) {
        int n = edge.length;
        ColoredGraphBuilder b = ColoredGraph.builder(n * copies + 2);
        b.color(n * copies, n).color(n * copies + 1, n);
        for (int v = 0; v < n; v++) {
            for (int i = 0; i < copies; i++) {
                b.color(v * copies + i, v);
                for (int w = 0; w < v; w++) {
                    for (int j = 0; edge[v][w] && j < copies; j++) {
                        if (crosswise || i == j) {
                            b.edge(v * copies + i, w * copies + j);
                        }
                    }
                }
            }
        }
        RefinableColoring c = coloring(b.build());
        List<Long> seen = new ArrayList<>();
        assertThat(c.refine(seen::add)).isTrue();
        assertThat(c.cellCount()).isEqualTo(n + 1);
        return seen;
    }

    /** Cells that become singletons are listed with their places; the larger part keeps its number. */
    @Test
    void cellsOfAPath() {
        RefinableColoring c = coloring(TestGraphs.path(7));
        assertThat(c.singletonCount()).isZero();
        c.refine(Trace.NONE);
        // From the ends: pairs at distance 0, 1, 2, and the middle.
        assertThat(c.cellCount()).isEqualTo(4);
        assertThat(c.singletonCount()).isEqualTo(1);
        assertThat(c.vertexAt(c.singleton(0))).isEqualTo(3);
        int cell = c.cellOf(0);
        assertThat(c.cellOf(6)).isEqualTo(cell);
        assertThat(c.members(cell)).containsExactlyInAnyOrder(0, 6);
        c.individualize(6);
        assertThat(c.cellCount()).isEqualTo(5);
        assertThat(c.cellOf(0)).isEqualTo(cell);
        assertThat(c.cellOf(6)).isEqualTo(4);
        assertThat(c.placeOf(6)).isEqualTo(c.placeOf(0) + 1);
        assertThat(c.singletonCount()).isEqualTo(3);
        assertThat(c.singleton(1)).isEqualTo(c.placeOf(6));
        assertThat(c.singleton(2)).isEqualTo(c.placeOf(0));
        assertThat(c.refine(Trace.NONE)).isTrue();
        assertThat(c.isDiscrete()).isTrue();
        assertThat(c.firstNonSingleton()).isEqualTo(-1);
        assertThat(c.singletonCount()).isEqualTo(7);
        assertThat(IntStream.range(0, 7).map(c::singleton).sorted().toArray()).containsExactly(0, 1, 2, 3, 4, 5, 6);
        c.undoTo(4);
        assertThat(c.singletonCount()).isEqualTo(1);
        assertThat(c.members(cell)).containsExactlyInAnyOrder(0, 6);
    }

    private static Trace comparing(List<Long> wanted) {
        Iterator<Long> rest = wanted.iterator();
        return new Trace() {

            @Override
            public boolean accept(long value) {
                return rest.hasNext() && rest.next() == value;
            }

            @Override
            public boolean finish() {
                return !rest.hasNext();
            }
        };
    }
}
