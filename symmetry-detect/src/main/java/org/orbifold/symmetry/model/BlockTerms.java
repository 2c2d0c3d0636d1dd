package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.symmetry.refine.Mixing;

/**
 * The zero-sum terms of Ĝ for one partition, worked out only around blocks that are asked about. Terms over variables
 * that touch the same blocks are added up; every other term stays as it is, one axis standing for the values of its
 * block that agree in one variable.
 *
 * <p>Terms over the same blocks all touch any one of these, so that what is around a block can be gathered from the
 * terms of its own variables: no other part of the model is looked at. Not thread-safe.
 */
final class BlockTerms {

    /** Up to so many terms, each is compared with each. */
    private static final int FEW = 8;

    /**
     * The sum of terms over the same blocks, with hashed entries and, per axis, the place of each block value; both are
     * null if the sum is zero.
     */
    record Merged(AxisTable table, long[] entries, int[][] projections) { }

    private final TermIndex index;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final EntryBudget budget;
    private final KnownClasses entryClasses;
    /** Per variable whether its block has other variables. */
    private final boolean[] inWide;
    private final int[] wide;
    private final Long2ObjectOpenHashMap<Merged> sums = new Long2ObjectOpenHashMap<>();
    /** What is around the block last asked about. */
    private final IntArrayList single = new IntArrayList();
    private final List<Merged> merged = new ArrayList<>();
    private long[] keys = new long[FEW];
    private int[] terms = new int[FEW];

    BlockTerms(TermIndex index, BlockPartition partition, BlockValuePairs pairs, EntryBudget budget) {
        this.index = index;
        this.partition = partition;
        this.pairs = pairs;
        this.budget = budget;
        this.entryClasses = new KnownClasses(index.entryClasses());
        this.inWide = new boolean[partition.variableCount()];
        IntArrayList found = new IntArrayList();
        for (int b = 0; b < partition.blockCount(); b++) {
            Block block = partition.block(b);
            if (block.size() > 1) {
                found.add(b);
                for (int k = 0; k < block.size(); k++) {
                    inWide[block.variable(k)] = true;
                }
            }
        }
        this.wide = found.toIntArray();
    }

    /** Whether no terms around a variable are over the same blocks, as far as a quick look shows. */
    boolean isApart(int variable) {
        int from = index.neighbourStart(variable);
        int to = index.neighbourStart(variable + 1);
        int touched = 0;
        int last = -1;
        for (int i = from; i < to; i++) {
            if (inWide[index.neighbour(i)]) {
                int b = partition.blockOf(index.neighbour(i));
                if (++touched > 2 || b == last) {
                    return false;
                }
                last = b;
            }
        }
        return true;
    }

    /**
     * Gathers the terms that join a block to others: those that stay as they are into {@link #single}, sums into
     * {@link #merged}.
     */
    void gather(int b) {
        single.clear();
        merged.clear();
        Block block = partition.block(b);
        int count = 0;
        boolean mayMerge = block.size() > 1;
        for (int k = 0; k < block.size(); k++) {
            int v = block.variable(k);
            for (int i = index.incidenceStart(v); i < index.incidenceStart(v + 1); i++) {
                int term = index.incident(i);
                // A term of several variables of the block is met at the first of them.
                if (k == 0 || firstIn(block, term) == v) {
                    if (count == terms.length) {
                        terms = Arrays.copyOf(terms, 2 * count);
                        keys = Arrays.copyOf(keys, 2 * count);
                    }
                    mayMerge |= touchesWide(term);
                    terms[count++] = term;
                }
            }
        }
        if (!mayMerge) {
            single.addElements(0, terms, 0, count);
            return;
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long key = scopeKey(terms[i]);
            if (key != 0) {
                keys[kept] = key;
                terms[kept++] = terms[i];
            }
        }
        group(kept);
    }

    private int firstIn(Block block, int term) {
        for (int i = index.termStart(term); i < index.termStart(term + 1); i++) {
            if (block.contains(index.termVariable(i))) {
                return index.termVariable(i);
            }
        }
        throw new AssertionError("a term around a block that it does not touch");
    }

    private boolean touchesWide(int term) {
        for (int i = index.termStart(term); i < index.termStart(term + 1); i++) {
            if (inWide[index.termVariable(i)]) {
                return true;
            }
        }
        return false;
    }

    /** A number for the set of blocks of a term; 0 if it is one block. */
    private long scopeKey(int term) {
        long key = 0;
        int start = index.termStart(term);
        int distinct = 0;
        for (int i = start; i < index.termStart(term + 1); i++) {
            int b = partition.blockOf(index.termVariable(i));
            boolean isNew = true;
            for (int j = start; j < i && isNew; j++) {
                isNew = partition.blockOf(index.termVariable(j)) != b;
            }
            if (isNew) {
                key += Mixing.mix(b);
                distinct++;
            }
        }
        return distinct == 1 ? 0 : (key | 1) & index.scopeMask();
    }

    private void group(int count) {
        if (count <= FEW) {
            for (int i = 0; i < count; i++) {
                int same = 0;
                for (int j = 0; j < count && same >= 0; j++) {
                    same += keys[j] != keys[i] ? 0 : j < i ? -count - 1 : 1;
                }
                addGroup(i, count, same);
            }
            return;
        }
        Long2IntOpenHashMap sizes = new Long2IntOpenHashMap(count);
        for (int i = 0; i < count; i++) {
            sizes.addTo(keys[i], 1);
        }
        for (int i = 0; i < count; i++) {
            addGroup(i, count, sizes.put(keys[i], -1));
        }
    }

