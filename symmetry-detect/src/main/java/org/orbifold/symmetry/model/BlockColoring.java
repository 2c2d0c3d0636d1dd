package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.symmetry.refine.Mixing;

/**
 * Colours the block-value pairs of a partition so that pairs that a symmetry exchanges have one colour, as finely as
 * looking at neighbours again and again can tell: colour refinement on the terms themselves, without a graph.
 *
 * <p>A block is <em>settled</em> once no other block has its colours and all its values of one colour can be exchanged
 * freely ({@link LocalSymmetries}). Every symmetry maps it onto itself, up to such exchanges, and it takes no further
 * part: only blocks that are open are looked at again, with the terms around them. In most partitions of a model with
 * individual weights everything is settled after a round or two, which proves that there are no other symmetries.
 *
 * <p>Colours are 64-bit hashes. Symmetric pairs always have equal ones, so that nothing is missed; a chance collision
 * leaves blocks open, or makes generators that their proof rejects. Cost per round: linear in the terms around open
 * blocks.
 */
final class BlockColoring {

    private static final long BLOCK = 0x2545F4914F6CDD1DL;
    /** Blocks in more terms are busy. */
    private static final int FEW_TERMS = 16;
    /** What is in a class of blocks: so many variables that their neighbours tell apart, or others. */
    private static final int PLAIN = Integer.MAX_VALUE - 1;
    private static final int BUSY = Integer.MAX_VALUE;
    /** Blocks of more values are not asked for local symmetries. */
    private static final int MAX_LOCAL_VALUES = 64;

    private final BlockTerms terms;
    private final TermIndex index;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final LocalSymmetries local;
    private final long[] colors;
    /** By (variable, value): the sum over the block's values that agree with it. */
    private final long[] sums;
    private final boolean[] settled;
    /** What the round at hand adds to colours. */
    private final long[] added;
    private final int[] open;
    private final IntArrayList exchanging = new IntArrayList();
    /** Settled blocks whose neighbours were not looked at yet. */
    private final IntArrayList fresh = new IntArrayList();
    private int openCount;
    private final long[] blockColors;
    private long[] scratch = new long[16];

    BlockColoring(BlockTerms terms, LocalSymmetries local) {
        this.terms = terms;
        this.index = terms.index();
        this.partition = terms.partition();
        this.pairs = terms.pairs();
        this.local = local;
        this.colors = new long[pairs.pairCount()];
        this.sums = index.members().clone();
        this.added = new long[pairs.pairCount()];
        this.settled = new boolean[pairs.blockCount()];
        this.blockColors = new long[pairs.blockCount()];
        firstColors();
        open = new int[pairs.blockCount()];
        openCount = open.length;
        Arrays.setAll(open, b -> b);
        settle();
        List<IntArrayList> later = putOff();
        refineWhileFiner();
        for (IntArrayList woken : later) {
            for (int b : woken) {
                if (!settled[b]) {
                    open[openCount++] = b;
                }
            }
            Arrays.sort(open, 0, openCount);
            refineWhileFiner();
        }
    }

    private void refineWhileFiner() {
        long before = -1;
        long fineness = 0;
        settleByNeighbours();
        int beforeOpen = openCount;
        while (openCount > 0 && (fineness > before || openCount < beforeOpen)) {
            before = fineness;
            beforeOpen = openCount;
            refine();
            fineness = settle();
            fineness = settleByNeighbours() ? 0 : fineness;
        }
    }

    /**
     * Takes out of the open blocks those that are better looked at later, when more is settled: blocks in many terms,
     * then large sets of variables that their neighbours tell apart. Symmetric blocks have one colour, so that blocks
     * of one colour are put off together.
     */
    private List<IntArrayList> putOff() {
        Long2IntOpenHashMap classes = new Long2IntOpenHashMap();
        for (int i = 0; i < openCount; i++) {
            Block block = partition.block(open[i]);
            boolean distinctive = block.size() == 1 && index.isDistinctive(block.variable(0));
            int degree = 0;
            for (int k = 0; k < block.size(); k++) {
                degree += index.degree(block.variable(k));
            }
            classes.mergeInt(blockColors[open[i]], distinctive ? 1 : degree <= FEW_TERMS ? PLAIN : BUSY,
                    (a, b) -> a < PLAIN && b < PLAIN ? a + b : Math.max(a, b));
        }
        IntArrayList busy = new IntArrayList();
        IntArrayList many = new IntArrayList();
        int left = 0;
        for (int i = 0; i < openCount; i++) {
            int found = classes.get(blockColors[open[i]]);
            if (found == BUSY) {
                busy.add(open[i]);
            } else if (found > FEW_TERMS && found < PLAIN) {
                many.add(open[i]);
            } else {
                open[left++] = open[i];
            }
        }
        openCount = left;
        return List.of(busy, many);
    }

