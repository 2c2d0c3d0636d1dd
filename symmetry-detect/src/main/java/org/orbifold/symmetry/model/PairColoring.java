package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;

/**
 * Colours the block-value pairs of Ĝ so that pairs that a symmetry exchanges have one colour, as finely as the zero-sum
 * terms around them can tell: colour refinement on the terms themselves, without a graph. Other tables and boxes are
 * left to the graph.
 *
 * <p>A block is <em>fixed</em> once no other block has its colours and all its values of one colour can be exchanged
 * freely ({@link LocalSymmetries}). Every symmetry maps it onto itself, up to such exchanges, and it takes no further
 * part: only blocks that are open are looked at again, with the terms around them. In most partitions of a model with
 * individual weights everything is fixed after a round or two, which proves that there are no other symmetries.
 *
 * <p>Colours are 64-bit hashes. Symmetric pairs always have equal ones, so that nothing is missed; a chance collision
 * leaves blocks open, or makes generators that their proof rejects. Cost per round: linear in the terms around open
 * blocks.
 */
final class PairColoring {

    private static final long BLOCK = 0x2545F4914F6CDD1DL;
    /** Classes of pairs that are in no possible state, and of those that are never moved: downwards from here. */
    private static final long IMPOSSIBLE = -1;
    private static final long PINNED = -2;
    /** Blocks in more terms are busy. */
    private static final int FEW_TERMS = 16;
    /** The kind of a class of blocks: variables that their neighbours distinguish, or others. */
    private static final int PLAIN = Integer.MAX_VALUE - 1;
    private static final int BUSY = Integer.MAX_VALUE;
    /** Blocks of more values are not asked for local symmetries. */
    private static final int MAX_LOCAL_VALUES = 64;

    private final BlockModel model;
    private final TermIndex index;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final LocalSymmetries local;
    /** Exact classes by what concerns the block alone, and colours, by pair. */
    private final long[] firstClasses;
    private final long[] colors;
    /** What a pair counts in sums over sets of values. */
    private final long[] members;
    private final boolean[] fixed;
    /** What the round at hand adds to colours. */
    private final long[] added;
    private final int[] open;
    private final IntArrayList exchanging = new IntArrayList();
    /** Fixed blocks whose neighbours were not looked at yet. */
    private final IntArrayList fresh = new IntArrayList();
    private int openCount;
    private final long[] blockColors;

    private PairColoring(BlockModel model, LocalSymmetries local, boolean keepValues) {
        this.model = model;
        this.index = model.index();
        this.partition = model.partition();
        this.pairs = model.pairs();
        this.local = local;
        this.firstClasses = firstClasses(model, keepValues);
        this.colors = new long[pairs.pairCount()];
        this.members = new long[pairs.pairCount()];
        this.added = new long[pairs.pairCount()];
        this.fixed = new boolean[pairs.blockCount()];
        this.blockColors = new long[pairs.blockCount()];
        this.open = new int[pairs.blockCount()];
        this.openCount = open.length;
        Arrays.setAll(open, b -> b);
        for (int b : open) {
            for (int p = pairs.firstPair(b); p < pairs.firstPair(b + 1); p++) {
                setColor(p, index.color(firstClasses[p], pairs.valueCount(b)));
            }
        }
    }

    /**
     * Colours the pairs.
     *
     * @param keepValues whether a pair can only go to a pair of the same value
     */
    static PairColoring of(BlockModel model, LocalSymmetries local, boolean keepValues) {
        PairColoring coloring = new PairColoring(model, local, keepValues);
        coloring.fix();
        List<IntArrayList> later = coloring.putOff();
        coloring.refineWhileFiner();
        for (IntArrayList blocks : later) {
            coloring.reopen(blocks);
            coloring.refineWhileFiner();
        }
        return coloring;
    }

    private void reopen(IntArrayList blocks) {
        for (int b : blocks) {
            if (!fixed[b]) {
                open[openCount++] = b;
            }
        }
        Arrays.sort(open, 0, openCount);
    }

    /** Exact classes of pairs by what concerns the block alone. */
    static long[] firstClasses(BlockModel model, boolean keepValues) {
        BlockValuePairs pairs = model.pairs();
        BlockPartition partition = model.partition();
        TermIndex index = model.index();
        long[] result = new long[pairs.pairCount()];
        KnownClasses classes = new KnownClasses(index.unaryClasses());
        for (int b = 0; b < pairs.blockCount(); b++) {
            model.time().check();
            Block block = partition.block(b);
            boolean known = block.size() == 1 && model.isUniform();
            boolean pinned = model.isPinned(b) || model.isDecided(b);
            int impossible = 0;
            double[] inside = new double[known ? 0 : pairs.valueCount(b)];
            double tolerance = known ? 0 : model.addInside(b, inside);
            for (int value = 0; value < pairs.valueCount(b); value++) {
                int pair = pairs.pair(b, value);
                boolean out = model.isImpossible(pair);
                long own = pinned ? PINNED - pair : out ? IMPOSSIBLE
                        : known ? index.valueClass(block.variable(0), value)
                        : classes.classOf(inside[value], tolerance);
                // Impossible values go along in their order: exchanging them would change no possible state.
                result[pair] = own << Integer.SIZE | (keepValues ? value : out ? impossible++ : 0);
            }
        }
        return result;
    }

    private void setColor(int pair, long color) {
        colors[pair] = color;
        members[pair] = TermIndex.member(color);
    }

