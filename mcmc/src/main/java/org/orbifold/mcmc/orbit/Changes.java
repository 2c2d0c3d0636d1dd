package org.orbifold.mcmc.orbit;

/**
 * Changes of variables that a chain collects, so that listeners receive many by one call. Draws are
 * collected branch-free, since whether a draw changes the value is unpredictable; only changes
 * stay. Reused all the time; listeners only read.
 */
public final class Changes {

    /** How many draws can be collected between two calls of {@link #begin}. */
    public static final int CAPACITY = 256;

    /** The number of the step after the beginning, and the variable; the old value and the new one. */
    private final long[] places = new long[CAPACITY];
    private final long[] values = new long[CAPACITY];
    private long begin;
    private int count;

    /** None yet. */
    public Changes() { }

    /**
     * Forgets everything.
     *
     * @param time the number of the step that the next changes are counted from
     */
    public void begin(long time) {
        begin = time;
        count = 0;
    }

    /**
     * Adds a draw, if it changed the value; no more than there is room for.
     *
     * @param step     the number of the step after the beginning
     * @param variable the variable
     * @param before   its value before
     * @param after    its value after
     */
    public void add(int step, int variable, int before, int after) {
        places[count] = (long) step << 32 | variable;
        values[count] = (long) before << 32 | after;
        // 1 if the values differ, by the sign.
        count += (before - after | after - before) >>> 31;
    }

    /** Reports the collected changes and begins again, unless there is room for the given number more. */
    void reserve(int more, long time, ChangeListener listener) {
        if (count + more > CAPACITY) {
            flush(time, listener);
        }
    }

    /** Reports the collected changes to the listener, and clears them. */
    void flush(long time, ChangeListener listener) {
        if (count > 0) {
            listener.changed(this);
            begin(time);
        }
    }

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
        return begin + (places[index] >>> 32);
    }

    /**
     * The variable of a change.
     *
     * @param index from 0 on
     * @return the variable
     */
    public int variable(int index) {
        return (int) places[index];
    }

    /**
     * The old value.
     *
     * @param index from 0 on
     * @return what the variable was before
     */
    public int before(int index) {
        return (int) (values[index] >>> 32);
    }

    /**
     * The new value.
     *
     * @param index from 0 on
     * @return what the variable became
     */
    public int after(int index) {
        return (int) values[index];
    }
}