    private void firstColors() {
        for (int b = 0; b < pairs.blockCount(); b++) {
            Block block = partition.block(b);
            if (block.size() == 1) {
                System.arraycopy(index.colors(), index.firstValue(block.variable(0)), colors, pairs.firstPair(b),
                        pairs.valueCount(b));
            }
        }
        terms.colorWide(colors);
        for (int b : terms.wide()) {
            sumUp(b);
        }
    }

    /** Brings the sums of a block's variables up to date with its colours. */
    private void sumUp(int b) {
        Block block = partition.block(b);
        int size = pairs.valueCount(b);
        int inner = 1;
        for (int k = block.size() - 1; k >= 0; k--) {
            int v = block.variable(k);
            int at = index.firstValue(v);
            int domain = index.domain()[v];
            Arrays.fill(sums, at, at + domain, 0);
            for (int value = 0; value < size; value++) {
                sums[at + value / inner % domain] += TermIndex.member(colors[pairs.firstPair(b) + value]);
            }
            inner *= domain;
        }
    }

    /** Settles what can be, and returns how fine the colours of open blocks are. */
    private long settle() {
        Long2IntOpenHashMap counts = new Long2IntOpenHashMap(openCount);
        for (int i = 0; i < openCount; i++) {
            int b = open[i];
            long sum = pairs.valueCount(b);
            for (int p = pairs.firstPair(b); p < pairs.firstPair(b + 1); p++) {
                sum += Mixing.mix(colors[p] ^ BLOCK);
            }
            blockColors[b] = sum;
            counts.addTo(sum, 1);
        }
        long fineness = 0;
        int left = 0;
        for (int i = 0; i < openCount; i++) {
            int b = open[i];
            int count = counts.get(blockColors[b]);
            if (count == 1 && isSettledInside(b)) {
                settled[b] = true;
                fresh.add(b);
                continue;
            }
            open[left++] = b;
            if (count > 0) {
                // The first of its colour counts for all.
                fineness += 1 + distinctColors(b);
                counts.put(blockColors[b], -1);
            }
        }
        openCount = left;
        return fineness;
    }

    /**
     * Settles single variables whose neighbours all are, if these tell them from all others: then a symmetry, which
     * keeps the neighbours, keeps them too, and their terms need not be looked at. Returns whether there were any.
     */
    private boolean settleByNeighbours() {
        boolean any = settleOnlyNeighbours();
        // A block of several variables may look like one variable with as many values.
        BitSet wideSizes = new BitSet();
        for (int b : terms.wide()) {
            if (!settled[b]) {
                wideSizes.set(pairs.valueCount(b));
            }
        }
        int left = 0;
        for (int i = 0; i < openCount; i++) {
            int b = open[i];
            if (settled[b]) {
                continue;
            }
            int v = partition.block(b).variable(0);
            if (partition.block(b).size() > 1 || !index.isDistinctive(v) || !neighboursSettled(v)
                    || wideSizes.get(pairs.valueCount(b))) {
                open[left++] = b;
                continue;
            }
            settled[b] = true;
            int from = index.firstValue(v);
            System.arraycopy(index.ownColors(), from, colors, pairs.firstPair(b), pairs.valueCount(b));
            System.arraycopy(index.ownMembers(), from, sums, from, pairs.valueCount(b));
        }
        any |= left < openCount;
        openCount = left;
        return any;
    }

    /**
     * Settles blocks that are the only open one next to a settled block: a symmetry keeps that one and its neighbours.
     * They get colours of their own. Returns whether there were any.
     */
    private boolean settleOnlyNeighbours() {
        boolean any = false;
        for (int i = 0; i < fresh.size(); i++) {
            int b = onlyOpenNeighbour(partition.block(fresh.getInt(i)));
            if (b >= 0 && isSettledInside(b)) {
                long own = index.ownColors()[index.firstValue(partition.block(b).variable(0))];
                for (int p = pairs.firstPair(b); p < pairs.firstPair(b + 1); p++) {
                    colors[p] = index.nextColor(colors[p], own);
                }
                sumUp(b);
                settled[b] = true;
                fresh.add(b);
                any = true;
            }
        }
        fresh.clear();
        return any;
    }

    /** The open block that shares terms with a block of few neighbours, or −1 if there is none or more than one. */
    private int onlyOpenNeighbour(Block block) {
        int only = -1;
        for (int k = 0; k < block.size(); k++) {
            int from = index.neighbourStart(block.variable(k));
            int to = index.neighbourStart(block.variable(k) + 1);
            if (to - from > FEW_TERMS) {
                return -1;
            }
            for (int i = from; i < to; i++) {
                int b = partition.blockOf(index.neighbour(i));
                if (!settled[b] && b != only) {
                    if (only >= 0) {
                        return -1;
                    }
                    only = b;
                }
            }
        }
        return only;
    }

