package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.doubles.DoubleHeapIndirectPriorityQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.orbifold.pgm.time.Budget;

/**
 * An order in which to sum variables out, by the min-fill rule: next is the variable whose neighbours lack the fewest
 * edges among themselves; ties go to the smaller table.
 *
 * <p>Neighbours are ascending arrays. Counts of missing edges are kept up to date: a new edge fills a gap of each
 * common neighbour of its ends, and makes pairs of one end and the neighbours that only the other has. Counts are known
 * of variables of at most {@value #EXACT_DEGREE} neighbours, and of those that once had so few. When all that remain
 * have more, their smallest degree bounds the treewidth from below, so no order would do, and the search stops there.
 *
 * <p>Cost: for each new edge the degrees of its ends.
 */
final class EliminationOrder {

    private static final int EXACT_DEGREE = 64;
    private static final double HUB = 1e9;
    private static final double TIE_BREAK = 1e-3;
    /** Steps between two looks at the clock; each may be a few hundred thousand look-ups around hubs. */
    private static final int CHECK_STEPS = 8;
    /** An array this many times as long as another is searched for its elements, not read. */
    private static final int MUCH_LONGER = 16;

    private final Budget budget;
    private final double[] logSizes;
    private final int[][] neighbours;
    private final int[] degree;
    /** By variable: pairs of its neighbours without an edge; −1 if that is not known. */
    private final long[] missing;
    private final double[] keys;
    private final DoubleHeapIndirectPriorityQueue queue;
    private final IntArrayList order = new IntArrayList();
    /** Variables whose key may have changed, each once. */
    private final IntArrayList changed = new IntArrayList();
    private final boolean[] isChanged;
    private int steps;
    private int width;
    private int stoppedAtDegree = -1;

    private EliminationOrder(int[] sizes, List<int[]> scopes, Budget budget) {
        this.budget = budget;
        this.logSizes = new double[sizes.length];
        this.neighbours = new int[sizes.length][];
        this.degree = new int[sizes.length];
        this.missing = new long[sizes.length];
        this.keys = new double[sizes.length];
        this.isChanged = new boolean[sizes.length];
        connect(scopes);
        for (int v = 0; v < sizes.length; v++) {
            logSizes[v] = Math.log(sizes[v]);
            missing[v] = -1;
        }
        for (int v = 0; v < sizes.length; v++) {
            checkTime();
            keys[v] = key(v);
        }
        queue = new DoubleHeapIndirectPriorityQueue(keys, Math.max(sizes.length, 1));
        for (int v = 0; v < sizes.length; v++) {
            queue.enqueue(v);
        }
        run();
    }

    /**
     * Finds an order.
     *
     * @param sizes  the domain sizes
     * @param scopes the variables that appear together
     * @param budget the time for it
     * @return the order
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before the order is complete
     */
    static EliminationOrder find(int[] sizes, List<int[]> scopes, Budget budget) {
        return new EliminationOrder(sizes, scopes, budget);
    }

    private void checkTime() {
        if (++steps % CHECK_STEPS == 0) {
            budget.check();
        }
    }

    private void connect(List<int[]> scopes) {
        int[] room = new int[degree.length];
        for (int[] scope : scopes) {
            for (int v : scope) {
                room[v] += scope.length - 1;
            }
        }
        Arrays.setAll(neighbours, v -> new int[room[v]]);
        for (int[] scope : scopes) {
            checkTime();
            for (int a : scope) {
                for (int b : scope) {
                    if (a != b) {
                        neighbours[a][degree[a]++] = b;
                    }
                }
            }
        }
        for (int v = 0; v < degree.length; v++) {
            checkTime();
            int[] all = neighbours[v];
            Arrays.sort(all);
            int count = 0;
            for (int i = 0; i < all.length; i++) {
                if (i == 0 || all[i] != all[i - 1]) {
                    all[count++] = all[i];
                }
            }
            degree[v] = count;
        }
    }

    private void run() {
        while (!queue.isEmpty()) {
            int v = queue.first();
            if (degree[v] > EXACT_DEGREE) {
                stoppedAtDegree = degree[v];
                return;
            }
            queue.dequeue();
            eliminate(v);
        }
    }

