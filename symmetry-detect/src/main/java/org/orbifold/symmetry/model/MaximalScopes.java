package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Adds every term that is inside larger ones to the maximal ones around it, in equal shares, so that one clause stays
 * one table. No choice is made on the way, so that what preserves the terms preserves the tables, and the other way
 * round because the terms of a table are known from it.
 */
final class MaximalScopes {

    /** Above this number of blocks, subsets of a scope are not enumerated. */
    private static final int MAX_SHARED_ARITY = 12;

    private final BlockModel model;
    private final Map<int[], BlockTable> byScope;
    private final Map<BlockTable, int[]> holders = new IdentityHashMap<>();

    private MaximalScopes(BlockModel model, int size) {
        this.model = model;
        this.byScope = new Object2ObjectOpenCustomHashMap<>(size, IntArrays.HASH_STRATEGY);
    }

    /** A term and those inside it, with the axes that they have there. */
    private record Nest(BlockTable term, List<BlockTable> inside, List<int[]> axes) { }

    /** The tables over maximal scopes, of terms over at least two blocks with different scopes. */
    static List<BlockTable> of(List<BlockTable> terms, BlockModel model) {
        if (terms.stream().allMatch(term -> term.arity() < 3)) {
            return terms;
        }
        MaximalScopes work = new MaximalScopes(model, terms.size());
        terms.forEach(term -> work.byScope.put(term.blocks(), term));
        List<Nest> nests = new ArrayList<>(terms.size());
        terms.forEach(term -> nests.add(work.nest(term)));
        List<BlockTable> tables = new ArrayList<>(terms.size());
        for (Nest nest : nests) {
            if (!work.holders.containsKey(nest.term)) {
                nest.inside.forEach(subset -> Objects.requireNonNull(work.holders.get(subset))[0]++);
            }
        }
        for (Nest nest : nests) {
            if (!work.holders.containsKey(nest.term)) {
                tables.add(nest.inside.isEmpty() ? nest.term : work.withShares(nest));
            }
        }
        return tables;
    }

    /** Finds the terms over proper subsets of at least two blocks. */
    private Nest nest(BlockTable term) {
        int arity = term.arity();
        if (arity < 3 || arity > MAX_SHARED_ARITY) {
            return new Nest(term, List.of(), List.of());
        }
        Nest nest = new Nest(term, new ArrayList<>(), new ArrayList<>());
        for (int set = 3; set < (1 << arity) - 1; set++) {
            int size = Integer.bitCount(set);
            if (size >= 2) {
                int[] blocks = new int[size];
                for (int k = 0, next = 0; k < arity; k++) {
                    if ((set >> k & 1) != 0) {
                        blocks[next++] = term.blocks()[k];
                    }
                }
                BlockTable subset = byScope.get(blocks);
                if (subset != null) {
                    holders.computeIfAbsent(subset, key -> new int[1]);
                    nest.inside.add(subset);
                    nest.axes.add(axesOf(set, arity));
                }
            }
        }
        return nest;
    }

    private static int[] axesOf(int set, int arity) {
        int[] axes = new int[arity];
        for (int k = 0, next = 0; k < arity; k++) {
            axes[k] = (set >> k & 1) != 0 ? next++ : -1;
        }
        return axes;
    }

    private BlockTable withShares(Nest nest) {
        BlockTable term = nest.term;
        int[] domain = model.domain();
        int arity = term.arity();
        int[][] union = term.variables().clone();
        int[] sizes = new int[arity];
        double size = 1;
        for (int k = 0; k < arity; k++) {
            for (int i = 0; i < nest.inside.size(); i++) {
                int own = nest.axes.get(i)[k];
                if (own >= 0 && !Arrays.equals(union[k], nest.inside.get(i).variables()[own])) {
                    union[k] = BlockTable.merge(union[k], nest.inside.get(i).variables()[own]);
                }
            }
            sizes[k] = 1;
            for (int v : union[k]) {
                sizes[k] *= domain[v];
            }
            size *= sizes[k];
        }
        model.budget().charge(size, arity, model.partition().block(term.blocks()[0]));
        double[] sum = new double[(int) size];
        term.addTo(sum, union, sizes, domain, 1);
        double tolerance = term.tolerance();
        for (int i = 0; i < nest.inside.size(); i++) {
            BlockTable part = nest.inside.get(i);
            int shares = Objects.requireNonNull(holders.get(part))[0];
            part.addTo(sum, nest.axes.get(i), union, sizes, domain, 1.0 / shares);
            tolerance += part.tolerance();
        }
        return new BlockTable(term.blocks(), union, sizes, sum, tolerance);
    }
}
