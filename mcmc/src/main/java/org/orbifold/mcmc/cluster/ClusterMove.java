package org.orbifold.mcmc.cluster;

import java.util.random.RandomGenerator;
import org.orbifold.mcmc.orbit.ChangeListener;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.random.Chance;
import org.orbifold.pgm.model.Feature;

/**
 * One cluster move by an {@link Involution}: bonds freeze or are let go, and each cluster of sites that frozen bonds
 * join gets the involution or not. Sites whose value the involution keeps are in no cluster. Cost: linear in the
 * bonds; allocates nothing.
 */
final class ClusterMove implements Move {

    private static final int PAIR = 4;
    /** Reads of memory for a site, and beside its sites for a bond: finding, joining, drawing. */
    private static final double WORK_OF_SITE = 12;
    private static final double WORK_OF_BOND = 4;

    private final Sites sites;
    private final Bonds bonds;
    private final int[] value;
    private final int[] image;
    private final int[] parent;
    private final double[] odds;
    /** 0 if a cluster is not decided yet, 1 if it stays, 2 if it moves. */
    private final byte[] decided;
    /** The state with the involution on all sites, for terms that are not tabulated. */
    private final int[] moved;
    /** The bonds of two sites: where the table is, the first site, its stride, the second site. */
    private final int[] pairs;
    private final int[] others;

    ClusterMove(Sites sites, Bonds bonds) {
        this.sites = sites;
        this.bonds = bonds;
        this.value = new int[sites.total()];
        this.image = new int[sites.count()];
        this.parent = new int[sites.count()];
        this.odds = new double[sites.count()];
        this.decided = new byte[sites.count()];
        int n = 0;
        for (int s = 0; s < sites.total() && !bonds.whole().isEmpty(); s++) {
            n += sites.firstPlace(s + 1) - sites.firstPlace(s);
        }
        this.moved = new int[n];
        int count = 0;
        for (int bond = 0; bond < bonds.count(); bond++) {
            count += isPair(bonds, bond) ? 1 : 0;
        }
        this.pairs = new int[PAIR * count];
        this.others = new int[bonds.count() - count];
        int next = 0;
        int other = 0;
        for (int bond = 0; bond < bonds.count(); bond++) {
            if (isPair(bonds, bond)) {
                int at = bonds.first()[bond];
                pairs[next++] = bonds.table()[bond];
                pairs[next++] = bonds.sites()[at];
                pairs[next++] = bonds.strides()[at];
                pairs[next++] = bonds.sites()[at + 1];
            } else {
                others[other++] = bond;
            }
        }
    }

    /** Whether a bond is one of two sites that only freezes or does not, as most are; the second stride is then 1. */
    private static boolean isPair(Bonds bonds, int bond) {
        return bonds.plain()[bond] && bonds.moving()[bond] == 2 && bonds.first()[bond + 1] - bonds.first()[bond] == 2;
    }

    @Override
    public double work() {
        return WORK_OF_SITE * sites.count() + WORK_OF_BOND * bonds.count() + 2.0 * bonds.sites().length
                + bonds.whole().stream().mapToDouble(term -> 2.0 * term.scope().length).sum();
    }

    @Override
    public void apply(int[] state, long time, RandomGenerator random, ChangeListener listener) {
        for (int s = 0; s < value.length; s++) {
            value[s] = sites.value(s, state);
        }
        for (int s = 0; s < parent.length; s++) {
            image[s] = sites.image(s, value[s]);
            parent[s] = s;
            odds[s] = 0;
            decided[s] = 0;
        }
        freezePairs(random);
        freeze(random);
        freezeWhole(state);
        for (int s = 0; s < parent.length; s++) {
            int root = find(s);
            if (root != s) {
                odds[root] += odds[s];
            }
        }
        for (int s = 0; s < parent.length; s++) {
            if (image[s] != value[s] && isMoved(find(s), random)) {
                assign(s, state, time, listener);
            }
        }
    }

    private void freezePairs(RandomGenerator random) {
        double[] pool = bonds.pool();
        // Asked once, since this loop is what a move takes its time for.
        boolean follow = random instanceof Chance;
        for (int i = 0; i < pairs.length; i += PAIR) {
            int a = pairs[i + 1];
            int b = pairs[i + PAIR - 1];
            double p = pool[pairs[i] + pairs[i + 2] * value[a] + value[b]];
            if (p > 0 && (follow ? Chance.occurs(random, p) : random.nextDouble() < p)) {
                int rootOfA = find(a);
                int rootOfB = find(b);
                // The smaller number becomes the root, as it is decided first.
                parent[Math.max(rootOfA, rootOfB)] = Math.min(rootOfA, rootOfB);
            }
        }
    }

    private void freeze(RandomGenerator random) {
        int[] first = bonds.first();
        int[] of = bonds.sites();
        int[] strides = bonds.strides();
        int[] table = bonds.table();
        boolean[] plain = bonds.plain();
        double[] pool = bonds.pool();
        for (int bond : others) {
            int at = table[bond];
            int begin = first[bond];
            for (int i = begin, end = first[bond + 1]; i < end; i++) {
                at += strides[i] * value[of[i]];
            }
            int end = begin + bonds.moving()[bond];
            if (!plain[bond]) {
                for (int i = begin; i < end; i++) {
                    odds[of[i]] += pool[at + 2 + i - begin];
                }
            }
            double p = pool[at];
            if (p > 0 && (p == 1 || Chance.occurs(random, p))) {
                int joined = join(of, begin, end);
                if (!plain[bond]) {
                    odds[joined] += pool[at + 1];
                }
            }
        }
    }

    /** Joins those of some sites that move; returns one of them. */
    private int join(int[] of, int begin, int end) {
        int joined = -1;
        for (int i = begin; i < end; i++) {
            int s = of[i];
            if (image[s] != value[s]) {
                if (joined < 0) {
                    joined = find(s);
                } else {
                    parent[find(s)] = joined;
                }
            }
        }
        return joined;
    }

    private void freezeWhole(int[] state) {
        if (bonds.whole().isEmpty()) {
            return;
        }
        System.arraycopy(state, 0, moved, 0, moved.length);
        for (int s = 0; s < image.length; s++) {
            sites.assign(s, image[s], moved);
        }
        for (int f = 0; f < bonds.wholeSites().length; f++) {
            int[] of = bonds.wholeSites()[f];
            int joined = join(of, 0, of.length);
            if (joined >= 0) {
                Feature term = bonds.whole().get(f);
                odds[joined] += term.logPotential(moved) - term.logPotential(state);
            }
        }
    }

    private int find(int site) {
        int x = site;
        while (parent[x] != x) {
            parent[x] = parent[parent[x]];
            x = parent[x];
        }
        return x;
    }

    private boolean isMoved(int root, RandomGenerator random) {
        if (decided[root] == 0) {
            double p = odds[root] == 0 ? 0.5 : 1 / (1 + Math.exp(-odds[root]));
            decided[root] = (byte) (Chance.occurs(random, p) ? 2 : 1);
        }
        return decided[root] == 2;
    }

    private void assign(int site, int[] state, long time, ChangeListener listener) {
        for (int i = sites.firstPlace(site), end = sites.firstPlace(site + 1); i < end; i++) {
            int v = sites.variable(i);
            int before = state[v];
            int after = sites.variableValue(i, image[site]);
            if (before != after) {
                state[v] = after;
                listener.changed(time, v, before, after);
            }
        }
    }
}
