package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenCustomHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.LevelSets.ValueSet;

/**
 * Proves permutations of block-value pairs: every term that touches a moved block is compared, entry by entry, with the
 * term over the images of its blocks. No hash decides anything: terms are found by their scopes, numbers are equal if
 * they are no further apart than the tolerance of their tables.
 *
 * <p>It is enough to go one way. A permutation of blocks maps the scopes that touch moved blocks one to one to such
 * scopes; if each term has an image, then none is left over. Cost: linear in the entries of the terms around the moved
 * blocks, whose sums are kept.
 *
 * <p>Masks, rigid tables, boxes and formulas are compared in the same way where nothing else has proved that they are
 * preserved. Not thread-safe.
 */
final class TermCertifier {

    /** Comparisons of more entries are left to a graph of all terms. */
    private static final double MOST_ENTRIES = 1 << 24;

    private final BlockModel model;
    private final BlockValuePairs pairs;
    private final Int2ObjectOpenHashMap<Around> known = new Int2ObjectOpenHashMap<>();
    private final int[] movedAt;
    /** The images of all pairs under the permutation that is being proved, and the pairs that it moves. */
    private final int[] images;
    private int[] support = {};
    private int time;
    private final Budget budget;

    /** The terms inside a block, added up, and those that join it to others, by their blocks. */
    private record Around(double[] inside, double tolerance, Map<int[], BlockTerm> byScope) { }

    TermCertifier(BlockModel model, Budget budget) {
        this.model = model;
        this.budget = budget;
        this.pairs = model.pairs();
        this.movedAt = new int[pairs.blockCount()];
        this.images = new int[pairs.pairCount()];
        Arrays.setAll(images, pair -> pair);
    }

    /**
     * Whether a valid permutation, which maps blocks onto blocks, preserves all terms.
     *
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before that is known
     */
    boolean isSymmetry(Permutation permutation) {
        time++;
        for (int pair : support) {
            images[pair] = pair;
        }
        support = permutation.support();
        permutation.forEachMoved((pair, image) -> images[pair] = image);
        int[] moved = pairs.blocksOf(support);
        for (int block : moved) {
            movedAt[block] = time;
        }
        for (int block : moved) {
            budget.check();
            if (!preservesAround(block)) {
                return false;
            }
        }
        return true;
    }

    /** The same for all else that is in the model: what is forbidden, tables kept as they are, boxes, formulas. */
    boolean isSymmetryOfAll(Permutation permutation, double tolerance) {
        if (!isSymmetry(permutation)) {
            return false;
        }
        for (int block : pairs.blocksOf(support)) {
            if (model.isPinned(block)) {
                return false;
            }
        }
        for (int pair : support) {
            if (model.isImpossible(pair) != model.isImpossible(images[pair])) {
                return false;
            }
        }
        return preservesTables(model.masks()) && preservesTables(model.rigid())
                && preservesBoxes(tolerance) && preservesFormulas(tolerance);
    }

    /** Tables of which there is one per scope. */
    private boolean preservesTables(List<BlockTable> tables) {
        Map<int[], BlockTerm> byScope = new Object2ObjectOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (BlockTable table : tables) {
            if (firstMoved(table.blocks()) >= 0) {
                int[][] projections = new int[table.arity()][];
                Arrays.setAll(projections, k -> model.projection(table, k));
                byScope.put(table.blocks(), new BlockTerm(table, new long[0], projections));
            }
        }
        for (BlockTerm term : byScope.values()) {
            if (!preserves(term, byScope)) {
                return false;
            }
        }
        return true;
    }

    private boolean preservesBoxes(double tolerance) {
        Map<Map<Integer, BitSet>, Double> weights = new HashMap<>();
        for (Box box : model.boxes()) {
            Map<Integer, BitSet> sets = model.valueSets(box);
            if (sets.keySet().stream().anyMatch(b -> movedAt[b] == time)) {
                weights.merge(sets, box.weight(), Double::sum);
            }
        }
        for (Map.Entry<Map<Integer, BitSet>, Double> box : weights.entrySet()) {
            Map<Integer, BitSet> there = new HashMap<>();
            box.getKey().forEach((block, values) -> {
                ValueSet image = imageOf(new ValueSet(block, values));
                there.put(image.block(), image.values());
            });
            if (!isNear(box.getValue(), weights.getOrDefault(there, 0.0), tolerance)) {
                return false;
            }
        }
        return true;
    }

    /** Formulas are compared as they are written, up to the order of their parts. */
    private boolean preservesFormulas(double tolerance) {
        FormulaNodes nodes = new FormulaNodes();
        Int2DoubleOpenHashMap here = new Int2DoubleOpenHashMap();
        Int2DoubleOpenHashMap there = new Int2DoubleOpenHashMap();
        for (WideFormula formula : model.formulas()) {
            if (firstMoved(model.blocksOf(formula.variables())) >= 0) {
                budget.check();
                here.mergeDouble(nodes.number(formula.root(), model::valueSet), formula.weight(), Double::sum);
                there.mergeDouble(nodes.number(formula.root(), leaf -> imageOf(model.valueSet(leaf))),
                        formula.weight(), Double::sum);
            }
        }
        return here.int2DoubleEntrySet().stream().allMatch(one ->
                isNear(one.getDoubleValue(), there.getOrDefault(one.getIntKey(), 0.0), tolerance))
                && here.keySet().containsAll(there.keySet());
    }

