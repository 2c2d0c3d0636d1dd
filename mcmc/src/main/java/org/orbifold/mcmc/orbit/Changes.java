package org.orbifold.mcmc.orbit;

/**
 * Changes of variables that an orbit move collects, so that listeners hear of many at once and not by a call for each.
 * Reused from move to move; listeners only read.
 */
public final class Changes {

    private static final int CAPACITY = 256;

    private final int[] variables = new int[CAPACITY];
    private final int[] before = new int[CAPACITY];
    private final int[] after = new int[CAPACITY];
    private int count;

    Changes() { }

    /**
     * The number of changes.
     *
     * @return how many there are
     */
    public int count() {
        return count;
    }

    /**
     * The variable of a change.
     *
     * @param index from 0 on, in the order of the changes
     * @return the variable
     */
    public int variable(int index) {
        return variables[index];
    }

    /**
     * The old value.
     *
     * @param index from 0 on
     * @return what the variable was before
     */
    public int before(int index) {
        return before[index];
    }

    /**
     * The new value.
     *
     * @param index from 0 on
     * @return what the variable became
     */
    public int after(int index) {
        return after[index];
    }

    /** Tells the sink what there is unless there is room for so many more. */
    void reserve(int more, long time, ChangeSink sink) {
        if (count + more > CAPACITY) {
            flush(time, sink);
        }
    }

    /** Adds a change for which there is room, if the values differ: without a branch, as changes are mere chance. */
    void add(int variable, int old, int now) {
        variables[count] = variable;
        before[count] = old;
        after[count] = now;
        // 1 if the values differ: by the sign, since a branch would have to foresee it.
        count += (old - now | now - old) >>> 31;
    }

    void flush(long time, ChangeSink sink) {
        if (count > 0) {
            sink.changed(time, this);
            count = 0;
        }
    }
}
