package org.orbifold.symmetry.detect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbifold.symmetry.refine.Trace;

/** What the recorded and the largest trace accept. */
class TracesTest {

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
        RecordedTrace trace = new RecordedTrace();
        assertThat(feed(trace.recording(), 1, 2, 3)).isTrue();
        assertThat(trace.length()).isEqualTo(3);
        assertThat(feed(trace.recording(), 4, 5)).isTrue();
        assertThat(feed(trace.comparing(3, 5), 4, 5)).isTrue();
        assertThat(feed(trace.comparing(3, 5), 4)).as("shorter").isFalse();
        assertThat(feed(trace.comparing(3, 5), 4, 5, 6)).as("longer").isFalse();
        assertThat(feed(trace.comparing(3, 5), 4, 6)).as("different").isFalse();
        assertThat(feed(trace.comparing(0, 3), 1, 2, 3)).isTrue();
        assertThat(feed(trace.comparing(0, 3), 1, 2, 3, 4)).isFalse();
    }

    private static boolean next(LargestTrace trace, long... values) {
        trace.next();
        return feed(trace, values);
    }

    @Test
    void theLargestIsKept() {
        LargestTrace trace = new LargestTrace();
        assertThat(next(trace, 5, 5)).isTrue();
        assertThat(trace.isLarger()).isTrue();
        assertThat(next(trace, 5, 4)).isFalse();
        assertThat(next(trace, 5)).as("a prefix is smaller").isFalse();
        assertThat(next(trace, 5, 5)).isTrue();
        assertThat(trace.isLarger()).isFalse();
        assertThat(next(trace, 5, 7, 1)).isTrue();
        assertThat(trace.isLarger()).isTrue();
        assertThat(next(trace, 5, 7, 1)).isTrue();
        assertThat(trace.isLarger()).isFalse();
        assertThat(next(trace, 5, 7, 1, 0)).as("longer").isTrue();
        assertThat(trace.isLarger()).isTrue();
        assertThat(next(trace, 5, 7, 2)).isTrue();
        assertThat(next(trace, 5, 7, 1, 0)).isFalse();
        assertThat(next(trace, 5, 7, 2)).as("cut off where it was larger").isTrue();
        assertThat(trace.isLarger()).isFalse();
    }
}
