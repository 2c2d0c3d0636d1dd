package org.orbifold.pgm.score;

/**
 * What the compiler may spend.
 *
 * @param factorEntries  the largest factor that is copied into flat arrays; larger ones are evaluated as they are
 * @param binaryEntries  the largest tabulated conditional of a unit of two values, in entries
 * @param largerEntries  the same for a unit of more values, where a look-up saves an exponential per value
 * @param totalEntries   the most entries of all tabulated conditionals together
 */
record Limits(int factorEntries, int binaryEntries, int largerEntries, int totalEntries) {

    /** A conditional of 64 entries stays within a few cache lines; beyond that summing factors is as fast. */
    static final Limits DEFAULT = new Limits(1 << 12, 1 << 6, 1 << 10, 1 << 22);
}
