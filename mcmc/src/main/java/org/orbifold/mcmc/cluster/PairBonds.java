package org.orbifold.mcmc.cluster;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.random.Chance;

/**
 * The bonds of two sites that only freeze or do not, and weigh on nothing: those of most models, for which a cluster
 * takes its time. They stand in lists of their own, from each of their sites, and no branch depends on the draws.
 * Immutable.
 */
final class PairBonds {

    /** As many as a uniform double has. */
    private static final int BITS = 53;

    /** The bonds of site s are at first[s] to first[s+1], each as the other site and where its table begins. */
    private final int[] first;
    private final int[] bonds;
    /** The length of each row of a table: one for each value, and one for sites that are in the cluster already. */
    private final int width;
    /** The probabilities to freeze, and these in units of 2^-53. */
    private final double[] chances;
    private final long[] units;

    private PairBonds(Builder b) {
        first = b.lists.first();
        bonds = b.lists.all();
        width = b.width;
        chances = b.chances.toDoubleArray();
        units = Arrays.stream(chances).mapToLong(p -> (long) Math.ceil(p * (1L << BITS))).toArray();
    }

    /** The value that is shown for sites in the cluster: with it no bond freezes. */
    int inside() {
        return width - 1;
    }

    /**
     * Lets a cluster grow from some of its sites, and from those that join, until none does. A bond is met at most once
     * before both of its sites are in the cluster, and then makes no difference.
     *
     * @param cluster the cluster's sites; one more than there are must fit
     * @param from    the first site from which it has not grown yet
     * @param size    how many there are
     * @param value   what the sites have
     * @param shown   the same, or {@link #inside} for the cluster's sites
     * @param random  the source of randomness
     * @return how many sites there are now
     */
    int grow(int[] cluster, int from, int size, int[] value, int[] shown, RandomGenerator random) {
        if (random instanceof Chance chance) {
            return follow(cluster, from, size, value, shown, chance);
        }
        int count = size;
        for (int i = from; i < count; i++) {
            int site = cluster[i];
            int row = width * value[site];
            for (int k = first[site], end = first[site + 1]; k < end; k += 2) {
                int other = bonds[k];
                int its = shown[other];
                // 1 if the bond freezes, by the sign, since no branch can foresee it.
                int joins = (int) ((random.nextLong() >>> Long.SIZE - BITS) - units[bonds[k + 1] + row + its]
                        >>> Long.SIZE - 1);
                shown[other] = its + (width - 1 - its & -joins);
                cluster[count] = other;
                count += joins;
            }
        }
        return count;
    }

    /** The same with a generator that follows both outcomes of an event. */
    private int follow(int[] cluster, int from, int size, int[] value, int[] shown, Chance random) {
        int count = size;
        for (int i = from; i < count; i++) {
            int site = cluster[i];
            for (int k = first[site], end = first[site + 1]; k < end; k += 2) {
                int other = bonds[k];
                double p = chances[bonds[k + 1] + width * value[site] + shown[other]];
                if (p > 0 && random.occurs(p)) {
                    shown[other] = width - 1;
                    cluster[count++] = other;
                }
            }
        }
        return count;
    }

    /** The mean number of bonds of a site. */
    double meanCount() {
        return bonds.length / 2.0 / (first.length - 1);
    }

    /** Takes the bonds one by one. */
    static final class Builder {

        private final SiteLists lists;
        private final DoubleArrayList chances = new DoubleArrayList();
        /** Where the table of a bond begins that is in another pool at such a place, in this direction. */
        private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();
        private final Sites sites;
        private final int width;

        Builder(Sites sites) {
            this.sites = sites;
            lists = new SiteLists(sites.count());
            places.defaultReturnValue(-1);
            int most = 0;
            for (int s = 0; s < sites.count(); s++) {
                most = Math.max(most, sites.valueCount(s));
            }
            width = most + 1;
        }

        /** Adds the bond between two sites, with the probabilities to freeze from a place of a pool on. */
        void add(int a, int b, double[] pool, int place) {
            int values = sites.valueCount(b);
            add(a, b, pool, place, values, 1);
            add(b, a, pool, place, 1, values);
        }

        private void add(int from, int to, double[] pool, int place, int own, int its) {
            long key = 2L * place + (its == 1 ? 0 : 1);
            int at = places.get(key);
            if (at < 0) {
                at = chances.size();
                places.put(key, at);
                chances.size(at + sites.valueCount(from) * width);
                for (int x = 0; x < sites.valueCount(from); x++) {
                    for (int y = 0; y < sites.valueCount(to); y++) {
                        chances.set(at + width * x + y, pool[place + own * x + its * y]);
                    }
                }
            }
            lists.add(from, to, at);
        }

        PairBonds build() {
            return new PairBonds(this);
        }
    }
}
