package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.LevelSets.ValueSet;

/**
 * Ĝ, the model over blocks (section 3 of the paper): one variable Y<sub>l</sub> per block B<sub>l</sub>, whose values
 * are the joint assignments of the block. By Theorem 3 corresponding states have the same probability.
 *
 * <p>The search for symmetries runs on Ĝ in a sparse form: zero-sum terms over sets of blocks, and beside them hard
 * tables, tables kept as they are, boxes and formulas. Without forbidden assignments the terms over variables, added up
 * by the blocks they touch, <em>are</em> the terms over blocks, because a block's uniform measure is the product of
 * those of its variables; so they are computed only around blocks that are asked about. With forbidden ones all of them
 * are made at once ({@link HardTables}). No table over whole blocks is made but by {@link #transformed}, for people and
 * for other programs that run on Ĝ. Not thread-safe.
 */
public final class BlockModel {

    private final GraphicalModel original;
    private final BlockValuePairs pairs;
    private final BlockPartition partition;
    private final TermIndex index;
    private final EntryBudget budget;
    private final KnownClasses entryClasses;
    /** Per variable whether its block has other variables. */
    private final boolean[] inWide;
    /** By block, null while it was not asked for. */
    private final List<@Nullable List<BlockTerm>> around;
    /** Terms that are alone on their blocks, by number, and sums by scope. */
    private final Int2ObjectOpenHashMap<BlockTerm> alone = new Int2ObjectOpenHashMap<>();
    private final Map<int[], BlockTerm> merged = new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
    private final @Nullable HardTables hard;
    private final BitSet impossible;
    private final BitSet inWhole = new BitSet();
    private final List<BlockTable> rigid;
    private final Budget time;

    BlockModel(GraphicalModel original, TermIndex index, BlockPartition partition, SymmetryOptions options,
            Budget time) {
        this(original, index, partition, options, time, new BitSet());
    }

    /** Ĝ, where some pairs are known to be in no possible state. */
    BlockModel(GraphicalModel original, TermIndex index, BlockPartition partition, SymmetryOptions options,
            Budget time, BitSet impossible) {
        this.original = original;
        this.impossible = impossible;
        this.time = time;
        this.pairs = BlockValuePairs.of(original, partition);
        this.around = new ArrayList<>(Collections.nCopies(partition.blockCount(), null));
        this.partition = partition;
        this.index = index;
        this.budget = new EntryBudget(options.maxEntries());
        this.entryClasses = new KnownClasses(index.entryClasses());
        this.inWide = new boolean[partition.variableCount()];
        for (Block block : partition.blocks()) {
            for (int k = 0; block.size() > 1 && k < block.size(); k++) {
                inWide[block.variable(k)] = true;
            }
        }
        ZeroSumDecomposition source = index.source();
        this.rigid = merged(source.rigid());
        this.hard = source.isHard() ? new HardTables(source, this, impossible) : null;
        rigid.forEach(table -> {
            for (int b : table.blocks()) {
                inWhole.set(b);
            }
        });
        Stream.concat(source.boxes().stream().map(Box::variables),
                source.formulas().stream().map(WideFormula::variables)).forEach(variables -> {
                    for (int v : variables) {
                        inWhole.set(partition.blockOf(v));
                    }
                });
        if (hard != null) {
            hard.terms().forEach(this::addAround);
        }
    }

    /**
     * The model over the blocks of a partition.
     *
     * @param model     a model
     * @param partition a partition of its variables
     * @return Ĝ
     * @throws IllegalArgumentException if the partition is of another number of variables
     */
    public static BlockModel of(GraphicalModel model, BlockPartition partition) {
        SymmetryOptions options = SymmetryOptions.defaults();
        return new BlockModel(model, new TermIndex(ZeroSumDecomposition.of(model, options)), partition, options,
                Budget.unlimited());
    }

    /** Tables over variables as tables over blocks, those of one scope added up. */
    List<BlockTable> merged(List<BlockTable> tables) {
        return summed(tables.stream().map(table -> table.gathered(partition)).toList());
    }