    private boolean neighboursSettled(int variable) {
        for (int i = index.neighbourStart(variable); i < index.neighbourStart(variable + 1); i++) {
            if (!settled[partition.blockOf(index.neighbour(i))]) {
                return false;
            }
        }
        return true;
    }

    private int distinctColors(int b) {
        long[] sorted = Arrays.copyOfRange(colors, pairs.firstPair(b), pairs.firstPair(b + 1));
        Arrays.sort(sorted);
        int distinct = 1;
        for (int i = 1; i < sorted.length; i++) {
            distinct += sorted[i] != sorted[i - 1] ? 1 : 0;
        }
        return distinct;
    }

    /** Whether values of one colour can be exchanged while all else stays. */
    private boolean isSettledInside(int b) {
        int size = pairs.valueCount(b);
        int first = pairs.firstPair(b);
        if (size == 2 && colors[first] != colors[first + 1] || distinctColors(b) == size) {
            return true;
        }
        Block block = partition.block(b);
        if (size > MAX_LOCAL_VALUES || block.size() > LocalSymmetries.MAX_BLOCK) {
            return false;
        }
        int[] classes = local.classes(block);
        for (int x = 0; x < size; x++) {
            for (int y = x + 1; y < size; y++) {
                if (classes[x] != classes[y] && colors[first + x] == colors[first + y]) {
                    return false;
                }
            }
        }
        exchanging.add(b);
        return true;
    }

    private void refine() {
        for (int i = 0; i < openCount; i++) {
            int b = open[i];
            Block block = partition.block(b);
            int v = block.variable(0);
            if (block.size() == 1 && terms.isApart(v)) {
                long[] around = cleared(pairs.valueCount(b));
                for (int t = index.incidenceStart(v); t < index.incidenceStart(v + 1); t++) {
                    index.addAround(index.incident(t), v, sums, around);
                }
                System.arraycopy(around, 0, added, pairs.firstPair(b), pairs.valueCount(b));
            } else {
                terms.gather(b);
                addSingle(b, block);
                terms.merged().forEach(merged -> addMerged(b, merged));
            }
        }
        // Only now, so that all new colours come from old ones.
        for (int i = 0; i < openCount; i++) {
            int b = open[i];
            for (int p = pairs.firstPair(b); p < pairs.firstPair(b + 1); p++) {
                colors[p] = index.nextColor(colors[p], added[p]);
                added[p] = 0;
            }
            sumUp(b);
        }
    }

    /** Adds terms that look at one variable of a block each. */
    private void addSingle(int b, Block block) {
        int inner = pairs.valueCount(b);
        for (int k = 0; k < block.size(); k++) {
            int v = block.variable(k);
            int domain = index.domain()[v];
            inner /= domain;
            long[] around = cleared(domain);
            for (int t = 0; t < terms.single().size(); t++) {
                int term = terms.single().getInt(t);
                if (index.contains(term, v)) {
                    index.addAround(term, v, sums, around);
                }
            }
            for (int p = pairs.firstPair(b), value = 0; p < pairs.firstPair(b + 1); p++, value++) {
                added[p] += around[value / inner % domain];
            }
        }
    }

    private void addMerged(int b, BlockTerms.Merged merged) {
        int arity = merged.table().arity();
        long[][] axes = new long[arity][];
        int own = 0;
        for (int k = 0; k < arity; k++) {
            int block = merged.table().blocks()[k];
            own = block == b ? k : own;
            axes[k] = new long[merged.table().sizes()[k]];
            int[] projection = merged.projections()[k];
            for (int value = 0; value < projection.length; value++) {
                axes[k][projection[value]] += TermIndex.member(colors[pairs.firstPair(block) + value]);
            }
        }
        long[] around = cleared(axes[own].length);
        TermIndex.addAround(merged.entries(), axes, own, around);
        int[] projection = merged.projections()[own];
        for (int value = 0; value < projection.length; value++) {
            added[pairs.firstPair(b) + value] += around[projection[value]];
        }
    }

    private long[] cleared(int length) {
        if (scratch.length < length) {
            scratch = new long[length];
        }
        Arrays.fill(scratch, 0, length, 0);
        return scratch;
    }

    /** Whether every symmetry maps a block onto itself, values of one colour being freely exchangeable. */
    boolean isSettled(int block) {
        return settled[block];
    }

    /** The settled blocks with values that can be exchanged. */
    IntArrayList exchanging() {
        return exchanging;
    }

    /** The blocks that are not settled, ascending. */
    int[] open() {
        return Arrays.copyOf(open, openCount);
    }

    long color(int pair) {
        return colors[pair];
    }

    /** The colour of a block: that of the multiset of its values' colours. */
    long blockColor(int block) {
        return blockColors[block];
    }
}