    private double key(int v) {
        int d = degree[v];
        if (d > EXACT_DEGREE) {
            return HUB + d;
        }
        if (missing[v] < 0) {
            missing[v] = countMissing(v);
        }
        double logTable = logSizes[v];
        for (int i = 0; i < d; i++) {
            logTable += logSizes[neighbours[v][i]];
        }
        return missing[v] + TIE_BREAK * logTable;
    }

    private long countMissing(int v) {
        long edges = 0;
        for (int i = 0; i < degree[v]; i++) {
            edges += common(neighbours[v][i], v, false);
        }
        return ((long) degree[v] * (degree[v] - 1) - edges) / 2;
    }

    private void eliminate(int v) {
        int[] around = Arrays.copyOf(neighbours[v], degree[v]);
        order.add(v);
        width = Math.max(width, around.length);
        // It is out of the queue for good.
        isChanged[v] = true;
        for (int u : around) {
            change(u);
        }
        for (int i = 0; i < around.length; i++) {
            checkTime();
            for (int j = 0; j < i; j++) {
                if (place(around[i], around[j]) < 0) {
                    join(around[i], around[j]);
                }
            }
        }
        // All of them are neighbours of each other now: what is missing with v are those that are not around it.
        for (int u : around) {
            remove(u, v);
            missing[u] -= missing[u] < 0 ? 0 : degree[u] - (around.length - 1);
        }
        neighbours[v] = null;
        for (int u : changed) {
            checkTime();
            isChanged[u] = false;
            double key = key(u);
            if (key != keys[u]) {
                keys[u] = key;
                queue.changed(u);
            }
        }
        changed.clear();
    }

    private void change(int v) {
        if (!isChanged[v]) {
            isChanged[v] = true;
            changed.add(v);
        }
    }

    /** Adds an edge. */
    private void join(int a, int b) {
        int common = common(a, b, true);
        missing[a] += missing[a] < 0 ? 0 : degree[a] - common;
        missing[b] += missing[b] < 0 ? 0 : degree[b] - common;
        insert(a, b);
        insert(b, a);
    }

    /** Counts the common neighbours of two variables; if they are to be joined, these lack an edge less. */
    private int common(int a, int b, boolean joined) {
        int fewer = degree[a] < degree[b] ? a : b;
        int more = fewer == a ? b : a;
        boolean search = (long) degree[fewer] * MUCH_LONGER < degree[more];
        int[] longer = neighbours[more];
        int at = 0;
        int count = 0;
        for (int i = 0; i < degree[fewer]; i++) {
            int w = neighbours[fewer][i];
            if (search) {
                at = Arrays.binarySearch(longer, at, degree[more], w);
                at = at < 0 ? -1 - at : at;
            } else {
                while (at < degree[more] && longer[at] < w) {
                    at++;
                }
            }
            if (at < degree[more] && longer[at] == w) {
                count++;
                if (joined) {
                    missing[w] -= missing[w] < 0 ? 0 : 1;
                    change(w);
                }
            }
        }
        return count;
    }

    private int place(int of, int v) {
        return Arrays.binarySearch(neighbours[of], 0, degree[of], v);
    }

    private void insert(int into, int v) {
        int at = -1 - place(into, v);
        int[] all = neighbours[into];
        if (degree[into] == all.length) {
            all = Arrays.copyOf(all, all.length + all.length / 2 + 4);
            neighbours[into] = all;
        }
        System.arraycopy(all, at, all, at + 1, degree[into]++ - at);
        all[at] = v;
    }

    private void remove(int from, int v) {
        int at = place(from, v);
        System.arraycopy(neighbours[from], at + 1, neighbours[from], at, --degree[from] - at);
    }

    /** The variables in the order of their elimination. */
    int[] order() {
        return order.toIntArray();
    }

    /** What any order costs at least, if this one is incomplete because no order is cheap. */
    Optional<ExactCost> lowerBound() {
        if (stoppedAtDegree < 0) {
            return Optional.empty();
        }
        int least = Math.max(width, stoppedAtDegree);
        double table = Math.pow(2, least + 1);
        return Optional.of(new ExactCost(least, table, Double.BYTES * table, table, 0, true));
    }
}
