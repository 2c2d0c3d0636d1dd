package org.orbifold.pgm.score;

/**
 * What the compiler may spend.
 *
 * @param tableEntries   the largest table that is copied; larger ones are read where they are
 * @param blanketEntries the largest tabulated conditional, in entries per variable
 * @param totalEntries   the most entries of all tabulated conditionals together
 */
record Limits(int tableEntries, int blanketEntries, int totalEntries) {

    /** A conditional of 64 entries stays within a few cache lines; beyond that summing factors is as fast. */
    static final Limits DEFAULT = new Limits(1 << 12, 64, 1 << 22);
}
