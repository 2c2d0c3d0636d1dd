package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.orbifold.graph.refine.Trace;

/** The largest of several traces by lexicographic order; stops refinements whose traces are smaller. */
final class LargestTrace implements Trace {

    private final LongArrayList largest = new LongArrayList();
    private int cursor;
    private boolean larger;

    /** Gets ready for the next refinement. */
    void next() {
        cursor = 0;
        larger = false;
    }

    /** Whether the last refinement's trace is larger than all before. */
    boolean isLarger() {
        return larger;
    }

    @Override
    public boolean accept(long value) {
        if (!larger && cursor < largest.size()) {
            long known = largest.getLong(cursor);
            if (value <= known) {
                cursor++;
                return value == known;
            }
            largest.size(cursor);
        }
        larger = true;
        largest.add(value);
        return true;
    }

    @Override
    public boolean finish() {
        return larger || cursor == largest.size();
    }
}