    /** Adds up tables of one scope; sums that are zero are left out. */
    List<BlockTable> summed(List<BlockTable> tables) {
        Map<int[], List<BlockTable>> groups = new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        tables.forEach(table -> groups.computeIfAbsent(table.blocks(), scope -> new ArrayList<>(2)).add(table));
        List<BlockTable> result = new ArrayList<>(groups.size());
        groups.values().forEach(group -> {
            time.check();
            BlockTable sum = sum(group);
            if (group.size() == 1 || !sum.isZero()) {
                result.add(sum);
            }
        });
        return result;
    }

    private BlockTable sum(List<BlockTable> group) {
        if (group.size() > 1) {
            int[] scope = group.get(0).blocks();
            budget.charge(BlockTable.entriesOfSum(group, domain()), scope.length, partition.block(scope[0]));
        }
        return BlockTable.sum(group, domain());
    }

    private void addAround(BlockTable table) {
        BlockTerm term = term(table);
        for (int b : table.blocks()) {
            List<BlockTerm> known = around.get(b);
            if (known == null) {
                known = new ArrayList<>();
                around.set(b, known);
            }
            known.add(term);
        }
    }

    private BlockTerm term(BlockTable table) {
        long[] entries = new long[table.values().length];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = TermIndex.entry(entryClasses.classOf(table.values()[i], table.tolerance()));
        }
        return term(table, entries);
    }

    private BlockTerm term(BlockTable table, long[] entries) {
        int[][] projections = new int[table.arity()][];
        Arrays.setAll(projections, k -> projection(table, k));
        return new BlockTerm(table, entries, projections);
    }

    /**
     * The zero-sum terms that join a block to others, one per set of blocks. All terms over one set of blocks touch any
     * of these, so that no other part of the model is looked at.
     */
    List<BlockTerm> around(int block) {
        List<BlockTerm> known = around.get(block);
        if (known == null) {
            known = hard == null ? gather(partition.block(block)) : List.of();
            around.set(block, known);
        }
        return known;
    }

    private List<BlockTerm> gather(Block block) {
        IntArrayList touching = new IntArrayList();
        boolean wide = block.size() > 1;
        for (int k = 0; k < block.size(); k++) {
            int v = block.variable(k);
            for (int i = index.incidenceStart(v); i < index.incidenceStart(v + 1); i++) {
                int term = index.incident(i);
                // A term of several variables of the block is met at the first of them.
                if (k == 0 || firstIn(block, index.term(term).blocks()) == v) {
                    wide |= touchesWide(index.term(term).blocks());
                    touching.add(term);
                }
            }
        }
        List<BlockTerm> result = new ArrayList<>(touching.size());
        if (!wide) {
            touching.forEach((int term) -> result.add(alone(term)));
            return result;
        }
        Map<int[], IntArrayList> groups = new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        touching.forEach((int term) -> groups.computeIfAbsent(scopeOf(index.term(term)),
                scope -> new IntArrayList(2)).add(term));
        groups.forEach((scope, group) -> {
            if (scope.length > 1) {
                BlockTerm term = group.size() == 1 ? alone(group.getInt(0)) : merged(scope, group);
                if (group.size() == 1 || !term.table().isZero()) {
                    result.add(term);
                }
            }
        });
        return result;
    }

    private static int firstIn(Block block, int[] scope) {
        for (int v : scope) {
            if (block.contains(v)) {
                return v;
            }
        }
        throw new AssertionError("a term around a block that it does not touch");
    }

    private boolean touchesWide(int[] scope) {
        for (int v : scope) {
            if (inWide[v]) {
                return true;
            }
        }
        return false;
    }

    private int[] scopeOf(BlockTable term) {
        int[] blocks = term.blocks().clone();
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

    private BlockTerm alone(int number) {
        BlockTerm known = alone.get(number);
        if (known == null) {
            BlockTable table = index.term(number).gathered(partition);
            // The hashed entries can be shared if gathering left the order of the axes.
            known = table.values() == index.term(number).values() ? term(table, index.entries(number)) : term(table);
            alone.put(number, known);
        }
        return known;
    }

    private BlockTerm merged(int[] scope, IntArrayList group) {
        BlockTerm known = merged.get(scope);
        if (known == null) {
            known = term(sum(group.intStream().mapToObj(t -> index.term(t).gathered(partition)).toList()));
            merged.put(scope, known);
        }
        return known;
    }

    /** Adds up what concerns a block alone, by its values; returns the tolerance of the sums. */
    double addInside(int b, double[] values) {
        if (hard != null) {
            return hard.addInside(b, values);
        }
        Block block = partition.block(b);
        double tolerance = 0;
        for (int k = 0; k < block.size(); k++) {
            BlockTable unary = index.unary(block.variable(k));
            tolerance += unary == null ? 0 : addInside(unary, values);
        }
        if (block.size() > 1) {
            int busiest = busiest(block);
            for (int k = 0; k < block.size(); k++) {
                int v = block.variable(k);
                // A term of two variables of the block is met at one that is not the busiest.
                for (int i = index.incidenceStart(v); v != busiest && i < index.incidenceStart(v + 1); i++) {
                    BlockTable term = index.term(index.incident(i));
                    tolerance += isInside(block, term.blocks(), busiest, v) ? addInside(term, values) : 0;
                }
            }
        }
        return tolerance;
    }

    private int busiest(Block block) {
        int busiest = block.variable(0);
        for (int k = 1; k < block.size(); k++) {
            busiest = index.degree(block.variable(k)) > index.degree(busiest) ? block.variable(k) : busiest;
        }
        return busiest;
    }

    /** Whether a term is inside a block and v the first of its variables but the busiest. */
    private static boolean isInside(Block block, int[] scope, int busiest, int v) {
        boolean first = true;
        for (int u : scope) {
            if (!block.contains(u) || first && u != busiest && u != v) {
                return false;
            }
            first &= u == busiest;
        }
        return true;
    }

    private double addInside(BlockTable term, double[] values) {
        BlockTable gathered = term.gathered(partition);
        int[] projection = projection(gathered, 0);
        for (int value = 0; value < projection.length; value++) {
            values[value] += gathered.values()[projection[value]];
        }
        return term.tolerance();
    }

    /** For each value of the block of an axis, the place on the axis. */
    int[] projection(BlockTable table, int axis) {
        int block = table.blocks()[axis];
        return BlockTable.projection(partition.block(block).variables(), table.variables()[axis], domain(),
                pairs.valueCount(block));
    }

    /** Tables with 1 where possible values are forbidden together. */
    List<BlockTable> masks() {
        return hard == null ? List.of() : hard.masks();
    }

    /** Tables that are compared as they are. */
    List<BlockTable> rigid() {
        return rigid;
    }

    /** Weights on products of value sets of variables. */
    List<Box> boxes() {
        return index.source().boxes();
    }

    /** The values of blocks that a box is about; empty if no state is in it. */
    Map<Integer, BitSet> valueSets(Box box) {
        Map<Integer, BitSet> sets = new TreeMap<>();
        for (int i = 0; i < box.variables().length; i++) {
            ValueSet own = valueSet(box.variables()[i], box.values()[i]);
            sets.merge(own.block(), own.values(), (a, b) -> {
                a.and(b);
                return a;
            });
        }
        return sets.values().stream().anyMatch(BitSet::isEmpty) ? Map.of() : sets;
    }

    /** The values of a block with which a variable has one of some values. */
    private ValueSet valueSet(int variable, BitSet values) {
        int block = partition.blockOf(variable);
        int size = pairs.valueCount(block);
        int[] projection = BlockTable.projection(partition.block(block).variables(), new int[] {variable}, domain(),
                size);
        BitSet set = new BitSet(size);
        for (int value = 0; value < size; value++) {
            set.set(value, values.get(projection[value]));
        }
        return new ValueSet(block, set);
    }

    /** Weights on formulas over many variables. */
    List<WideFormula> formulas() {
        return index.source().formulas();
    }

    /** The values of a block with which a leaf of a formula holds. */
    ValueSet valueSet(WideFormula.Leaf leaf) {
        return valueSet(leaf.variable(), leaf.values());
    }

    /** The blocks of some variables. */
    int[] blocksOf(int[] variables) {
        return Arrays.stream(variables).map(partition::blockOf).distinct().toArray();
    }

    /** Whether hard tables show that a pair is in no possible state. */
    boolean isImpossible(int pair) {
        return hard == null ? impossible.get(pair) : hard.isImpossible(pair);
    }

    /** The pairs that are known to be in no possible state. */
    BitSet impossible() {
        return hard == null ? impossible : hard.impossible();
    }

    /**
     * Whether a block has one possible value, so that no symmetry moves it. Where boxes or tables that are compared as
     * they are touch it, others may still take it along.
     */
    boolean isDecided(int block) {
        if (hard == null || inWhole.get(block)) {
            return false;
        }
        int possible = 0;
        for (int p = pairs.firstPair(block); p < pairs.firstPair(block + 1); p++) {
            possible += isImpossible(p) ? 0 : 1;
        }
        return possible <= 1;
    }

    /** Whether a block has a variable of a feature that is too large to be looked at. */
    boolean isPinned(int block) {
        for (int v : partition.block(block).variables()) {
            if (index.source().isPinned(v)) {
                return true;
            }
        }
        return false;
    }

    /** Why some blocks are pinned, if tables are too large. */
    Optional<String> pinning() {
        return index.source().pinning();
    }

    /** Whether zero-sum terms were averaged over all values, so that places on an axis weigh the same. */
    boolean isUniform() {
        return hard == null;
    }

    TermIndex index() {
        return index;
    }

    /** Domain sizes by variable; not to be written to. */
    int[] domain() {
        return index.domain();
    }

    /** When work on this model has to stop. */
    Budget time() {
        return time;
    }

    EntryBudget budget() {
        return budget;
    }

    /**
     * The model that this was made from.
     *
     * @return G
     */
    public GraphicalModel original() {
        return original;
    }

    /**
     * The partition.
     *
     * @return Δ
     */
    public BlockPartition partition() {
        return partition;
    }

    /**
     * The numbering of block-value pairs.
     *
     * @return the values of Ĝ's variables, numbered
     */
    public BlockValuePairs pairs() {
        return pairs;
    }

    /**
     * How many entries the tables of Ĝ over whole blocks have together; each takes 8 bytes.
     *
     * @return the number, known without making them
     */
    public double tableEntries() {
        return new TransformedModel(this).tableEntries();
    }

    /**
     * Makes Ĝ as a model in its own right: every feature in its partition-consistent form f̂<sub>j</sub>, over whole
     * blocks, features of one scope merged into one table.
     *
     * @param maxEntries the most table entries to make
     * @return a model with one variable per block and one table per set of blocks that features touch together
     * @throws IllegalArgumentException if more entries are needed
     */
    public GraphicalModel transformed(long maxEntries) {
        return new TransformedModel(this).build(maxEntries);
    }

    /**
     * The state ŝ of Ĝ that corresponds to a state of G.
     *
     * @param state a state of the original model
     * @return the value of each block
     */
    public int[] toBlocks(int[] state) {
        original.checkState(state);
        return partition.blocks().stream().mapToInt(block -> block.value(original, state)).toArray();
    }

    /**
     * The state of G that corresponds to a state ŝ of Ĝ.
     *
     * @param blockValues the value of each block
     * @return a state of the original model
     * @throws IllegalArgumentException if there are more or fewer values than blocks, or one is out of range
     */
    public int[] toVariables(int[] blockValues) {
        if (blockValues.length != pairs.blockCount()) {
            throw new IllegalArgumentException(blockValues.length + " values for " + pairs.blockCount() + " blocks");
        }
        int[] state = new int[original.variableCount()];
        for (int b = 0; b < blockValues.length; b++) {
            if (blockValues[b] < 0 || blockValues[b] >= pairs.valueCount(b)) {
                throw new IllegalArgumentException("value " + blockValues[b] + " of block " + partition.block(b)
                        + " is out of range; expected 0 to " + (pairs.valueCount(b) - 1));
            }
            partition.block(b).assign(original, blockValues[b], state);
        }
        return state;
    }
}
