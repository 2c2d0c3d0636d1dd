package org.orbifold.mcmc.orbit;

/**
 * Changes of variables that a chain or an orbit move collects, so that listeners hear of many at once and not by a call
 * for each. Whether a draw changes a value is mere chance: it is collected without a branch that would have to foresee
 * it, and what is told are changes only. Reused all the time; listeners only read.
 */
public final class Changes {

    private static final int CAPACITY = 256;

    private final long[] times = new long[CAPACITY];
    private final int[] variables = new int[CAPACITY];
    private final int[] before = new int[CAPACITY];
    private final int[] after = new int[CAPACITY];
    private int count;

    /**
     * The number of changes.
     *
     * @return how many there are
     */
    public int count() {
        return count;
    }

    /**
     * When a change was.
     *
     * @param index from 0 on, in the order of the changes
     * @return the number of the step
     */
    public long time(int index) {
        return times[index];
    }

    /**
     * The variable of a change.
     *
     * @param index from 0 on
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

    /**
     * Makes room: tells the listener what there is unless so many more fit in.
     *
     * @param more how many are to be added; few
     * @param sink the listener
     */
    public void reserve(int more, ChangeSink sink) {
        if (count + more > CAPACITY) {
            flush(sink);
        }
    }

    /**
     * Adds a change for which there is room, if the values differ.
     *
     * @param time     the number of the step
     * @param variable the variable
     * @param old      its value before
     * @param now      its value after
     */
    public void add(long time, int variable, int old, int now) {
        times[count] = time;
        variables[count] = variable;
        before[count] = old;
        after[count] = now;
        count += old == now ? 0 : 1;
    }

    /**
     * Tells the listener what there is, and forgets it.
     *
     * @param sink the listener
     */
    public void flush(ChangeSink sink) {
        if (count > 0) {
            sink.changed(this);
            count = 0;
        }
    }
}