    private void refineWhileFiner() {
        long before = -1;
        long fineness = 0;
        fixByNeighbours();
        int beforeOpen = openCount;
        while (openCount > 0 && (fineness > before || openCount < beforeOpen)) {
            model.time().check();
            before = fineness;
            beforeOpen = openCount;
            refine();
            fineness = fix();
            fineness = fixByNeighbours() ? 0 : fineness;
        }
    }

    /**
     * Takes out of the open blocks those that are better looked at later, when more is fixed: blocks in many terms,
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

    /** Fixes what can be, and returns how fine the colours of open blocks are. */
    private long fix() {
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
            if (count == 1 && isFixedInside(b)) {
                fixed[b] = true;
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
     * Fixes single variables whose neighbours all are, if these tell them from all others: then a symmetry, which
     * keeps the neighbours, keeps them too, and their terms need not be looked at. Returns whether there were any.
     */
    private boolean fixByNeighbours() {
        boolean any = fixOnlyNeighbours();
        // A block of several variables may look like one variable with as many values.
        BitSet wideSizes = new BitSet();
        for (int b = 0; b < fixed.length; b++) {
            if (!fixed[b] && partition.block(b).size() > 1) {
                wideSizes.set(pairs.valueCount(b));
            }
        }
        int left = 0;
        for (int i = 0; i < openCount; i++) {
            int b = open[i];
            if (fixed[b]) {
                continue;
            }
            int v = partition.block(b).variable(0);
            if (partition.block(b).size() > 1 || !index.isDistinctive(v) || !neighboursFixed(v)
                    || wideSizes.get(pairs.valueCount(b))) {
                open[left++] = b;
                continue;
            }
            fixed[b] = true;
            for (int value = 0; value < pairs.valueCount(b); value++) {
                setColor(pairs.pair(b, value), index.ownColor(v, value));
            }
        }
        any |= left < openCount;
        openCount = left;
        return any;
    }

    /**
     * Fixes blocks that are the only open one next to a fixed block: a symmetry keeps that one and its neighbours.
     * They get colours of their own. Returns whether there were any.
     */
    private boolean fixOnlyNeighbours() {
        boolean any = false;
        for (int i = 0; i < fresh.size(); i++) {
            int b = onlyOpenNeighbour(partition.block(fresh.getInt(i)));
            if (b >= 0 && isFixedInside(b)) {
                long own = index.ownColor(partition.block(b).variable(0), 0);
                for (int p = pairs.firstPair(b); p < pairs.firstPair(b + 1); p++) {
                    setColor(p, index.nextColor(colors[p], own));
                }
                fixed[b] = true;
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
                if (!fixed[b] && b != only) {
                    if (only >= 0) {
                        return -1;
                    }
                    only = b;
                }
            }
        }
        return only;
    }

    private boolean neighboursFixed(int variable) {
        for (int i = index.neighbourStart(variable); i < index.neighbourStart(variable + 1); i++) {
            if (!fixed[partition.blockOf(index.neighbour(i))]) {
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

    /** Whether values that look alike can be exchanged while all else stays. */
    private boolean isFixedInside(int b) {
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
                if (classes[x] != classes[y] && isAlike(first + x, first + y)) {
                    return false;
                }
            }
        }
        exchanging.add(b);
        return true;
    }

    /** Whether two pairs have one class and one colour. */
    boolean isAlike(int p, int q) {
        return colors[p] == colors[q] && firstClasses[p] == firstClasses[q];
    }

    private void refine() {
        for (int i = 0; i < openCount; i++) {
            model.time().check();
            for (BlockTerm term : model.around(open[i])) {
                addAround(open[i], term);
            }
        }
        // Only now, so that all new colours come from old ones.
        for (int i = 0; i < openCount; i++) {
            for (int p = pairs.firstPair(open[i]); p < pairs.firstPair(open[i] + 1); p++) {
                setColor(p, index.nextColor(colors[p], added[p]));
                added[p] = 0;
            }
        }
    }

    private void addAround(int b, BlockTerm term) {
        int arity = term.table().arity();
        long[][] axes = new long[arity][];
        int own = 0;
        for (int k = 0; k < arity; k++) {
            int block = term.table().blocks()[k];
            axes[k] = new long[term.table().sizes()[k]];
            if (block == b) {
                own = k;
            } else {
                int[] projection = term.projections()[k];
                int first = pairs.firstPair(block);
                for (int value = 0; value < projection.length; value++) {
                    axes[k][projection[value]] += members[first + value];
                }
            }
        }
        long[] around = new long[axes[own].length];
        TermIndex.addAround(term.entries(), axes, own, around);
        int[] projection = term.projections()[own];
        for (int value = 0; value < projection.length; value++) {
            added[pairs.firstPair(b) + value] += around[projection[value]];
        }
    }

    /** Whether every symmetry maps a block onto itself, values of one colour being freely exchangeable. */
    boolean isFixed(int block) {
        return fixed[block];
    }

    /** The fixed blocks with values that can be exchanged. */
    IntArrayList exchanging() {
        return exchanging;
    }

    /** The blocks that are not fixed, ascending. */
    int[] open() {
        return Arrays.copyOf(open, openCount);
    }

    long color(int pair) {
        return colors[pair];
    }

    /** The exact class of a pair by what concerns its block alone, which every symmetry keeps. */
    long firstClass(int pair) {
        return firstClasses[pair];
    }

    /** The colour of a block: that of the multiset of its values' colours. */
    long blockColor(int block) {
        return blockColors[block];
    }
}
