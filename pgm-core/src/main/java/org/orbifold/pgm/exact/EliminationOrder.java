package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.doubles.DoubleHeapIndirectPriorityQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntIterator;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * An order in which to sum variables out.
 *
 * <p>The min-fill rule takes next the variable whose neighbours lack the fewest edges among themselves; ties go to the
 * smaller table. Where that gives large tables, the variables' own numbering (good for grids and chains) and
 * {@link OrderSearch} are tried too, and the cheapest order wins.
 *
 * <p>Fill counts are exact for variables of at most {@value #EXACT_DEGREE} neighbours. When all that remain have more,
 * their smallest degree bounds the treewidth from below, so no order would do, and the search stops there.
 */
final class EliminationOrder {

    private static final int EXACT_DEGREE = 64;
    private static final double HUB = 1e9;
    private static final int[] NONE = {};
    private static final double TIE_BREAK = 1e-3;
    /** Steps between two looks at the clock; each may be a few hundred thousand hash look-ups around hubs. */
    private static final int CHECK_STEPS = 8;
    /** Below this many entries in the largest table, a better order would save less time than the search for it. */
    private static final double SMALL = 1 << 12;

    /** How the next variable is chosen. */
    private enum Rule {
        MIN_FILL, SEARCH, NUMBERING;

        @Override
        public String toString() {
            return switch (this) {
                case MIN_FILL -> "min-fill";
                case SEARCH -> "search";
                case NUMBERING -> "the variables' numbers";
            };
        }
    }

    private final int[] sizes;
    private final Rule rule;
    /** For a given order: the place of each variable. */
    private final int[] place;
    private final Budget budget;
    private final IntSet[] neighbours;
    private final double[] keys;
    private final DoubleHeapIndirectPriorityQueue queue;
    private final IntArrayList order = new IntArrayList();
    private final int[][] separators;
    private int steps;
    private double work;
    private double largest = 1;
    private int stoppedAtDegree = -1;
    /** How many variables came before the first that needed an edge. */
    private int simplicial;

    private EliminationOrder(int[] sizes, List<int[]> scopes, Rule rule, int[] place, double abortAbove,
            Budget budget) {
        this.sizes = sizes;
        this.rule = rule;
        this.place = place;
        this.budget = budget;
        this.neighbours = new IntSet[sizes.length];
        this.separators = new int[sizes.length][];
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
        run(abortAbove);
    }

    /**
     * Finds an order.
     *
     * @param sizes  the domain sizes
     * @param scopes the variables that appear together
     * @param budget when it is over, the best complete order so far is taken
     * @return the order
     * @throws OutOfTimeException if the time is over before the first order is complete
     */
    static EliminationOrder find(int[] sizes, List<int[]> scopes, Budget budget) {
        double start = budget.elapsed();
        EliminationOrder best = new EliminationOrder(sizes, scopes, Rule.MIN_FILL, NONE, Double.POSITIVE_INFINITY,
                budget);
        if (best.stoppedAtDegree >= 0 || best.largest <= SMALL || budget.isOver()) {
            return best;
        }
        // The two orders below take no longer than the first one did, each; the search leaves them that time.
        double reserved = 2 * (budget.elapsed() - start);
        int[] core = search(sizes, scopes, best, budget.atMost(budget.secondsLeft() - reserved));
        try {
            best = best.cheaper(new EliminationOrder(sizes, scopes, Rule.NUMBERING, NONE, best.work, budget));
            return core.length == 0 ? best : best.cheaper(new EliminationOrder(sizes, scopes, Rule.SEARCH, core,
                    Double.POSITIVE_INFINITY, budget));
        } catch (OutOfTimeException e) {
            return best;
        }
    }

    private EliminationOrder cheaper(EliminationOrder other) {
        boolean complete = other.stoppedAtDegree < 0 && other.order.size() == order.size();
        return complete && other.cost().operations() < cost().operations() ? other : this;
    }

    /** Looks for another order of what is left when the given one first adds an edge; places, or none. */
    private static int[] search(int[] sizes, List<int[]> scopes, EliminationOrder given, Budget budget) {
        int[] order = given.order();
        int[] core = new int[sizes.length];
        Arrays.fill(core, -1);
        int count = 0;
        for (int i = given.simplicial; i < order.length; i++) {
            core[order[i]] = count++;
        }
        if (count == 0 || count > OrderSearch.MAX_VARIABLES) {
            return NONE;
        }
        double[] logSizes = new double[count];
        for (int v = 0; v < sizes.length; v++) {
            if (core[v] >= 0) {
                logSizes[core[v]] = Math.log(sizes[v]);
            }
        }
        List<int[]> left = scopes.stream().map(scope -> Arrays.stream(scope).map(v -> core[v]).filter(c -> c >= 0)
                .toArray()).filter(scope -> scope.length > 1).toList();
        int[] found = OrderSearch.search(logSizes, left, budget);
        if (found.length == 0) {
            return NONE;
        }
        int[] place = new int[sizes.length];
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
        for (int i = 0; i < found.length; i++) {
            place[order[given.simplicial + found[i]]] = given.simplicial + i;
        }
        return place;
    }

    private void checkTime() {
        if (++steps % CHECK_STEPS == 0) {
            budget.check();
        }
    }

    private double entries(int v) {
        double entries = sizes[v];
        for (int u : separators[v]) {
            entries *= sizes[u];
        }
        return entries;
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

    private void run(double abortAbove) {
        while (!queue.isEmpty() && work < abortAbove) {
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
        if (rule != Rule.MIN_FILL) {
            return rule == Rule.NUMBERING ? v : place[v];
        }
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
        separators[v] = around;
        double entries = entries(v);
        work += entries;
        largest = Math.max(largest, entries);
        // Linked, so that the queue sees the same sequence of changes in every run.
        IntLinkedOpenHashSet changed = new IntLinkedOpenHashSet(around);
        for (int u : around) {
            neighbours[u].remove(v);
        }
        boolean filled = false;
        for (int i = 0; i < around.length; i++) {
            checkTime();
            for (int j = 0; j < i; j++) {
                if (neighbours[around[i]].add(around[j])) {
                    filled = true;
                    neighbours[around[j]].add(around[i]);
                    addCommonNeighbours(around[i], around[j], changed);
                }
            }
        }
        if (!filled && simplicial == order.size() - 1) {
            simplicial++;
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

    /** By what rule it was found. */
    String rule() {
        return rule.toString();
    }

    /** The variables in the order of their elimination. */
    int[] order() {
        return order.toIntArray();
    }

    /** The neighbours of a variable at the time of its elimination. */
    int[] separator(int v) {
        return separators[v];
    }

    /** The tree of the whole order. */
    EliminationTree tree() {
        return new EliminationTree(sizes, order.toIntArray(), separators);
    }

    /** What it costs to eliminate in this order. */
    ExactCost cost() {
        ExactCost cost = tree().cost();
        if (stoppedAtDegree < 0) {
            return cost;
        }
        int width = Math.max(cost.width(), stoppedAtDegree);
        double table = Math.max(largest, Math.pow(2, width + 1));
        return new ExactCost(width, table, cost.bytes() + Double.BYTES * table, cost.operations(), 0, true);
    }
}
