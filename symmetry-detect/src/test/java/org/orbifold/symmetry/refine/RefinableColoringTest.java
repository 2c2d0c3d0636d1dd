package org.orbifold.symmetry.refine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.symmetry.graph.ColoredGraph;
import org.orbifold.symmetry.graph.TestGraphs;

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
