package org.orbifold.mcmc.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.orbit.ChangeListener;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.random.Chance;

/**
 * Some cluster moves, one after the other, each by one of several {@link Involution}s of the same sites: a site is
 * chosen uniformly, the cluster of sites that frozen bonds join to it is grown, and gets the involution with
 * probability min(1, its odds): always, if the involution is a symmetry (Wolff 1989). Bonds are decided when the
 * cluster meets them, so that a cluster costs what it touches; nothing is cleared, since stamps mark what belongs to
 * this cluster. What the sites have is read once for all clusters. Allocates nothing.
 */
final class ClusterMove implements Move {

    /** Reads of memory, as measured beside steps of Gibbs: a site before and after all; a cluster; its sites, bonds. */
    static final double WORK_OF_READING = 5;
    private static final double WORK_OF_CLUSTER = 20;
    private static final double WORK_OF_SITE = 2;
    private static final double WORK_OF_BOND = 2;

    private final Involution[] involutions;
    private final int count;
    /** What the sites had at first, and have; and the same, but for sites of the cluster one that freezes no bond. */
    private final int[] first;
    private final int[] value;
    private final int[] shown;
    /** The cluster: its sites in the order in which they came, and room for one more. */
    private final int[] members;
    private int size;
    private double odds;
    /** The cluster that met a bond or a whole term last, and the entry of that bond. */
    private final int[] met;
    private final int[] metWhole;
    private final int[] entry;
    private int cluster;
    /** The whole terms of this cluster, and the state that they weigh; empty if there are none. */
    private final int[] whole;
    private final int[] present;
    private int wholeCount;
    private double work;
    private long together;
    private Sites sites;
    private Bonds bonds;

    /** Makes a number of moves by involutions of the same sites. */
    ClusterMove(List<Involution> involutions, int count) {
        this.involutions = involutions.toArray(Involution[]::new);
        this.count = count;
        this.sites = this.involutions[0].sites();
        this.bonds = this.involutions[0].bonds();
        this.first = new int[sites.total()];
        this.value = new int[sites.total()];
        this.shown = new int[sites.total()];
        this.members = new int[sites.count() + 1];
        int most = involutions.stream().mapToInt(one -> one.bonds().count()).max().orElseThrow();
        int terms = involutions.stream().mapToInt(one -> one.bonds().whole().size()).max().orElseThrow();
        this.met = new int[most];
        this.entry = new int[most];
        this.metWhole = new int[terms];
        this.whole = new int[terms];
        this.present = new int[terms == 0 ? 0 : sites.variableCount()];
        this.work = WORK_OF_READING * sites.total() + count * WORK_OF_CLUSTER;
    }

    /** What the latest moves were. */
    @Override
    public double work() {
        return work;
    }

    /** How many sites were moved so far together with another that was moved before them. */
    long together() {
        return together;
    }

    /** The state is written once, after all clusters: what it was between them makes no difference. */
    @Override
    public void apply(int[] state, long time, RandomGenerator random, ChangeListener listener) {
        for (int s = 0; s < first.length; s++) {
            first[s] = sites.value(s, state);
        }
        System.arraycopy(first, 0, value, 0, first.length);
        System.arraycopy(first, 0, shown, 0, first.length);
        System.arraycopy(state, 0, present, 0, present.length);
        work = WORK_OF_READING * sites.total();
        for (int i = 0; i < count; i++) {
            Involution one = involutions[involutions.length == 1 ? 0 : random.nextInt(involutions.length)];
            sites = one.sites();
            bonds = one.bonds();
            grow(random.nextInt(sites.count()), random);
            if (odds >= 0 || odds != Double.NEGATIVE_INFINITY && Chance.occurs(random, Math.exp(odds))) {
                move();
            }
            for (int k = 0; k < size; k++) {
                shown[members[k]] = value[members[k]];
            }
        }
        for (int s = 0; s < sites.count(); s++) {
            if (value[s] != first[s]) {
                sites.change(s, first[s], value[s], state, time, listener);
            }
        }
    }

