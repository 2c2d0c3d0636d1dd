package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.Mixing;

/**
 * Removes leaves and twins from a graph, again and again, until there are none.
 *
 * <p>A leaf is folded into its neighbour; vertices of one colour with the same neighbours (open twins) or the same
 * closed neighbourhoods (closed twins) are folded into one of them. The vertex that stays gets a new colour that says
 * what was folded, numbered in an order that does not depend on vertex names. Equal things folded together can be
 * exchanged: that gives the generators and the factor k! for each k of them. What is left has the remaining
 * automorphisms, which {@link ReducedForest} carries back. Time O(m + n log n) per round of twins; all leaves of a tree
 * go in one.
 */
final class Reduction {

    private static final int MOST_TWIN_ROUNDS = 64;

    private final LocalGraph graph;
    private final Folding folding;
    private final int[] color;
    private final int[] degree;
    /** Made when first needed. */
    private int[] mark = {};
    private int stamp;

    private final SearchBudget budget;
    final ReducedForest forest;
    final List<int[]> generators;
    final GroupOrder order;
    /** The vertices that are left; their places are the vertices of the reduced graph. */
    int[] kept = {};

    /** A reduction without a limit. */
    Reduction(LocalGraph graph) {
        this(graph, SearchOptions.defaults().startBudget());
    }

    /** A reduction that ends by an exception if the budget is over. */
    Reduction(LocalGraph graph, SearchBudget budget) {
        this.budget = budget;
        this.graph = graph;
        folding = new Folding(graph);
        color = folding.color;
        degree = folding.degree;
        forest = folding.forest;
        generators = folding.generators;
        order = folding.order;
    }

    /** The reduced graph, or null if there was nothing to remove. */
    @Nullable LocalGraph reduce() {
        for (int round = 0; round < MOST_TWIN_ROUNDS; round++) {
            budget.check();
            int before = folding.left;
            new DegreeOneReduction(folding).fold();
            foldTwins(true);
            foldTwins(false);
            if (folding.left == before) {
                break;
            }
        }
        return keptGraph();
    }

    /** The graph without its leaves, or null if there are none. */
    @Nullable LocalGraph reduceLeaves() {
        new DegreeOneReduction(folding).fold();
        return keptGraph();
    }

    private @Nullable LocalGraph keptGraph() {
        if (folding.left == degree.length) {
            return null;
        }
        kept = folding.kept();
        return folding.inducedOn(kept);
    }

    /** Lifts the solution of the reduced graph to the whole one. */
    Solution expand(Solution reduced) {
        for (int[] g : reduced.generators()) {
            generators.add(forest.expand(g, kept));
        }
        order.multiply(reduced.order(), 1);
        int[] vertexAt = reduced.vertexAt() == null ? null : forest.expandOrder(reduced.vertexAt(), kept);
        return new Solution(order, generators, vertexAt);
    }

    // ---- twins ----

    private void foldTwins(boolean open) {
        int n = degree.length;
        int bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(n));
        long low = (1L << bits) - 1;
        long[] keys = new long[folding.left];
        int count = 0;
        for (int v = 0; v < n; v++) {
            budget.atVertex(v);
            if (!folding.isGone(v)) {
                keys[count++] = (neighbourhoodHash(v, open) & ~low) | v;
            }
        }
        Arrays.sort(keys);
        List<int[]> classes = new ArrayList<>();
        for (int i = 0; i < count;) {
            int j = i + 1;
            while (j < count && (keys[j] & ~low) == (keys[i] & ~low)) {
                j++;
            }
            if (j > i + 1) {
                budget.check();
                collectTwins(keys, i, j, low, open, classes);
            }
            i = j;
        }
        fold(classes);
    }

    private long neighbourhoodHash(int v, boolean open) {
        long sum = Mixing.mix(color[v], degree[v]);
        if (!open) {
            sum += Mixing.mix(v);
        }
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int w = graph.neighbours()[i];
            if (!folding.isGone(w)) {
                sum += Mixing.mix(w);
            }
        }
        return sum;
    }

    /** Sorts vertices with equal hashes into true classes; more than one class only when hashes collide. */
    private void collectTwins(long[] keys, int from, int to, long low, boolean open, List<int[]> classes) {
        int[] rest = new int[to - from];
        int restCount = to - from;
        for (int i = 0; i < restCount; i++) {
            rest[i] = (int) (keys[from + i] & low);
        }
        while (restCount > 1) {
            int first = rest[0];
            markNeighbourhood(first, open);
            int[] members = new int[restCount];
            members[0] = first;
            int size = 1;
            int others = 0;
            for (int i = 1; i < restCount; i++) {
                if (color[rest[i]] == color[first] && isMarked(rest[i], first, open)) {
                    members[size++] = rest[i];
                } else {
                    rest[others++] = rest[i];
                }
            }
            restCount = others;
            if (size > 1) {
                int[] description = Arrays.copyOf(members, size + 1);
                description[size] = color[first];
                classes.add(description);
            }
        }
    }

    private void markNeighbourhood(int v, boolean open) {
        if (mark.length == 0) {
            mark = new int[degree.length];
        }
        stamp++;
        if (!open) {
            mark[v] = stamp;
        }
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            mark[graph.neighbours()[i]] = stamp;
        }
    }

    private boolean isMarked(int v, int other, boolean open) {
        if (degree[v] != degree[other] || !open && mark[v] != stamp) {
            return false;
        }
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int w = graph.neighbours()[i];
            if (!folding.isGone(w) && mark[w] != stamp) {
                return false;
            }
        }
        return true;
    }

    private void fold(List<int[]> classes) {
        classes.sort((a, b) -> {
            int byColor = Integer.compare(a[a.length - 1], b[b.length - 1]);
            return byColor != 0 ? byColor : Integer.compare(a.length, b.length);
        });
        int[] previous = null;
        for (int[] members : classes) {
            int size = members.length - 1;
            int oldColor = members[size];
            if (previous == null || previous[0] != oldColor || previous[1] != size) {
                folding.nextColor++;
            }
            previous = new int[] {oldColor, size};
            int stays = members[0];
            for (int i = 0; i + 1 < size; i++) {
                generators.add(forest.swap(members[i], members[i + 1]));
            }
            for (int i = 1; i < size; i++) {
                forest.append(stays, members[i]);
                folding.remove(members[i]);
                for (int j = graph.offsets()[members[i]]; j < graph.offsets()[members[i] + 1]; j++) {
                    degree[graph.neighbours()[j]]--;
                }
            }
            order.multiplyFactorial(size);
            color[stays] = folding.nextColor - 1;
        }
    }
}
