package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.orbifold.pgm.time.Budget;

/**
 * Greedy orders of elimination with chance in them, again and again: Kask, Gelfand, Otten, Dechter, "Pushing the power
 * of stochastic greedy ordering schemes", AAAI 2011.
 *
 * <p>Each round follows the best order so far up to a point drawn at random (none of it in every fourth round), goes
 * on by least fill, least table or a mean of both, blurred by noise of a strength that differs from round to round, and
 * ends when it costs more than the best. Rounds go on while the search itself has cost less than a small share of
 * what the best order costs. All of it is counted, not timed, so the result is always the same.
 *
 * <p>The graph is a matrix of bits; fill counts and table sizes are kept up to date edge by edge.
 */
final class OrderSearch {

    /** Most variables: the matrix of bits then takes 2 MiB, twice. */
    static final int MAX_VARIABLES = 1 << 12;
    /** Share of the cost of the best order that the search for a better one may cost. */
    private static final double SHARE = 0.05;
    /** Most steps: about a second. */
    private static final double MAX_STEPS = 5e8;
    /** Operations that take hours: above them even a much better order would be too long. */
    private static final double HOPELESS = 1e14;
    private static final double HOPELESS_STEPS = 1e8;
    private static final double[] NOISE = {0, 0.1, 0.3, 0.6};
    private static final int RULES = 3;
    private static final int FRESH = 4;
    private static final double TIE_BREAK = 1e-6;
    /** Steps between two looks at the clock: about a millisecond. */
    private static final double CHECK_STEPS = 1 << 19;

    private final int count;
    private final int words;
    private final double[] logSizes;
    private final long[][] graph;
    private final int[] firstFill;
    private final int[] firstDegree;
    private final double[] firstLogTable;
    private final SplittableRandom random = new SplittableRandom(1);

    private final long[][] adjacent;
    private final int[] fill;
    private final int[] degree;
    private final double[] logTable;
    /** Negative where it has to be computed anew. */
    private final double[] keys;
    private final double[] blur;
    /** What is not eliminated yet, and where each stands there. */
    private final int[] left;
    private final int[] placeInLeft;
    private int leftCount;
    /** What may need no edge. */
    private final int[] simplicial;
    private int simplicialCount;
    /** Eliminated variables of whose separators none is eliminated yet. */
    private final int[] orphans;
    private int orphanCount;
    private final int[] around;
    private final int[] order;
    private final Budget budget;
    private double steps;
    /** When {@link #steps} are more than this, the clock is read. */
    private double checkedAt;
    private boolean over;
    private int[] best = {};
    private double bestOperations = Double.POSITIVE_INFINITY;

    private OrderSearch(double[] logSizes, List<int[]> scopes, Budget budget) {
        this.budget = budget;
        this.count = logSizes.length;
        this.words = (count + 63) >>> 6;
        this.logSizes = logSizes;
        graph = new long[count][words];
        adjacent = new long[count][words];
        fill = new int[count];
        degree = new int[count];
        logTable = new double[count];
        keys = new double[count];
        blur = new double[count];
        left = new int[count];
        placeInLeft = new int[count];
        simplicial = new int[count];
        orphans = new int[count];
        around = new int[count];
        order = new int[count];
        for (int[] scope : scopes) {
            for (int a : scope) {
                for (int b : scope) {
                    if (a != b) {
                        graph[a][b >>> 6] |= 1L << b;
                    }
                }
            }
        }
        copyGraph();
        for (int v = 0; v < count && !isOver(); v++) {
            degree[v] = neighbours(v);
            logTable[v] = logSizes[v];
            for (int i = 0; i < degree[v]; i++) {
                fill[v] += degree[v] - 1 - common(v, around[i]);
                logTable[v] += logSizes[around[i]];
            }
            fill[v] /= 2;
        }
        firstFill = fill.clone();
        firstDegree = degree.clone();
        firstLogTable = logTable.clone();
    }

    /**
     * Looks for an order of few operations.
     *
     * @param logSizes the logarithms of the domain sizes
     * @param scopes   the variables that appear together
     * @param budget   ends the search early, with the best order so far or none
     */
    static int[] search(double[] logSizes, List<int[]> scopes, Budget budget) {
        OrderSearch search = new OrderSearch(logSizes, scopes, budget);
        for (int round = 0; search.pays() && !search.isOver(); round++) {
            search.round(round % RULES, NOISE[round / RULES % NOISE.length]);
        }
        return search.best;
    }

    /** Whether the time is over; the clock is read only after some steps. */
    private boolean isOver() {
        if (!over && steps >= checkedAt) {
            checkedAt = steps + CHECK_STEPS;
            over = budget.isOver();
        }
        return over;
    }

    private boolean pays() {
        double most = bestOperations > HOPELESS ? HOPELESS_STEPS : MAX_STEPS;
        return best.length < count || steps < Math.min(most, SHARE * bestOperations);
    }