    /** Applies the involution to the cluster. */
    private void move() {
        together += Math.max(0, size - 1);
        for (int k = 0; k < size; k++) {
            value[members[k]] = sites.image(members[k], value[members[k]]);
        }
        for (int k = 0; k < size && present.length > 0; k++) {
            sites.assign(members[k], value[members[k]], present);
        }
    }

    private void grow(int start, RandomGenerator random) {
        PairBonds pairs = bonds.pairs();
        if (++cluster == Integer.MAX_VALUE) {
            Arrays.fill(met, 0);
            Arrays.fill(metWhole, 0);
            cluster = 1;
        }
        size = 0;
        odds = 0;
        wholeCount = 0;
        join(start);
        for (int paired = 0, done = 0; paired < size;) {
            size = pairs.grow(members, paired, size, value, shown, random);
            paired = size;
            // If the cluster cannot move, its other sites do not matter.
            for (; bonds.hasOthers() && done < size && odds != Double.NEGATIVE_INFINITY; done++) {
                growByOthers(members[done], random);
                growByWhole(members[done]);
            }
        }
        if (wholeCount > 0) {
            addWhole();
        }
        work += WORK_OF_CLUSTER + (WORK_OF_SITE + WORK_OF_BOND * pairs.meanCount()) * size;
    }

    /** Adds a site to the cluster, if the involution changes what it has. */
    private void join(int site) {
        int inside = bonds.pairs().inside();
        if (shown[site] != inside && sites.image(site, value[site]) != value[site]) {
            shown[site] = inside;
            members[size++] = site;
        }
    }

    private void growByOthers(int site, RandomGenerator random) {
        double[] pool = bonds.pool();
        int[] others = bonds.others();
        for (int k = bonds.firstOther(site), end = bonds.firstOther(site + 1); k < end; k += 2) {
            int bond = others[k];
            if (met[bond] != cluster) {
                met[bond] = cluster;
                meet(bond, random);
            }
            if (!bonds.plain()[bond]) {
                odds += pool[entry[bond] + 2 + others[k + 1]];
            }
            work += WORK_OF_BOND;
        }
    }

    /** Decides a bond. */
    private void meet(int bond, RandomGenerator random) {
        int[] of = bonds.sites();
        int[] strides = bonds.strides();
        double[] pool = bonds.pool();
        int begin = bonds.first()[bond];
        int at = bonds.table()[bond];
        for (int i = begin, end = bonds.first()[bond + 1]; i < end; i++) {
            at += strides[i] * value[of[i]];
            work += WORK_OF_BOND;
        }
        entry[bond] = at;
        double p = pool[at];
        if (p > 0 && (p == 1 || Chance.occurs(random, p))) {
            for (int i = begin, end = begin + bonds.moving()[bond]; i < end; i++) {
                join(of[i]);
            }
            if (!bonds.plain()[bond]) {
                odds += pool[at + 1];
            }
        }
    }

    private void growByWhole(int site) {
        for (int k = bonds.firstWhole(site), end = bonds.firstWhole(site + 1); k < end; k++) {
            int term = bonds.wholeOf()[k];
            if (metWhole[term] != cluster) {
                metWhole[term] = cluster;
                whole[wholeCount++] = term;
                for (int other : bonds.wholeSites()[term]) {
                    join(other);
                }
                work += 2 * bonds.whole().get(term).scope().length;
            }
        }
    }

    /** What the involution on the cluster makes of its whole terms. */
    private void addWhole() {
        double before = wholeWeight();
        for (int i = 0; i < size; i++) {
            sites.assign(members[i], sites.image(members[i], value[members[i]]), present);
        }
        odds += wholeWeight() - before;
        for (int i = 0; i < size; i++) {
            sites.assign(members[i], value[members[i]], present);
        }
    }

    private double wholeWeight() {
        double sum = 0;
        for (int i = 0; i < wholeCount; i++) {
            sum += bonds.whole().get(whole[i]).logPotential(present);
        }
        return sum;
    }
}
