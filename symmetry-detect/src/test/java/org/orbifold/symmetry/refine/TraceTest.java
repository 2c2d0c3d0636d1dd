package org.orbifold.symmetry.refine;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.symmetry.graph.ColoredGraph;
import org.orbifold.symmetry.graph.TestGraphs;

/** What a trace accepts in each of its modes. */
class TraceTest {

    private static boolean feed(Trace trace, long... values) {
        for (long value : values) {
            if (!trace.accept(value)) {
                return false;
            }
        }
        return trace.finish();
    }

    @Test
    void comparesWithAPartOfTheRecord() {
        Trace trace = new Trace();
        trace.record();
        assertThat(feed(trace, 1, 2, 3)).isTrue();
        int second = trace.record();
        assertThat(feed(trace, 4, 5)).isTrue();
        assertThat(second).isEqualTo(3);
        assertThat(trace.length()).isEqualTo(5);
        trace.compare(3, 5);
        assertThat(feed(trace, 4, 5)).isTrue();
        trace.compare(3, 5);
        assertThat(feed(trace, 4)).as("shorter").isFalse();
        trace.compare(3, 5);
        assertThat(feed(trace, 4, 5, 6)).as("longer").isFalse();
        trace.compare(3, 5);
        assertThat(feed(trace, 4, 6)).as("different").isFalse();
        trace.truncate(3);
        assertThat(trace.length()).isEqualTo(3);
        trace.clear();
        assertThat(trace.length()).isZero();
    }

    @Test
    void improvingKeepsTheLargest() {
        Trace trace = new Trace();
        trace.record();
        feed(trace, 5, 5);
        trace.improve();
        assertThat(feed(trace, 5, 4)).isFalse();
        assertThat(trace.order()).isNegative();
        trace.improve();
        assertThat(feed(trace, 5)).as("a prefix is smaller").isFalse();
        trace.improve();
        assertThat(feed(trace, 5, 5)).isTrue();
        assertThat(trace.order()).isZero();
        trace.improve();
        assertThat(feed(trace, 5, 7, 1)).isTrue();
        assertThat(trace.order()).isPositive();
        trace.compare(0, trace.length());
        assertThat(feed(trace, 5, 7, 1)).isTrue();
    }

    @Test
    void recordsGrow() {
        Trace trace = new Trace();
        trace.record();
        for (long i = 0; i < 1000; i++) {
            assertThat(trace.accept(i)).isTrue();
        }
        trace.compare(0, 1000);
        for (long i = 0; i < 1000; i++) {
            assertThat(trace.accept(i)).isTrue();
        }
        assertThat(trace.finish()).isTrue();
    }

    /** An automorphic image of a sampled refinement is recognised, and has the same hash. */
    @Property(tries = 200, seed = "13")
    void samplesOfIsomorphicRefinementsAreKnown(@ForAll @IntRange(min = 4, max = 40) int n, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraph g = TestGraphs.random(n, 0.2, 2, seed);
        int[] name = TestGraphs.randomPermutation(n, random);
        ColoredGraph h = g.relabel(v -> name[v]);
        int v = random.nextInt(n);
        Trace trace = new Trace();
        RefinableColoring c = refined(g);
        if (c.length(c.cellOf(v)) == 1) {
            return;
        }
        trace.sample();
        c.individualize(v);
        assertThat(c.refine(trace)).isTrue();
        long hash = trace.hash();
        LongOpenHashSet known = new LongOpenHashSet(trace.samples());
        RefinableColoring d = refined(h);
        trace.recognize(known::contains);
        d.individualize(name[v]);
        assertThat(d.refine(trace)).isTrue();
        assertThat(trace.hash()).isEqualTo(hash);
    }

    @Test
    void unknownSamplesStopARefinement() {
        RefinableColoring c = refined(TestGraphs.path(60));
        int cells = c.cellCount();
        Trace trace = new Trace();
        trace.sample();
        c.individualize(0);
        c.refine(trace);
        LongOpenHashSet known = new LongOpenHashSet(trace.samples());
        c.undoTo(cells);
        trace.recognize(known::contains);
        c.individualize(29);
        assertThat(c.refine(trace)).isFalse();
        c.undoTo(cells);
        trace.recognize(known::contains);
        c.individualize(59);
        assertThat(c.refine(trace)).isTrue();
    }

    private static RefinableColoring refined(ColoredGraph g) {
        RefinableColoring c = new RefinableColoring(g.copyOffsets(), g.copyNeighbours(), g.copyColors());
        c.refine(new Trace());
        return c;
    }
}
