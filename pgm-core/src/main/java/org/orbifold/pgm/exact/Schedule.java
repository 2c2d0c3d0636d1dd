package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Which cliques are worked on at the same time: the tree is cut into units, the units stand in levels, and those of one
 * level do not depend on each other. A large clique is a unit of its own, which all threads share.
 */
final class Schedule {

    private static final int UNITS = 64;

    /** By level: large cliques, and units of small ones in the order of elimination. */
    private final List<List<Clique>> large = new ArrayList<>();
    private final List<List<List<Clique>>> small = new ArrayList<>();
    private final Workers workers;

    private Schedule(Workers workers) {
        this.workers = workers;
    }

    static Schedule of(Clique[] cliques, int[] order, int largeEntries, Workers workers) {
        Schedule schedule = new Schedule(workers);
        if (workers.threads() == 1) {
            List<Clique> all = Arrays.stream(order).mapToObj(v -> cliques[v]).toList();
            schedule.large.add(List.of());
            schedule.small.add(List.of(all));
            return schedule;
        }
        boolean[] top = tops(cliques, order, largeEntries);
        int[] unit = new int[cliques.length];
        int units = 0;
        for (int i = order.length - 1; i >= 0; i--) {
            unit[order[i]] = top[order[i]] ? units++ : unit[cliques[order[i]].parent];
        }
        List<List<Clique>> members = new ArrayList<>();
        for (int u = 0; u < units; u++) {
            members.add(new ArrayList<>());
        }
        int[] level = new int[units];
        for (int v : order) {
            members.get(unit[v]).add(cliques[v]);
            int parent = cliques[v].parent;
            if (parent >= 0 && unit[parent] != unit[v]) {
                level[unit[parent]] = Math.max(level[unit[parent]], level[unit[v]] + 1);
            }
        }
        for (int u = units - 1; u >= 0; u--) {
            schedule.add(level[u], members.get(u), largeEntries);
        }
        return schedule;
    }

    /** The last cliques of units: large ones, their children, roots, and where enough work has come together. */
    private static boolean[] tops(Clique[] cliques, int[] order, int largeEntries) {
        double total = 0;
        for (Clique clique : cliques) {
            total += clique.entries;
        }
        double enough = Math.max(largeEntries, total / UNITS);
        boolean[] top = new boolean[cliques.length];
        double[] work = new double[cliques.length];
        for (int v : order) {
            Clique clique = cliques[v];
            work[v] += clique.entries;
            top[v] = clique.parent < 0 || clique.entries > largeEntries || work[v] > enough
                    || cliques[clique.parent].entries > largeEntries;
            if (!top[v]) {
                work[clique.parent] += work[v];
            }
        }
        return top;
    }

    private void add(int level, List<Clique> unit, int largeEntries) {
        while (large.size() <= level) {
            large.add(new ArrayList<>());
            small.add(new ArrayList<>());
        }
        List<List<Clique>> others = small.get(level);
        if (unit.get(unit.size() - 1).entries > largeEntries) {
            large.get(level).add(unit.get(0));
        } else if (!others.isEmpty() && others.get(others.size() - 1).size() + unit.size() <= UNITS) {
            // Units of a few cliques are joined: a model may have a million parts.
            others.get(others.size() - 1).addAll(unit);
        } else {
            others.add(unit);
        }
    }

    /** Children before parents. */
    void up(Consumer<Clique> work) {
        for (int level = 0; level < large.size(); level++) {
            List<List<Clique>> units = small.get(level);
            workers.forEach(units.size(), u -> {
                for (Clique clique : units.get(u)) {
                    workers.checkTime();
                    work.accept(clique);
                }
            });
            for (Clique clique : large.get(level)) {
                workers.checkTime();
                work.accept(clique);
            }
        }
    }

    /** Parents before children. */
    void down(Consumer<Clique> work) {
        for (int level = large.size() - 1; level >= 0; level--) {
            for (Clique clique : large.get(level)) {
                workers.checkTime();
                work.accept(clique);
            }
            List<List<Clique>> units = small.get(level);
            workers.forEach(units.size(), u -> {
                List<Clique> unit = units.get(u);
                for (int i = unit.size() - 1; i >= 0; i--) {
                    workers.checkTime();
                    work.accept(unit.get(i));
                }
            });
        }
    }
}
