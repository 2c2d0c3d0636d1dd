package org.orbifold.mcmc.chain;

/**
 * Binary variables that took their other value, as a chain collects them, so that listeners hear of many steps at once
 * and not by a call for each. Whether a draw changes a value is mere chance: draws are collected without a branch that
 * would have to foresee it, and only those that changed something stay. Reused all the time; listeners only read.
 */
public final class Flips {

    /** The number of steps that can be collected. */
    static final int STEPS = 256;

    /** The number of the step after the beginning, the variable, and last its new value, in one word each. */
    private final long[] flips = new long[STEPS];
    private long begin;
    private int count;

    Flips() { }

    /** Forgets everything, and begins with a step. */
    void begin(long time) {
        begin = time;
        count = 0;
    }

    /** Adds a draw; no more than there are steps. */
    void add(int step, int variable, int before, int after) {
        flips[count] = (long) step << 32 | (variable << 1 | after) & 0xFFFFFFFFL;
        count += before ^ after;
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
        return begin + (flips[index] >>> 32);
    }

    /**
     * The variable of a change.
     *
     * @param index from 0 on
     * @return the variable
     */
    public int variable(int index) {
        return (int) flips[index] >>> 1;
    }

    /**
     * The new value.
     *
     * @param index from 0 on
     * @return what the variable became, 0 or 1; it was the other one before
     */
    public int after(int index) {
        return (int) flips[index] & 1;
    }
}
