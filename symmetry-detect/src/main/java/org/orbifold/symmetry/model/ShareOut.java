package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds every term that is inside larger ones to the maximal ones around it, in equal shares, so that one clause stays
 * one table. No choice is made on the way, so that what preserves the terms preserves the tables, and the other way
 * round because the terms of a table are known from it.
 */
final class ShareOut {

    /** Above this number of blocks, subsets of a scope are not enumerated. */
    private static final int MAX_SHARED_ARITY = 12;

    private final BlockShapes shapes;
    private final EntryBudget budget;
    private final Map<int[], AxisTable> byScope;
    private final Map<AxisTable, int[]> holders = new IdentityHashMap<>();

    private ShareOut(BlockShapes shapes, EntryBudget budget, int size) {
        this.shapes = shapes;
        this.budget = budget;
        this.byScope = new Object2ObjectOpenCustomHashMap<>(size, IntArrays.HASH_STRATEGY);
    }

    /** A term and those inside it, with the axes that they have there. */
    private record Nest(AxisTable term, List<AxisTable> inside, List<int[]> axes) { }

    /** The tables over maximal scopes, of terms over at least two blocks with different scopes. */
    static List<AxisTable> of(List<AxisTable> terms, BlockShapes shapes, EntryBudget budget) {
        if (terms.stream().allMatch(term -> term.arity() < 3)) {
            return terms;
        }
        ShareOut work = new ShareOut(shapes, budget, terms.size());
        terms.forEach(term -> work.byScope.put(term.blocks(), term));
        List<Nest> nests = new ArrayList<>(terms.size());
        terms.forEach(term -> nests.add(work.nest(term)));
        List<AxisTable> tables = new ArrayList<>(terms.size());
        for (Nest nest : nests) {
            if (!work.holders.containsKey(nest.term)) {
                nest.inside.forEach(subset -> work.holders.get(subset)[0]++);
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
    private Nest nest(AxisTable term) {
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
                AxisTable subset = byScope.get(blocks);
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

    private AxisTable withShares(Nest nest) {
        AxisTable term = nest.term;
        int[] domain = shapes.domain();
        int arity = term.arity();
        int[][] union = term.variables().clone();
        int[] sizes = new int[arity];
        double size = 1;
        for (int k = 0; k < arity; k++) {
            for (int i = 0; i < nest.inside.size(); i++) {
                int own = nest.axes.get(i)[k];
                if (own >= 0 && !Arrays.equals(union[k], nest.inside.get(i).variables()[own])) {
                    union[k] = AxisTable.merge(union[k], nest.inside.get(i).variables()[own]);
                }
            }
            sizes[k] = 1;
            for (int v : union[k]) {
                sizes[k] *= domain[v];
            }
            size *= sizes[k];
        }
        budget.charge(size, arity, shapes.block(term.blocks()[0]));
        double[] sum = new double[(int) size];
        term.addTo(sum, union, sizes, domain, 1);
        double slack = term.slack();
        for (int i = 0; i < nest.inside.size(); i++) {
            AxisTable part = nest.inside.get(i);
            part.addTo(sum, nest.axes.get(i), union, sizes, domain, 1.0 / holders.get(part)[0]);
            slack += part.slack();
        }
        return new AxisTable(term.blocks(), union, sizes, sum, slack);
    }
}
