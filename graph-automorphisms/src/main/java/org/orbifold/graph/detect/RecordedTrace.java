package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.orbifold.graph.refine.Trace;

/** The traces along the first path, one after the other, and the comparison of others with a part of them. */
final class RecordedTrace {

    private final LongArrayList recorded = new LongArrayList();
    private int cursor;
    private int end;

    private final Trace recorder = recorded::add;
    private final Trace comparer = new Trace() {

        @Override
        public boolean accept(long value) {
            return cursor < end && recorded.getLong(cursor++) == value;
        }

        @Override
        public boolean finish() {
            return cursor == end;
        }
    };

    int length() {
        return recorded.size();
    }

    /** Appends to the record. */
    Trace recording() {
        return recorder;
    }

    /** Stops a refinement that differs from a part of the record. */
    Trace comparing(int from, int to) {
        cursor = from;
        end = to;
        return comparer;
    }
}
