package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.doubles.DoubleHeapIndirectPriorityQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.time.Budget;

/**
 * The graph of an elimination: two variables are neighbours if a table holds both. Eliminating a variable joins its
 * neighbours; giving it a value, a cut, does not. The variables are in a queue by a rule's key, which is computed again
 * where neighbours or missing edges have changed.
 *
 * <p>Neighbours are ascending arrays. Counts of missing edges are kept up to date from when they are first asked for: a
 * new edge fills a gap of each common neighbour of its ends, and makes pairs of one end and the neighbours that only
 * the other has.
 *
 * <p>Cost: for each new edge the degrees of its ends.
 */
final class EliminationGraph {

    /** Steps between two looks at the clock; each may be a few hundred thousand look-ups around hubs. */
    private static final int CHECK_STEPS = 8;
    /** An array this many times as long as another is searched for its elements, not read. */
    private static final int MUCH_LONGER = 16;

    /** Which variable is next. */
    interface Rule {

        /**
         * The key of a variable, the least first.
         *
         * @param graph    the graph now
         * @param variable a variable
         * @return infinite if it is not available
         */
        double key(EliminationGraph graph, int variable);
    }

    private final int[] sizes;
    private final Rule rule;
    private final Budget budget;
    private final int[][] neighbours;
    /** Where a variable's neighbours begin and end in its array. */
    private final int[] begin;
    private final int[] end;
    /** By variable: pairs of its neighbours without an edge; −1 if that is not known. */
    private final long[] missing;
    private final double[] keys;
    private final DoubleHeapIndirectPriorityQueue queue;
    /** Variables whose key may have changed, each once. */
    private final IntArrayList changed = new IntArrayList();
    private final boolean[] isChanged;
    private int steps;

    /**
     * Makes the graph.
     *
     * @param sizes  the domain sizes
     * @param scopes the variables that appear together
     * @param rule   gives the keys
     * @param budget the time that all work on the graph may take
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time, as in the methods below
     */
    EliminationGraph(int[] sizes, List<int[]> scopes, Rule rule, Budget budget) {
        this.sizes = sizes;
        this.rule = rule;
        this.budget = budget;
        this.neighbours = new int[sizes.length][];
        this.begin = new int[sizes.length];
        this.end = new int[sizes.length];
        this.missing = new long[sizes.length];
        this.keys = new double[sizes.length];
        this.isChanged = new boolean[sizes.length];
        Arrays.fill(missing, -1);
        connect(scopes);
        for (int v = 0; v < sizes.length; v++) {
            checkTime();
            keys[v] = rule.key(this, v);
        }
        queue = new DoubleHeapIndirectPriorityQueue(keys, Math.max(sizes.length, 1));
        for (int v = 0; v < sizes.length; v++) {
            queue.enqueue(v);
        }
    }

    private void checkTime() {
        if (++steps % CHECK_STEPS == 0) {
            budget.check();
        }
    }

