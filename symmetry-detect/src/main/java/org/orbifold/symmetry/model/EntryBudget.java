package org.orbifold.symmetry.model;

import org.orbifold.pgm.block.Block;

/** Counts the table entries that a partition needs and refuses, before they are made, more than were allowed. */
final class EntryBudget {

    private final long most;
    private long used;

    EntryBudget(long most) {
        this.most = most;
    }

    /** Takes entries for a table over a number of blocks. */
    void charge(double entries, int blocks, Block first) {
        if (used + entries > most) {
            throw new IllegalArgumentException("the partition needs tables of more than " + most
                    + " entries (the table over " + blocks + " blocks, the first being " + first + ", would have "
                    + entries + "); use smaller blocks, or raise the limit with SymmetryOptions.withMaxEntries");
        }
        used += (long) entries;
    }
}
