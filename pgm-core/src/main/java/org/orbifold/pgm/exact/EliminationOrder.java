package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.doubles.DoubleHeapIndirectPriorityQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntIterator;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.List;
import java.util.Optional;
import org.orbifold.pgm.time.Budget;

/**
 * An order in which to sum variables out, by the min-fill rule: next is the variable whose neighbours lack the fewest
 * edges among themselves; ties go to the smaller table.
 *
 * <p>Fill counts are exact for variables of at most {@value #EXACT_DEGREE} neighbours. When all that remain have more,
 * their smallest degree bounds the treewidth from below, so no order would do, and the search stops there.
 */
final class EliminationOrder {

    private static final int EXACT_DEGREE = 64;
    private static final double HUB = 1e9;
    private static final double TIE_BREAK = 1e-3;
    /** Steps between two looks at the clock; each may be a few hundred thousand hash look-ups around hubs. */
    private static final int CHECK_STEPS = 8;

    private final int[] sizes;
    private final Budget budget;
    private final IntSet[] neighbours;
    private final double[] keys;
    private final DoubleHeapIndirectPriorityQueue queue;
    private final IntArrayList order = new IntArrayList();
    private int steps;
    private int width;
    private int stoppedAtDegree = -1;

    private EliminationOrder(int[] sizes, List<int[]> scopes, Budget budget) {
        this.sizes = sizes;
        this.budget = budget;
        this.neighbours = new IntSet[sizes.length];
        this.keys = new double[sizes.length];
        for (int v = 0; v < sizes.length; v++) {
            neighbours[v] = new IntOpenHashSet(4);
        }
        scopes.forEach(this::connect);
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

    private void connect(int[] scope) {
        checkTime();
        for (int a : scope) {
            for (int b : scope) {
                if (a != b) {
                    neighbours[a].add(b);
                }
            }
        }
    }

    private void run() {
        while (!queue.isEmpty()) {
            int v = queue.first();
            if (neighbours[v].size() > EXACT_DEGREE) {
                stoppedAtDegree = neighbours[v].size();
                return;
            }
            queue.dequeue();
            eliminate(v);
        }
    }

    private double key(int v) {
        int degree = neighbours[v].size();
        if (degree > EXACT_DEGREE) {
            return HUB + degree;
        }
        int[] around = neighbours[v].toIntArray();
        double logTable = Math.log(sizes[v]);
        int missing = 0;
        for (int i = 0; i < around.length; i++) {
            logTable += Math.log(sizes[around[i]]);
            for (int j = 0; j < i; j++) {
                if (!neighbours[around[i]].contains(around[j])) {
                    missing++;
                }
            }
        }
        return missing + TIE_BREAK * logTable;
    }

    private void eliminate(int v) {
        int[] around = neighbours[v].toIntArray();
        order.add(v);
        width = Math.max(width, around.length);
        // Linked, so that the queue sees the same sequence of changes in every run.
        IntLinkedOpenHashSet changed = new IntLinkedOpenHashSet(around);
        for (int u : around) {
            neighbours[u].remove(v);
        }
        for (int i = 0; i < around.length; i++) {
            checkTime();
            for (int j = 0; j < i; j++) {
                if (neighbours[around[i]].add(around[j])) {
                    neighbours[around[j]].add(around[i]);
                    addCommonNeighbours(around[i], around[j], changed);
                }
            }
        }
        neighbours[v] = null;
        for (IntIterator it = changed.iterator(); it.hasNext();) {
            int u = it.nextInt();
            checkTime();
            double key = key(u);
            if (key != keys[u]) {
                keys[u] = key;
                queue.changed(u);
            }
        }
    }

    private void addCommonNeighbours(int a, int b, IntSet found) {
        IntSet fewer = neighbours[a].size() < neighbours[b].size() ? neighbours[a] : neighbours[b];
        IntSet more = fewer == neighbours[a] ? neighbours[b] : neighbours[a];
        for (IntIterator it = fewer.iterator(); it.hasNext();) {
            int w = it.nextInt();
            if (more.contains(w)) {
                found.add(w);
            }
        }
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