    private void round(int rule, double noise) {
        start();
        int followed = best.length == 0 || random.nextInt(FRESH) == 0 ? 0 : random.nextInt(count);
        double operations = 0;
        for (int i = 0; i < count; i++) {
            int v = i < followed ? best[i] : next(rule, noise);
            operations += EliminationTree.operations(Math.exp(logTable[v]), children(v));
            if (operations >= bestOperations || isOver()) {
                return;
            }
            order[i] = v;
            orphans[orphanCount++] = v;
            eliminate(v);
        }
        if (over) {
            // The last elimination may be incomplete.
            return;
        }
        bestOperations = operations;
        best = order.clone();
    }

    /** Takes the eliminated variables whose separators hold v, which is the first of them to go, from the orphans. */
    private int children(int v) {
        int kept = 0;
        for (int i = 0; i < orphanCount; i++) {
            // The row of an eliminated variable is its separator.
            if ((adjacent[orphans[i]][v >>> 6] & 1L << v) == 0) {
                orphans[kept++] = orphans[i];
            }
        }
        int children = orphanCount - kept;
        steps += orphanCount;
        orphanCount = kept;
        return children;
    }

    private void copyGraph() {
        for (int v = 0; v < count; v++) {
            System.arraycopy(graph[v], 0, adjacent[v], 0, words);
        }
        steps += count * (double) words;
    }

    private void start() {
        copyGraph();
        System.arraycopy(firstFill, 0, fill, 0, count);
        System.arraycopy(firstDegree, 0, degree, 0, count);
        System.arraycopy(firstLogTable, 0, logTable, 0, count);
        Arrays.fill(keys, -1);
        leftCount = count;
        simplicialCount = 0;
        orphanCount = 0;
        for (int v = 0; v < count; v++) {
            blur[v] = random.nextDouble();
            left[v] = v;
            placeInLeft[v] = v;
            changed(v);
        }
    }

    /** Lists the neighbours of v and returns how many there are. */
    private int neighbours(int v) {
        int size = 0;
        for (int w = 0; w < words; w++) {
            for (long bits = adjacent[v][w]; bits != 0; bits &= bits - 1) {
                around[size++] = (w << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        steps += words + size;
        return size;
    }

    private int common(int a, int b) {
        int common = 0;
        for (int w = 0; w < words; w++) {
            common += Long.bitCount(adjacent[a][w] & adjacent[b][w]);
        }
        steps += words;
        return common;
    }

    private void changed(int v) {
        keys[v] = -1;
        if (fill[v] == 0 && simplicialCount < count) {
            simplicial[simplicialCount++] = v;
        }
    }

    private int next(int rule, double noise) {
        // What needs no edge goes first in any case; that is never wrong.
        while (simplicialCount > 0) {
            int v = simplicial[--simplicialCount];
            if (fill[v] == 0 && placeInLeft[v] >= 0) {
                return v;
            }
        }
        int next = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < leftCount; i++) {
            int v = left[i];
            double key = keys[v];
            if (key < 0) {
                key = key(v, rule) * (1 + noise * blur[v]) + TIE_BREAK * blur[v];
                keys[v] = key;
            }
            if (key < least) {
                least = key;
                next = v;
            }
        }
        steps += leftCount;
        return next;
    }

    private double key(int v, int rule) {
        return switch (rule) {
            case 0 -> fill[v];
            case 1 -> logTable[v];
            default -> logTable[v] * Math.sqrt(fill[v]);
        };
    }

    private void eliminate(int v) {
        int size = neighbours(v);
        if (fill[v] > 0) {
            for (int i = 0; i < size && !isOver(); i++) {
                for (int j = 0; j < i; j++) {
                    if ((adjacent[around[i]][around[j] >>> 6] & 1L << around[j]) == 0) {
                        connect(around[i], around[j]);
                    }
                }
            }
            steps += 0.5 * size * size;
        }
        int place = placeInLeft[v];
        left[place] = left[--leftCount];
        placeInLeft[left[place]] = place;
        placeInLeft[v] = -1;
        for (int i = 0; i < size; i++) {
            int u = around[i];
            // All of v's other neighbours are u's by now; the rest of u's lacked an edge to v each.
            fill[u] -= degree[u] - size;
            degree[u]--;
            logTable[u] -= logSizes[v];
            adjacent[u][v >>> 6] &= ~(1L << v);
            changed(u);
        }
    }

    /** Adds an edge: one pair less is missing for common neighbours, and new pairs are for the two. */
    private void connect(int a, int b) {
        long[] ofA = adjacent[a];
        long[] ofB = adjacent[b];
        int common = 0;
        for (int w = 0; w < words; w++) {
            for (long bits = ofA[w] & ofB[w]; bits != 0; bits &= bits - 1) {
                int u = (w << 6) + Long.numberOfTrailingZeros(bits);
                fill[u]--;
                changed(u);
                common++;
            }
        }
        fill[a] += degree[a] - common;
        fill[b] += degree[b] - common;
        degree[a]++;
        degree[b]++;
        logTable[a] += logSizes[b];
        logTable[b] += logSizes[a];
        ofA[b >>> 6] |= 1L << b;
        ofB[a >>> 6] |= 1L << a;
        changed(a);
        changed(b);
        steps += words + common;
    }
}
