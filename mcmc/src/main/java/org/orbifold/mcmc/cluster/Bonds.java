package org.orbifold.mcmc.cluster;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * The terms of a model as a cluster move reads them: all over the same sites are one bond, whose {@link BondTable}
 * bonds alike share. Terms that are too large for a table always freeze, and weigh on their cluster as a whole.
 * Immutable.
 */
final class Bonds {
    /** The most entries of a bond's table: two sites of 64 values. */
    private static final int MAX_ENTRIES = 1 << 12;
    /** The most sites of a bond: each of its entries looks at all subsets of them. */
    private static final int MAX_MOVING = 8;

    private final int[] first;
    private final int[] sites;
    private final int[] strides;
    /** How many of a bond's sites the involution moves: the first ones. */
    private final int[] moving;
    /** Where the bond's table begins in the pool, and whether it only freezes. */
    private final int[] table;
    private final boolean[] plain;
    private final double[] pool;
    private final List<Feature> whole;
    private final int[][] wholeSites;
    private final PairBonds pairs;
    /** All others, from each site that moves: the bond, and which of its sites this is. */
    private final int[] firstOther;
    private final int[] others;
    private final int[] firstWhole;
    private final int[] wholeOf;

    private Bonds(Builder b) {
        first = b.first.toIntArray();
        sites = b.sites.toIntArray();
        strides = b.strides.toIntArray();
        moving = b.moving.toIntArray();
        table = b.table.toIntArray();
        plain = new boolean[table.length];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = b.plain.getInt(i) != 0;
        }
        pool = b.pool.toDoubleArray();
        whole = List.copyOf(b.whole);
        wholeSites = b.wholeSites.toArray(int[][]::new);
        PairBonds.Builder two = new PairBonds.Builder(b.all);
        SiteLists otherLists = new SiteLists(b.all.count());
        for (int bond = 0; bond < table.length; bond++) {
            int at = first[bond];
            if (plain[bond] && moving[bond] == 2 && first[bond + 1] - at == 2) {
                two.add(sites[at], sites[at + 1], pool, table[bond]);
            } else {
                for (int i = 0; i < moving[bond]; i++) {
                    otherLists.add(sites[at + i], bond, i);
                }
            }
        }
        pairs = two.build();
        firstOther = otherLists.first();
        others = otherLists.all();
        SiteLists wholeLists = new SiteLists(b.all.count());
        for (int term = 0; term < wholeSites.length; term++) {
            for (int site : wholeSites[term]) {
                wholeLists.add(site, term);
            }
        }
        firstWhole = wholeLists.first();
        wholeOf = wholeLists.all();
    }

    static Bonds of(GraphicalModel model, Sites sites, Budget budget) {
        Object2ObjectLinkedOpenCustomHashMap<int[], List<Table>> bySites =
                new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        Builder builder = new Builder(model, sites);
        for (Table t : model.factors().tables()) {
            budget.check();
            int[] scope = sitesOf(t, sites);
            if (scope[0] < sites.count()) {
                bySites.computeIfAbsent(scope, s -> new ArrayList<>(1)).add(t);
            }
        }
        bySites.forEach((scope, tables) -> {
            budget.check();
            builder.add(scope, tables);
        });
        for (Feature feature : model.factors().wide()) {
            builder.addWhole(feature, sitesOf(feature, sites));
        }
        return new Bonds(builder);
    }

    /** Each site once, ascending, so that those that move come first. */
    private static int[] sitesOf(Feature feature, Sites sites) {
        return Arrays.stream(feature.scope()).map(sites::siteOf).sorted().distinct().toArray();
    }

    int count() {
        return table.length;
    }

    int[] first() {
        return first;
    }

    int[] sites() {
        return sites;
    }

    int[] strides() {
        return strides;
    }

    int[] moving() {
        return moving;
    }

    int[] table() {
        return table;
    }

    boolean[] plain() {
        return plain;
    }

    double[] pool() {
        return pool;
    }

    /** Terms that are not tabulated. */
    List<Feature> whole() {
        return whole;
    }

    /** The sites of each that the involution moves. */
    int[][] wholeSites() {
        return wholeSites;
    }

    /** The plain bonds of two sites. */
    PairBonds pairs() {
        return pairs;
    }

    /** Whether there are bonds or terms that are no plain bonds of two sites. */
    boolean hasOthers() {
        return others.length + wholeOf.length > 0;
    }

    int firstOther(int site) {
        return firstOther[site];
    }

    int[] others() {
        return others;
    }

    int firstWhole(int site) {
        return firstWhole[site];
    }

    int[] wholeOf() {
        return wholeOf;
    }

    private static final class Builder {

        private final Sites all;
        private final int[] state;
        private final IntArrayList first = IntArrayList.wrap(new int[] {0}, 1);
        private final IntArrayList sites = new IntArrayList();
        private final IntArrayList strides = new IntArrayList();
        private final IntArrayList moving = new IntArrayList();
        private final IntArrayList table = new IntArrayList();
        private final IntArrayList plain = new IntArrayList();
        private final DoubleArrayList pool = new DoubleArrayList();
        private final Object2IntOpenHashMap<BondTable> places = new Object2IntOpenHashMap<>();
        private final List<Feature> whole = new ArrayList<>();
        private final List<int[]> wholeSites = new ArrayList<>();

        Builder(GraphicalModel model, Sites all) {
            this.all = all;
            this.state = new int[model.variableCount()];
            places.defaultReturnValue(-1);
        }

        void add(int[] scope, List<Table> terms) {
            int count = (int) Arrays.stream(scope).filter(s -> s < all.count()).count();
            double size = Arrays.stream(scope).mapToDouble(all::valueCount).reduce(1, (a, b) -> a * b);
            if (count > MAX_MOVING || size > MAX_ENTRIES) {
                terms.forEach(term -> addWhole(term, scope));
                return;
            }
            BondTable bond = BondTable.of(terms, scope, count, all, state);
            if (bond.isIdle()) {
                return;
            }
            int place = places.getInt(bond);
            if (place < 0) {
                place = pool.size();
                places.put(bond, place);
                pool.addElements(place, bond.entries());
            }
            table.add(place);
            plain.add(bond.isPlain() ? 1 : 0);
            moving.add(count);
            int stride = bond.isPlain() ? 1 : 2 + count;
            int[] own = new int[scope.length];
            for (int i = scope.length - 1; i >= 0; i--) {
                own[i] = stride;
                stride *= all.valueCount(scope[i]);
            }
            sites.addElements(sites.size(), scope);
            strides.addElements(strides.size(), own);
            first.add(sites.size());
        }

        void addWhole(Feature feature, int[] scope) {
            int[] moved = Arrays.stream(scope).filter(s -> s < all.count()).toArray();
            if (moved.length > 0) {
                whole.add(feature);
                wholeSites.add(moved);
            }
        }
    }
}