    private void connect(List<int[]> scopes) {
        int[] room = new int[end.length];
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
                        neighbours[a][end[a]++] = b;
                    }
                }
            }
        }
        for (int v = 0; v < end.length; v++) {
            checkTime();
            int[] all = neighbours[v];
            Arrays.sort(all);
            int count = 0;
            for (int i = 0; i < all.length; i++) {
                if (i == 0 || all[i] != all[i - 1]) {
                    all[count++] = all[i];
                }
            }
            end[v] = count;
        }
    }

    /** The variable of the least key, which stays; −1 if there is none. */
    int first() {
        return queue.isEmpty() || keys[queue.first()] == Double.POSITIVE_INFINITY ? -1 : queue.first();
    }

    int degree(int v) {
        return end[v] - begin[v];
    }

    /** The neighbours of a variable, ascending; a fresh array. */
    int[] neighbours(int v) {
        return Arrays.copyOfRange(neighbours[v], begin[v], end[v]);
    }

    /** The entries of a table over a variable and its neighbours; if more than a limit, some number above it. */
    double entries(int v, double limit) {
        double entries = sizes[v];
        for (int i = begin[v]; i < end[v] && entries <= limit; i++) {
            entries *= sizes[neighbours[v][i]];
        }
        return entries;
    }

    /** Pairs of a variable's neighbours without an edge. */
    long missing(int v) {
        if (missing[v] < 0) {
            long edges = 0;
            for (int i = begin[v]; i < end[v]; i++) {
                edges += common(neighbours[v][i], v, false);
            }
            missing[v] = ((long) degree(v) * (degree(v) - 1) - edges) / 2;
        }
        return missing[v];
    }

    /** Joins a variable's neighbours and removes it. */
    void eliminate(int v) {
        int[] around = neighbours(v);
        isChanged[v] = true;
        for (int i = 0; i < around.length; i++) {
            checkTime();
            for (int j = 0; j < i; j++) {
                if (place(around[i], around[j]) < 0) {
                    join(around[i], around[j]);
                }
            }
        }
        remove(v, around, true);
    }

    /** Removes a variable. */
    void cut(int v) {
        remove(v, neighbours(v), false);
    }

    private void remove(int v, int[] around, boolean joined) {
        queue.remove(v);
        // It is out of the queue for good.
        isChanged[v] = true;
        for (int u : around) {
            checkTime();
            change(u);
            if (missing[u] >= 0) {
                // What is missing with v are the neighbours that it does not have.
                missing[u] -= degree(u) - 1 - (joined ? around.length - 1 : common(u, v, false));
            }
        }
        for (int u : around) {
            delete(u, v);
        }
        neighbours[v] = new int[0];
        begin[v] = 0;
        end[v] = 0;
        for (int u : changed) {
            checkTime();
            isChanged[u] = false;
            double key = rule.key(this, u);
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
        missing[a] += missing[a] < 0 ? 0 : degree(a) - common;
        missing[b] += missing[b] < 0 ? 0 : degree(b) - common;
        insert(a, b);
        insert(b, a);
    }

    /** Counts the common neighbours of two variables; if they are to be joined, these lack an edge less. */
    private int common(int a, int b, boolean joined) {
        int fewer = degree(a) < degree(b) ? a : b;
        int more = fewer == a ? b : a;
        boolean search = (long) degree(fewer) * MUCH_LONGER < degree(more);
        int[] shorter = neighbours[fewer];
        int[] longer = neighbours[more];
        int last = end[more];
        int at = begin[more];
        int count = 0;
        for (int i = begin[fewer]; i < end[fewer]; i++) {
            int w = shorter[i];
            if (search) {
                at = Arrays.binarySearch(longer, at, last, w);
                at = at < 0 ? -1 - at : at;
            } else {
                while (at < last && longer[at] < w) {
                    at++;
                }
            }
            if (at < last && longer[at] == w) {
                count++;
                if (joined && missing[w] >= 0) {
                    missing[w]--;
                    change(w);
                }
            }
        }
        return count;
    }

    private int place(int of, int v) {
        return Arrays.binarySearch(neighbours[of], begin[of], end[of], v);
    }

    private void insert(int into, int v) {
        int at = -1 - place(into, v);
        int[] all = neighbours[into];
        if (end[into] == all.length) {
            all = Arrays.copyOf(all, all.length + all.length / 2 + 4);
            neighbours[into] = all;
        }
        System.arraycopy(all, at, all, at + 1, end[into]++ - at);
        all[at] = v;
    }

    /** Moves the shorter part of the others: leaves of a hub are often removed from one end to the other. */
    private void delete(int from, int v) {
        int at = place(from, v);
        int[] all = neighbours[from];
        if (at - begin[from] < end[from] - at) {
            System.arraycopy(all, begin[from], all, begin[from] + 1, at - begin[from]++);
        } else {
            System.arraycopy(all, at + 1, all, at, --end[from] - at);
        }
    }
}