    /** Adds the terms with the key of term i, unless that was done with an earlier one. */
    private void addGroup(int i, int count, int same) {
        if (same <= 0) {
            return;
        }
        if (same == 1 && isSpread(terms[i])) {
            single.add(terms[i]);
            return;
        }
        Merged sum = sums.get(keys[i]);
        if (sum == null) {
            sum = sum(keys[i], i, count);
            sums.put(keys[i], sum);
        } else {
            checkScope(terms[i], sum.table.blocks());
        }
        if (sum.entries != null) {
            merged.add(sum);
        }
    }

    /** Terms of one key must be over the same blocks. */
    private void checkScope(int term, int[] blocks) {
        int met = 0;
        int start = index.termStart(term);
        for (int i = start; i < index.termStart(term + 1); i++) {
            int b = partition.blockOf(index.termVariable(i));
            boolean isNew = true;
            for (int j = start; j < i && isNew; j++) {
                isNew = partition.blockOf(index.termVariable(j)) != b;
            }
            met += isNew ? 1 : 0;
            if (Arrays.binarySearch(blocks, b) < 0) {
                throw new HashCollision("two scopes have one key");
            }
        }
        if (met != blocks.length) {
            throw new HashCollision("two scopes have one key");
        }
    }

    /** Whether no two variables of a term are in one block. */
    private boolean isSpread(int term) {
        for (int i = index.termStart(term); i < index.termStart(term + 1); i++) {
            for (int j = index.termStart(term); j < i; j++) {
                if (partition.blockOf(index.termVariable(i)) == partition.blockOf(index.termVariable(j))) {
                    return false;
                }
            }
        }
        return true;
    }

    private Merged sum(long key, int from, int count) {
        List<AxisTable> parts = new ArrayList<>();
        for (int i = from; i < count; i++) {
            if (keys[i] == key) {
                parts.add(index.term(terms[i]).gathered(partition));
            }
        }
        int[] blocks = parts.get(0).blocks();
        for (AxisTable part : parts) {
            if (!Arrays.equals(part.blocks(), blocks)) {
                throw new HashCollision("two scopes have one key");
            }
        }
        if (parts.size() > 1) {
            budget.charge(AxisTable.entriesOfSum(parts, index.domain()), blocks.length, partition.block(blocks[0]));
        }
        AxisTable sum = AxisTable.sum(parts, index.domain());
        if (parts.size() > 1 && sum.isZero()) {
            return new Merged(sum, null, null);
        }
        long[] entries = new long[sum.values().length];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = TermIndex.entry(entryClasses.classOf(sum.values()[i], sum.slack()));
        }
        int[][] projections = new int[blocks.length][];
        Arrays.setAll(projections, k -> projection(sum, k));
        return new Merged(sum, entries, projections);
    }

    /** For each value of the block of an axis, the place on the axis. */
    int[] projection(AxisTable table, int axis) {
        int block = table.blocks()[axis];
        return AxisTable.projection(partition.block(block).variables(), table.variables()[axis], index.domain(),
                pairs.valueCount(block));
    }

    /** Writes the first colours of blocks of several variables: those of the terms inside them. */
    void colorWide(long[] colors) {
        KnownClasses classes = new KnownClasses(index.unaryClasses());
        for (int b : wide) {
            double[] values = new double[pairs.valueCount(b)];
            double slack = addInside(partition.block(b), values);
            for (int value = 0; value < values.length; value++) {
                colors[pairs.firstPair(b) + value] = index.color(classes.classOf(values[value], slack), values.length);
            }
        }
    }

    /** Adds up the terms inside a block; returns the sum of their slacks. */
    double addInside(Block block, double[] values) {
        double slack = 0;
        int busiest = block.variable(0);
        for (int k = 0; k < block.size(); k++) {
            int v = block.variable(k);
            busiest = index.degree(v) > index.degree(busiest) ? v : busiest;
            if (index.unary(v) != null) {
                slack += addInside(index.unary(v), values);
            }
        }
        for (int k = 0; k < block.size(); k++) {
            int v = block.variable(k);
            // A term of two variables of the block is met at one that is not the busiest.
            for (int i = index.incidenceStart(v); v != busiest && i < index.incidenceStart(v + 1); i++) {
                if (isInside(block, index.incident(i), busiest, v)) {
                    slack += addInside(index.term(index.incident(i)), values);
                }
            }
        }
        return slack;
    }

    /** Whether a term is inside a block and v the first of its variables but the busiest. */
    private boolean isInside(Block block, int term, int busiest, int v) {
        boolean first = true;
        for (int i = index.termStart(term); i < index.termStart(term + 1); i++) {
            int u = index.termVariable(i);
            if (!block.contains(u) || first && u != busiest && u != v) {
                return false;
            }
            first &= u == busiest;
        }
        return true;
    }

    private double addInside(AxisTable term, double[] values) {
        AxisTable gathered = term.gathered(partition);
        int[] projection = projection(gathered, 0);
        for (int value = 0; value < projection.length; value++) {
            values[value] += gathered.values()[projection[value]];
        }
        return term.slack();
    }

    TermIndex index() {
        return index;
    }

    BlockPartition partition() {
        return partition;
    }

    BlockValuePairs pairs() {
        return pairs;
    }

    /** The blocks of several variables, ascending. */
    int[] wide() {
        return wide;
    }

    /** The terms over variables that {@link #gather} found to be alone on their blocks. */
    IntArrayList single() {
        return single;
    }

    /** The sums that {@link #gather} found. */
    List<Merged> merged() {
        return merged;
    }
}
