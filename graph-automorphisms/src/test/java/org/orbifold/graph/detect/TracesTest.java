package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.graph.refine.Trace;

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

    /** Samples are the hashes after 2, 6 and 20 splitters. */
    @Test
    void samplesStopWhatIsUnknown() {
        SampledHash hash = new SampledHash();
        long[] values = new long[25];
        long expected = 0;
        List<Long> samples = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            values[i] = Mixing.mix(i);
            expected = Mixing.combine(expected, values[i]);
            if (i == 1 || i == 5 || i == 19) {
                samples.add(expected);
            }
        }
        assertThat(feed(hash.start(null), values)).isTrue();
        assertThat(hash.hash()).isEqualTo(expected);
        assertThat(hash.samples()).containsExactly(samples.get(0), samples.get(1), samples.get(2));
        assertThat(feed(hash.start(new LongOpenHashSet(samples)), values)).isTrue();
        assertThat(hash.hash()).isEqualTo(expected);
        assertThat(feed(hash.start(new LongOpenHashSet(samples.subList(0, 2))), values)).isFalse();
        assertThat(hash.samples()).hasSize(3);
        assertThat(feed(hash.start(new LongOpenHashSet(samples.subList(1, 3))), values)).isFalse();
        assertThat(hash.samples()).containsExactly(samples.get(0));
        assertThat(feed(hash.start(new LongOpenHashSet()), values[0])).as("too short for a sample").isTrue();
        assertThat(hash.samples()).isEmpty();
        assertThat(hash.hash()).isEqualTo(Mixing.combine(0, values[0]));
    }
}