    private ValueSet imageOf(ValueSet set) {
        int to = imageOf(set.block());
        BitSet values = new BitSet();
        set.values().stream().forEach(x ->
                values.set(images[pairs.pair(set.block(), x)] - pairs.firstPair(to)));
        return new ValueSet(to, values);
    }

    /** Equal infinities have no difference. */
    private static boolean isNear(double here, double there, double tolerance) {
        return here == there || Math.abs(here - there) <= tolerance * Math.abs(here);
    }

    private boolean preservesAround(int block) {
        int to = imageOf(block);
        Around here = around(block);
        Around there = around(to);
        if (here.byScope.size() != there.byScope.size() || here.inside.length != there.inside.length) {
            return false;
        }
        double tolerance = Math.max(here.tolerance, there.tolerance);
        for (int value = 0; value < here.inside.length; value++) {
            int image = images[pairs.pair(block, value)] - pairs.firstPair(to);
            if (!(Math.abs(here.inside[value] - there.inside[image]) <= tolerance)) {
                return false;
            }
        }
        for (BlockTerm term : here.byScope.values()) {
            if (firstMoved(term.table().blocks()) == block && !preserves(term, there.byScope)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a term's image is the one over the images of its blocks. */
    private boolean preserves(BlockTerm term, Map<int[], BlockTerm> byScope) {
        BlockTable table = term.table();
        int[] to = new int[table.arity()];
        Arrays.setAll(to, k -> imageOf(table.blocks()[k]));
        int[] scope = to.clone();
        Arrays.sort(scope);
        BlockTerm target = byScope.get(scope);
        return target != null && maps(term, target, to);
    }

    private int imageOf(int block) {
        return movedAt[block] == time ? pairs.blockOf(images[pairs.firstPair(block)]) : block;
    }

    /** A term of several moved blocks is looked at once. */
    private int firstMoved(int[] blocks) {
        for (int b : blocks) {
            if (movedAt[b] == time) {
                return b;
            }
        }
        return -1;
    }

    private Around around(int block) {
        Around around = known.get(block);
        if (around == null) {
            double[] inside = new double[pairs.valueCount(block)];
            double tolerance = model.addInside(block, inside);
            Map<int[], BlockTerm> byScope = new Object2ObjectOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
            model.around(block).forEach(term -> byScope.put(term.table().blocks(), term));
            around = new Around(inside, tolerance, byScope);
            known.put(block, around);
        }
        return around;
    }

    /** Compares a table with another one at the images of all block values. */
    private boolean maps(BlockTerm term, BlockTerm image, int[] blocks) {
        BlockTable table = term.table();
        BlockTable target = image.table();
        int arity = table.arity();
        int[] stride = BlockTable.strides(table.sizes());
        int[] targetStride = BlockTable.strides(target.sizes());
        int[][] from = new int[arity][];
        int[][] to = new int[arity][];
        double entries = 1;
        for (int k = 0; k < arity; k++) {
            int axis = Arrays.binarySearch(target.blocks(), blocks[k]);
            long[] places = placesOnAxes(term, k, blocks[k], image.projections()[axis]);
            from[k] = new int[places.length];
            to[k] = new int[places.length];
            for (int i = 0; i < places.length; i++) {
                from[k][i] = stride[k] * (int) (places[i] >>> 32);
                to[k][i] = targetStride[axis] * (int) places[i];
            }
            entries *= places.length;
        }
        if (entries > MOST_ENTRIES) {
            return false;
        }
        double tolerance = Math.max(table.tolerance(), target.tolerance());
        int[] digit = new int[arity];
        for (long left = (long) entries; left > 0; left--) {
            int here = 0;
            int there = 0;
            for (int k = 0; k < arity; k++) {
                here += from[k][digit[k]];
                there += to[k][digit[k]];
            }
            double value = table.values()[here];
            // Equal infinities have no difference.
            if (value != target.values()[there] && !(Math.abs(value - target.values()[there]) <= tolerance)) {
                return false;
            }
            for (int k = arity - 1; k >= 0 && ++digit[k] == from[k].length; k--) {
                digit[k] = 0;
            }
        }
        return true;
    }

    /** The place on an axis and that of the image on the target's, for all values of the block; each two once. */
    private long[] placesOnAxes(BlockTerm term, int k, int to, int[] there) {
        int block = term.table().blocks()[k];
        int[] here = term.projections()[k];
        boolean moved = movedAt[block] == time;
        long[] places = new long[here.length];
        for (int value = 0; value < places.length; value++) {
            int image = moved ? images[pairs.pair(block, value)] - pairs.firstPair(to) : value;
            places[value] = (long) here[value] << 32 | there[image];
        }
        if (term.table().sizes()[k] == places.length) {
            return places;
        }
        Arrays.sort(places);
        int distinct = 1;
        for (int i = 1; i < places.length; i++) {
            if (places[i] != places[i - 1]) {
                places[distinct++] = places[i];
            }
        }
        return Arrays.copyOf(places, distinct);
    }
}
