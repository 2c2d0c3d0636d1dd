package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;

/**
 * The zero-sum terms of Ĝ for one partition, written as what differs from those over variables: the terms that lie
 * inside a block or share their blocks with others are absorbed into sums; every other term stays as it is, one axis
 * standing for the values of its block that agree in one variable.
 *
 * <p>Two terms over different variables of the same blocks differ in a block of several variables, so that one of them
 * holds a variable of it other than its busiest. Only terms of such variables are looked at: the cost is proportional to
 * what the partition changes, and to the number of blocks.
 */
final class BlockTerms {

    /** The sum of terms over the same blocks, with hashed entries and, per axis, the place of each block value. */
    record Merged(AxisTable table, long[] entries, int[][] projections) { }

    private final TermIndex index;
    private final BlockPartition partition;
    private final PairIndex pairs;
    private final EntryBudget budget;
    /** The blocks of several variables; per variable the place of its block among them, or −1. */
    private final int[] wide;
    private final int[] wideOf;
    /** The variable of a wide block that is in most terms. */
    private final int[] busiest;
    private final double[][] unary;
    private final double[] unarySlack;
    private final boolean[] absorbed;
    private final List<Merged> merged = new ArrayList<>();
    private final Int2ObjectOpenHashMap<IntArrayList> mergedOf = new Int2ObjectOpenHashMap<>();

    BlockTerms(TermIndex index, BlockPartition partition, PairIndex pairs, EntryBudget budget) {
        this.index = index;
        this.partition = partition;
        this.pairs = pairs;
        this.budget = budget;
        this.wideOf = new int[partition.variableCount()];
        this.wide = findWide();
        this.busiest = new int[wide.length];
        this.unary = new double[wide.length][];
        this.unarySlack = new double[wide.length];
        this.absorbed = new boolean[index.termCount()];
        for (int w = 0; w < wide.length; w++) {
            Block block = partition.block(wide[w]);
            busiest[w] = block.variable(0);
            unary[w] = new double[pairs.valueCount(wide[w])];
            for (int k = 0; k < block.size(); k++) {
                int v = block.variable(k);
                busiest[w] = index.degree(v) > index.degree(busiest[w]) ? v : busiest[w];
                if (index.unary(v) != null) {
                    addInside(w, index.unary(v));
                }
            }
        }
        List<AxisTable> sums = sums();
        hash(sums);
    }

    private int[] findWide() {
        IntArrayList found = new IntArrayList();
        Arrays.fill(wideOf, -1);
        for (int b = 0; b < partition.blockCount(); b++) {
            Block block = partition.block(b);
            if (block.size() > 1) {
                for (int k = 0; k < block.size(); k++) {
                    wideOf[block.variable(k)] = found.size();
                }
                found.add(b);
            }
        }
        return found.toIntArray();
    }

    private void addInside(int w, AxisTable term) {
        AxisTable gathered = term.gathered(partition);
        int[] projection = projection(gathered, 0);
        for (int value = 0; value < projection.length; value++) {
            unary[w][value] += gathered.values()[projection[value]];
        }
        unarySlack[w] += term.slack();
    }

    private int[] projection(AxisTable table, int axis) {
        int block = table.blocks()[axis];
        return AxisTable.projection(partition.block(block).variables(), table.variables()[axis], index.domain(),
                pairs.valueCount(block));
    }

    private List<AxisTable> sums() {
        Object2ObjectLinkedOpenCustomHashMap<int[], IntArrayList> groups =
                new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        boolean[] seen = new boolean[index.termCount()];
        for (int w = 0; w < wide.length; w++) {
            Block block = partition.block(wide[w]);
            for (int k = 0; k < block.size(); k++) {
                int v = block.variable(k);
                for (int i = index.incidenceStart(v); v != busiest[w] && i < index.incidenceStart(v + 1); i++) {
                    int term = index.incident(i);
                    if (!seen[term]) {
                        seen[term] = true;
                        collect(term, groups);
                    }
                }
            }
        }
        List<AxisTable> sums = new ArrayList<>();
        groups.forEach((blocks, group) -> addSum(blocks, group, sums));
        return sums;
    }

