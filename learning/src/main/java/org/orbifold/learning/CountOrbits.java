package org.orbifold.learning;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * Orbits of the tables of counts under permutations of atoms that keep every formula: tables of an orbit have the same
 * expected counts, whatever the weights are. Each generator is checked table by table.
 */
final class CountOrbits {

    /** Tables of counts up to which symmetries are searched: the search takes seconds. */
    private static final int MAX_TABLES = 200_000;
    /** Share of a limited time for the search. */
    private static final double SHARE = 0.1;

    private final CountTables tables;
    private final Map<IntArrayList, Integer> byScope = new HashMap<>();
    /** Whether a pattern, its places permuted, is another one. */
    private final Map<List<Integer>, Boolean> same = new HashMap<>();
    /** By pattern: whether all joint values have the same counts, so that symmetries need not move its tables along. */
    private final boolean[] constant;
    private final int[] root;

    private CountOrbits(CountTables tables) {
        this.tables = tables;
        this.constant = new boolean[tables.patterns().size()];
        List<CountTables.Pattern> patterns = tables.patterns();
        for (int p = 0; p < constant.length; p++) {
            constant[p] = patterns.get(p).impossible().isEmpty()
                    && patterns.get(p).counts().stream().allMatch(count -> Set.copyOf(count).size() == 1);
        }
        this.root = IntStream.range(0, tables.scopes().size()).toArray();
        for (int t = 0; t < root.length; t++) {
            byScope.put(new IntArrayList(tables.scopes().get(t).scope()), t);
        }
    }

    /**
     * Finds the orbits.
     *
     * @param model the ground network, with a weight of its own for each formula instance
     * @return by table: the first of its orbit; each its own where the network is too large or has features without a
     *     table
     */
    static int[] of(GraphicalModel model, CountTables tables, Budget budget) {
        CountOrbits orbits = new CountOrbits(tables);
        if (tables.wide().isEmpty() && orbits.root.length <= MAX_TABLES) {
            Budget time = budget.isLimited() ? budget.share(SHARE) : budget;
            BlockSymmetries found = SymmetryFinder.of(model, SymmetryOptions.defaults().withThreads(1)
                    .withBudget(time)).variable();
            for (Permutation generator : found.generators()) {
                budget.check();
                int[] image = new int[model.variableCount()];
                Arrays.setAll(image, v -> found.pairs().blockOf(generator.image(found.pairs().firstPair(v))));
                orbits.join(image);
            }
        }
        return IntStream.range(0, orbits.root.length).map(orbits::find).toArray();
    }

    /** Joins each table with its image, if all have one. */
    private void join(int[] image) {
        int[] images = new int[root.length];
        for (int t = 0; t < root.length; t++) {
            images[t] = image(t, image);
            if (images[t] < 0) {
                return;
            }
        }
        for (int t = 0; t < root.length; t++) {
            int one = find(t);
            int other = find(images[t]);
            root[Math.max(one, other)] = Math.min(one, other);
        }
    }

    /** The table that a permutation of atoms makes of another; −1 if there is none. */
    private int image(int t, int[] image) {
        CountTables.Scope table = tables.scopes().get(t);
        if (constant[table.pattern()]) {
            return t;
        }
        int n = table.scope().length;
        int[] moved = new int[n];
        Arrays.setAll(moved, k -> image[table.scope()[k]]);
        if (Arrays.equals(moved, table.scope())) {
            return t;
        }
        int[] sorted = moved.clone();
        Arrays.sort(sorted);
        Integer there = byScope.get(IntArrayList.wrap(sorted));
        if (there == null) {
            return -1;
        }
        IntArrayList key = new IntArrayList(n + 2);
        key.add(table.pattern());
        key.add(tables.scopes().get(there).pattern());
        int[] place = new int[n];
        for (int k = 0; k < n; k++) {
            place[k] = Arrays.binarySearch(sorted, moved[k]);
            key.add(place[k]);
        }
        return same.computeIfAbsent(key, unknown -> areSame(tables.patterns().get(key.getInt(0)),
                tables.patterns().get(key.getInt(1)), place)) ? there : -1;
    }

    private static boolean areSame(CountTables.Pattern from, CountTables.Pattern to, int[] place) {
        int n = place.length;
        int[] strides = new int[n];
        int entries = 1;
        for (int k = n - 1; k >= 0; k--) {
            strides[k] = entries;
            entries *= to.sizes().get(k);
        }
        boolean same = from.instances().equals(to.instances())
                && IntStream.range(0, n).allMatch(k -> from.sizes().get(k).equals(to.sizes().get(place[k])));
        for (int e = 0; same && e < entries; e++) {
            int rest = e;
            int there = 0;
            for (int k = n - 1; k >= 0; k--) {
                there += rest % from.sizes().get(k) * strides[place[k]];
                rest /= from.sizes().get(k);
            }
            for (int i = 0; i < from.counts().size(); i++) {
                same &= from.counts().get(i).get(e).equals(to.counts().get(i).get(there));
            }
            same &= from.impossible().contains(e) == to.impossible().contains(there);
        }
        return same;
    }

    private int find(int t) {
        int r = t;
        while (root[r] != r) {
            root[r] = root[root[r]];
            r = root[r];
        }
        return r;
    }
}
