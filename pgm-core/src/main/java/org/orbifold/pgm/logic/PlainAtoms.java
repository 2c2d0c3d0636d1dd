package org.orbifold.pgm.logic;

import it.unimi.dsi.fastutil.longs.Long2ByteOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.ModelBuilder;

/** The atoms of an ordinary predicate: each unknown one is a binary variable. */
final class PlainAtoms extends AtomTable {

    private final boolean closed;
    private final Long2ByteOpenHashMap truths;
    /** Ascending: the unknown atoms of a closed world, the known ones of an open one. */
    private final long[] exceptions;
    private final long trueCount;
    private final long falseCount;

    PlainAtoms(Strides strides, Database.Listed listed, boolean closed) {
        super(strides);
        this.closed = closed;
        this.truths = new Long2ByteOpenHashMap(listed.ranks(), listed.truths());
        truths.defaultReturnValue((byte) (closed ? FALSE : UNKNOWN));
        LongArrayList kept = new LongArrayList();
        long[] counts = new long[3];
        for (int i = 0; i < listed.ranks().length; i++) {
            counts[listed.truths()[i]]++;
            if ((listed.truths()[i] == UNKNOWN) == closed) {
                kept.add(listed.ranks()[i]);
            }
        }
        this.exceptions = kept.toLongArray();
        this.trueCount = counts[TRUE];
        this.falseCount = closed ? strides.atoms() - counts[TRUE] - counts[UNKNOWN] : counts[FALSE];
    }

    @Override
    int truth(long rank) {
        return truths.get(rank);
    }

    @Override
    long variables() {
        return strides().atoms() - trueCount - falseCount;
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
    long mayBeCount(boolean truth) {
        return strides().atoms() - (truth ? falseCount : trueCount);
    }

    @Override
    long[] mayBeRanks(boolean truth) {
        LongArrayList ranks = new LongArrayList();
        int other = truth ? FALSE : TRUE;
        if (closed && truth) {
            truths.long2ByteEntrySet().fastForEach(entry -> {
                if (entry.getByteValue() != other) {
                    ranks.add(entry.getLongKey());
                }
            });
            LongArrays.quickSort(ranks.elements(), 0, ranks.size());
        } else {
            // At least half of the atoms are listed: the caller saw to it.
            for (long rank = 0; rank < strides().atoms(); rank++) {
                if (truths.get(rank) != other) {
                    ranks.add(rank);
                }
            }
        }
        return ranks.toLongArray();
    }
}