    private void collect(int term, Object2ObjectLinkedOpenCustomHashMap<int[], IntArrayList> groups) {
        int[] blocks = blocksOf(term);
        if (blocks.length == 1) {
            absorbed[term] = true;
            addInside(wideOf[index.term(term).blocks()[0]], index.term(term));
            return;
        }
        IntArrayList group = groups.get(blocks);
        if (group == null) {
            group = new IntArrayList(2);
            groups.put(blocks, group);
        }
        group.add(term);
    }

    /** The blocks of a term, ascending, each once. */
    private int[] blocksOf(int term) {
        int[] blocks = index.term(term).blocks().clone();
        for (int k = 0; k < blocks.length; k++) {
            blocks[k] = partition.blockOf(blocks[k]);
        }
        Arrays.sort(blocks);
        int distinct = 1;
        for (int k = 1; k < blocks.length; k++) {
            if (blocks[k] != blocks[k - 1]) {
                blocks[distinct++] = blocks[k];
            }
        }
        return distinct == blocks.length ? blocks : Arrays.copyOf(blocks, distinct);
    }

    /** Sums a group, together with the one term that holds only the busiest variables of the same blocks. */
    private void addSum(int[] blocks, IntArrayList group, List<AxisTable> sums) {
        int[] scope = new int[blocks.length];
        for (int k = 0; k < scope.length; k++) {
            int v = partition.block(blocks[k]).variable(0);
            scope[k] = wideOf[v] < 0 ? v : busiest[wideOf[v]];
        }
        Arrays.sort(scope);
        int last = index.find(scope);
        if (last >= 0 && !group.contains(last)) {
            group.add(last);
        }
        if (group.size() == 1 && index.term(group.getInt(0)).arity() == blocks.length) {
            return;
        }
        List<AxisTable> parts = new ArrayList<>(group.size());
        for (int term : group) {
            absorbed[term] = true;
            parts.add(index.term(term).gathered(partition));
        }
        if (parts.size() > 1) {
            budget.charge(AxisTable.entriesOfSum(parts, index.domain()), blocks.length, partition.block(blocks[0]));
        }
        AxisTable sum = AxisTable.sum(parts, index.domain());
        if (parts.size() == 1 || !sum.isZero()) {
            sums.add(sum);
        }
    }

    private void hash(List<AxisTable> sums) {
        int[] classes = TermIndex.classify(index.entryClasses(), sums.stream().map(AxisTable::values).toList(),
                sums.stream().mapToDouble(AxisTable::slack).toArray());
        int next = 0;
        for (AxisTable table : sums) {
            long[] entries = new long[table.values().length];
            for (int i = 0; i < entries.length; i++) {
                entries[i] = TermIndex.entry(classes[next++]);
            }
            int[][] projections = new int[table.arity()][];
            for (int k = 0; k < projections.length; k++) {
                projections[k] = projection(table, k);
                mergedOf.computeIfAbsent(table.blocks()[k], b -> new IntArrayList(2)).add(merged.size());
            }
            merged.add(new Merged(table, entries, projections));
        }
    }

    TermIndex index() {
        return index;
    }

    BlockPartition partition() {
        return partition;
    }

    PairIndex pairs() {
        return pairs;
    }

    /** The blocks of several variables, ascending. */
    int[] wide() {
        return wide;
    }

    /** Whether a term over variables is part of a sum, or of a block's own log-potential. */
    boolean isAbsorbed(int term) {
        return absorbed[term];
    }

    Merged merged(int number) {
        return merged.get(number);
    }

    /** The sums that a block is in, or null. */
    IntArrayList mergedOf(int block) {
        return mergedOf.get(block);
    }

    /** The first colours of the values of all wide blocks, one after the other. */
    long[] wideColors() {
        int[] classes = TermIndex.classify(index.unaryClasses(), Arrays.asList(unary), unarySlack);
        long[] colors = new long[classes.length];
        for (int w = 0, next = 0; w < wide.length; w++) {
            for (int value = 0; value < unary[w].length; value++, next++) {
                colors[next] = TermIndex.color(classes[next], unary[w].length);
            }
        }
        return colors;
    }
}
