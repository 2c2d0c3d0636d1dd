package org.orbifold.logic;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.ModelBuilder;

/** The atoms of an ordinary predicate: each unknown one is a binary variable. */
final class PlainAtoms extends AtomTable {

    private final boolean closed;
    private final ListedTruths truths;
    /** Ascending: the unknown atoms of a closed world, the known ones of an open one. */
    private final long[] exceptions;

    PlainAtoms(Strides strides, Database.Listed listed, boolean closed) {
        super(strides);
        this.closed = closed;
        this.truths = new ListedTruths(byRank(listed),
                closed ? FALSE : UNKNOWN, strides.atoms());
        LongArrayList kept = new LongArrayList();
        for (int i = 0; i < listed.ranks().length; i++) {
            if ((listed.truths()[i] == UNKNOWN) == closed) {
                kept.add(listed.ranks()[i]);
            }
        }
        this.exceptions = kept.toLongArray();
    }

    @Override
    int truth(long rank) {
        return truths.truth(rank);
    }

    @Override
    long variables() {
        return truths.countOf(UNKNOWN);
    }

    @Override
    int variable(long rank) {
        int place = Arrays.binarySearch(exceptions, rank);
        // In an open world the unknown atom is not among the exceptions: −1 − place of them are before it.
        return firstVariable() + (closed ? place : (int) (rank + place + 1));
    }

    @Override
    int value(long rank) {
        return 1;
    }

    @Override
    int values(long rank) {
        return 2;
    }

    @Override
    void addVariables(ModelBuilder model) {
        if (closed) {
            for (long rank : exceptions) {
                model.variable(strides().name(rank), Domain.binary());
            }
            return;
        }
        int next = 0;
        for (long rank = 0; rank < strides().atoms(); rank++) {
            if (next < exceptions.length && exceptions[next] == rank) {
                next++;
            } else {
                model.variable(strides().name(rank), Domain.binary());
            }
        }
    }

    @Override
    long countOf(int truth) {
        return truths.countOf(truth);
    }

    @Override
    long[] ranks(int mask) {
        return truths.ranks(mask);
    }

    private static Long2IntOpenHashMap byRank(Database.Listed listed) {
        Long2IntOpenHashMap truths = new Long2IntOpenHashMap(listed.ranks().length);
        for (int i = 0; i < listed.ranks().length; i++) {
            truths.put(listed.ranks()[i], listed.truths()[i]);
        }
        return truths;
    }
}
