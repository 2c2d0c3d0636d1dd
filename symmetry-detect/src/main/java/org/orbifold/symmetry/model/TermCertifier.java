package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenCustomHashMap;
import java.util.Arrays;
import java.util.Map;
import org.orbifold.group.element.Permutation;

/**
 * Proves permutations of block-value pairs: every term that touches a moved block is compared, entry by entry, with the
 * term over the images of its blocks. No hash decides anything: terms are found by their scopes, numbers are equal if
 * they are no further apart than the slack of their tables.
 *
 * <p>It is enough to go one way. A permutation of blocks maps the scopes that touch moved blocks one to one to such
 * scopes; if each term has an image, then none is left over. Cost: linear in the entries of the terms around the moved
 * blocks, whose sums are kept. Not thread-safe.
 */
final class TermCertifier {

    /** Comparisons of more entries are left to the graph. */
    private static final double MOST_ENTRIES = 1 << 24;

    private final BlockTerms terms;
    private final BlockValuePairs pairs;
    private final Int2ObjectOpenHashMap<Around> known = new Int2ObjectOpenHashMap<>();
    private final int[] movedAt;
    private int time;

    /** The terms inside a block, added up, and those that join it to others, by their blocks. */
    private record Around(double[] inside, double slack, Map<int[], AxisTable> byScope) { }

    TermCertifier(BlockTerms terms) {
        this.terms = terms;
        this.pairs = terms.pairs();
        this.movedAt = new int[pairs.blockCount()];
    }

    /** Whether a valid permutation, which maps blocks onto blocks, preserves all terms. */
    boolean isSymmetry(Permutation permutation) {
        time++;
        int[] support = permutation.support();
        for (int pair : support) {
            movedAt[pairs.blockOf(pair)] = time;
        }
        int last = -1;
        for (int pair : support) {
            if (pairs.blockOf(pair) != last) {
                last = pairs.blockOf(pair);
                if (!preservesAround(permutation, last)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean preservesAround(Permutation permutation, int block) {
        int to = imageOf(permutation, block);
        Around here = around(block);
        Around there = around(to);
        if (here.byScope.size() != there.byScope.size() || here.inside.length != there.inside.length) {
            return false;
        }
        double slack = Math.max(here.slack, there.slack);
        for (int value = 0; value < here.inside.length; value++) {
            int image = pairs.valueOf(permutation.image(pairs.pair(block, value)));
            if (!(Math.abs(here.inside[value] - there.inside[image]) <= slack)) {
                return false;
            }
        }
        for (AxisTable table : here.byScope.values()) {
            if (firstMoved(table.blocks()) == block) {
                int[] images = new int[table.arity()];
                Arrays.setAll(images, k -> imageOf(permutation, table.blocks()[k]));
                int[] scope = images.clone();
                Arrays.sort(scope);
                AxisTable target = there.byScope.get(scope);
                if (target == null || !maps(permutation, table, target, images)) {
                    return false;
                }
            }
        }
        return true;
    }

    private int imageOf(Permutation permutation, int block) {
        return movedAt[block] == time ? pairs.blockOf(permutation.image(pairs.firstPair(block))) : block;
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
            double slack = terms.addInside(terms.partition().block(block), inside);
            terms.gather(block);
            Map<int[], AxisTable> byScope = new Object2ObjectOpenCustomHashMap<>(
                    terms.single().size() + terms.merged().size(), IntArrays.HASH_STRATEGY);
            for (int i = 0; i < terms.single().size(); i++) {
                AxisTable table = terms.index().term(terms.single().getInt(i)).gathered(terms.partition());
                byScope.put(table.blocks(), table);
            }
            terms.merged().forEach(merged -> byScope.put(merged.table().blocks(), merged.table()));
            around = new Around(inside, slack, byScope);
            known.put(block, around);
        }
        return around;
    }

    /** Compares a table with another one at the images of all block values. */
    private boolean maps(Permutation permutation, AxisTable table, AxisTable target, int[] images) {
        int arity = table.arity();
        int[] stride = AxisTable.strides(table.sizes());
        int[] targetStride = AxisTable.strides(target.sizes());
        int[][] from = new int[arity][];
        int[][] to = new int[arity][];
        double entries = 1;
        for (int k = 0; k < arity; k++) {
            int axis = Arrays.binarySearch(target.blocks(), images[k]);
            long[] places = placesOnAxes(permutation, table, k, target, axis);
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
        double slack = Math.max(table.slack(), target.slack());
        int[] digit = new int[arity];
        for (long left = (long) entries; left > 0; left--) {
            int here = 0;
            int there = 0;
            for (int k = 0; k < arity; k++) {
                here += from[k][digit[k]];
                there += to[k][digit[k]];
            }
            if (!(Math.abs(table.values()[here] - target.values()[there]) <= slack)) {
                return false;
            }
            for (int k = arity - 1; k >= 0 && ++digit[k] == from[k].length; k--) {
                digit[k] = 0;
            }
        }
        return true;
    }

    /** The place on an axis and that of the image on the target's, for all values of the block; each two once. */
    private long[] placesOnAxes(Permutation permutation, AxisTable table, int k, AxisTable target, int axis) {
        int block = table.blocks()[k];
        int[] here = terms.projection(table, k);
        int[] there = terms.projection(target, axis);
        boolean moved = movedAt[block] == time;
        long[] places = new long[here.length];
        for (int value = 0; value < places.length; value++) {
            int image = moved ? pairs.valueOf(permutation.image(pairs.pair(block, value))) : value;
            places[value] = (long) here[value] << 32 | there[image];
        }
        if (table.sizes()[k] == places.length) {
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
