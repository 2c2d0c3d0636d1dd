package org.orbifold.logic;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * The atoms of a predicate with exactly-one arguments: each block of which the true atom is not known is one variable,
 * whose values are the atoms that can be the true one.
 *
 * <p>Closed world means: an atom that is not listed is false, as long as the block has another candidate. A block of
 * which nothing but false atoms is listed stays open, because one of its atoms must be true. So does one that has soft
 * evidence beside: what makes an atom improbable makes others probable.
 */
final class BlockAtoms extends AtomTable {

    private final int blockSize;
    private final long blocks;
    /** The true atom of each decided block. */
    private final Long2IntOpenHashMap decided = new Long2IntOpenHashMap();
    /** The candidates of blocks that are neither decided nor entirely free. */
    private final Long2ObjectOpenHashMap<int[]> restricted = new Long2ObjectOpenHashMap<>();
    private final long[] decidedBlocks;
    private final boolean trivial;

    BlockAtoms(Strides strides, Database.Listed listed, LongSet soft, boolean closed) {
        super(strides);
        if (strides.blockSize() > Integer.MAX_VALUE / 2) {
            throw new IllegalArgumentException("a block of " + strides.predicate() + " has " + strides.blockSize()
                    + " atoms; expected fewer");
        }
        this.blockSize = (int) strides.blockSize();
        this.blocks = strides.atoms() / Math.max(1, blockSize);
        this.trivial = blockSize == 1;
        decided.defaultReturnValue(-1);
        long[] ranks = listed.ranks();
        for (int from = 0; from < ranks.length;) {
            int to = from;
            while (to < ranks.length && ranks[to] / blockSize == ranks[from] / blockSize) {
                to++;
            }
            block(listed, from, to, soft, closed);
            from = to;
        }
        this.decidedBlocks = decided.keySet().toLongArray();
        Arrays.sort(decidedBlocks);
    }

    private void block(Database.Listed listed, int from, int to, LongSet soft, boolean closed) {
        long block = listed.ranks()[from] / blockSize;
        boolean someUnknown = false;
        for (int i = from; i < to; i++) {
            if (listed.truths()[i] == TRUE) {
                decided.put(block, (int) (listed.ranks()[i] % blockSize));
                return;
            }
            someUnknown |= listed.truths()[i] == UNKNOWN && !soft.contains(listed.ranks()[i]);
        }
        byte[] truths = new byte[blockSize];
        Arrays.fill(truths, (byte) -1);
        for (int i = from; i < to; i++) {
            truths[(int) (listed.ranks()[i] % blockSize)] = listed.truths()[i];
        }
        boolean onlyUnknown = closed && someUnknown;
        int[] candidates = IntStream.range(0, blockSize)
                .filter(value -> truths[value] == UNKNOWN || !onlyUnknown && truths[value] != FALSE).toArray();
        if (candidates.length == 0) {
            throw new ContradictionException("the database says that all atoms of " + strides().blockName(block)
                    + " are false, but exactly one of them must be true");
        } else if (candidates.length == 1) {
            decided.put(block, candidates[0]);
        } else if (candidates.length < blockSize) {
            restricted.put(block, candidates);
        }
    }

    @Override
    int truth(long rank) {
        if (trivial) {
            return TRUE;
        }
        int value = (int) (rank % blockSize);
        int known = decided.get(rank / blockSize);
        if (known >= 0) {
            return value == known ? TRUE : FALSE;
        }
        int[] candidates = restricted.get(rank / blockSize);
        return candidates == null || Arrays.binarySearch(candidates, value) >= 0 ? UNKNOWN : FALSE;
    }

    @Override
    long variables() {
        return trivial ? 0 : blocks - decidedBlocks.length;
    }

    @Override
    int variable(long rank) {
        long block = rank / blockSize;
        return firstVariable() + (int) (block + Arrays.binarySearch(decidedBlocks, block) + 1);
    }

    @Override
    int value(long rank) {
        int[] candidates = restricted.get(rank / blockSize);
        int value = (int) (rank % blockSize);
        return candidates == null ? value : Arrays.binarySearch(candidates, value);
    }

    @Override
    int values(long rank) {
        int[] candidates = restricted.get(rank / blockSize);
        return candidates == null ? blockSize : candidates.length;
    }

    @Override
    void addVariables(ModelBuilder model) {
        if (trivial) {
            return;
        }
        Domain whole = domain(IntStream.range(0, blockSize).toArray());
        for (long block = 0; block < blocks; block++) {
            if (!decided.containsKey(block)) {
                int[] candidates = restricted.get(block);
                model.variable(strides().blockName(block), candidates == null ? whole : domain(candidates));
            }
        }
    }

    private Domain domain(int[] values) {
        return Domain.of(Arrays.stream(values).mapToObj(strides()::valueName).toArray(String[]::new));
    }

    @Override
    long countOf(int truth) {
        if (truth == TRUE) {
            return trivial ? blocks : decidedBlocks.length;
        } else if (truth == FALSE) {
            return strides().atoms() - countOf(TRUE) - countOf(UNKNOWN);
        } else if (trivial) {
            return 0;
        }
        long count = (blocks - decidedBlocks.length - restricted.size()) * blockSize;
        for (int[] candidates : restricted.values()) {
            count += candidates.length;
        }
        return count;
    }

    @Override
    long[] ranks(int mask) {
        LongArrayList ranks = new LongArrayList();
        if (mask == bit(TRUE) && !trivial) {
            for (long block : decidedBlocks) {
                ranks.add(block * blockSize + decided.get(block));
            }
            return ranks.toLongArray();
        }
        for (long block = 0; block < blocks; block++) {
            int known = trivial ? 0 : decided.get(block);
            if (known >= 0 && (mask & bit(FALSE)) == 0) {
                // Most values of a decided block are false: they are not visited.
                addIfIn(mask, block * blockSize + known, ranks);
                continue;
            }
            for (int value = 0; value < blockSize; value++) {
                addIfIn(mask, block * blockSize + value, ranks);
            }
        }
        return ranks.toLongArray();
    }

    private void addIfIn(int mask, long rank, LongArrayList ranks) {
        if ((mask & bit(truth(rank))) != 0) {
            ranks.add(rank);
        }
    }
}
