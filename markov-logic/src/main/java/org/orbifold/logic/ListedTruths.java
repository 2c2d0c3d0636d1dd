package org.orbifold.logic;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** Truth values of numbered tuples: an explicit list plus a default. */
final class ListedTruths {

    private final Long2IntOpenHashMap truths;
    private final int others;
    private final long tuples;
    private final long[] counts = new long[TruthValue.values().length];

    /**
     * Lists truth values.
     *
     * @param truths the listed values, owned by the new object
     * @param others the truth value of unlisted tuples
     * @param tuples how many tuples there are
     */
    ListedTruths(Long2IntOpenHashMap truths, int others, long tuples) {
        this.truths = truths;
        this.others = others;
        this.tuples = tuples;
        truths.defaultReturnValue(others);
        for (int truth : truths.values()) {
            counts[truth]++;
        }
        counts[others] += tuples - truths.size();
    }

    int truth(long rank) {
        return truths.get(rank);
    }

    long countOf(int truth) {
        return counts[truth];
    }

    /** See {@link Facts#ranks(int)}. */
    long[] ranks(int mask) {
        LongArrayList ranks = new LongArrayList();
        if ((mask & Facts.bit(others)) == 0) {
            for (Long2IntMap.Entry entry : truths.long2IntEntrySet()) {
                if ((mask & Facts.bit(entry.getIntValue())) != 0) {
                    ranks.add(entry.getLongKey());
                }
            }
            LongArrays.quickSort(ranks.elements(), 0, ranks.size());
        } else {
            // At least half of the tuples are listed: the caller saw to it.
            for (long rank = 0; rank < tuples; rank++) {
                if ((mask & Facts.bit(truths.get(rank))) != 0) {
                    ranks.add(rank);
                }
            }
        }
        return ranks.toLongArray();
    }
}
