package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.graph.refine.Trace;

/**
 * Chooses the cell whose vertices are individualised next. Depends on the cells only, never on vertex names, so that
 * corresponding nodes choose corresponding cells.
 *
 * <p>Sparse graphs: the largest of the newest cells, which keeps to the part of the graph that is being taken apart.
 * Dense graphs: of the newest cells those joined in a non-trivial way to most cells, and of these the smallest; it
 * splits as much and leaves fewer vertices to try.
 *
 * <p>Neither rule is safe: on multipedes the first needs paths twice as long as there are: refuting costs a power of
 * the length. So a search that turns out hard asks {@link #candidates} and tries what they split.
 */
final class CellSelector {

    /** Only the newest cells are looked at, so that a choice never costs O(n). */
    private static final int LOOK_AT = 64;

    /** Graphs of at least this average degree count as dense. */
    private static final int DENSE = 20;

    /** How many cells are tried by looking ahead. */
    private static final int TRIED = 32;

    private final LocalGraph graph;
    private final boolean dense;
    private final int lookAt;
    private final int[] edges;
    private final int[] seen;

    CellSelector(LocalGraph graph) {
        this(graph, graph.neighbours().length >= (long) DENSE * graph.size(), LOOK_AT);
    }

    private CellSelector(LocalGraph graph, boolean dense, int lookAt) {
        this.graph = graph;
        this.dense = dense;
        this.lookAt = lookAt;
        edges = new int[dense ? graph.size() : 0];
        seen = new int[edges.length];
    }

    /** The rule of dense graphs, with a look at all cells. */
    static CellSelector byJoins(LocalGraph graph) {
        return new CellSelector(graph, true, Integer.MAX_VALUE);
    }

    /** A cell of more than one vertex, or -1 if there is none. */
    int select(RefinableColoring coloring) {
        int best = -1;
        int bestLength = 0;
        int bestJoins = -1;
        int looked = 0;
        for (int c = coloring.firstNonSingleton(); c >= 0 && looked < lookAt; c = coloring.nextNonSingleton(c)) {
            int length = coloring.length(c);
            int joins = dense ? joins(coloring, c) : 0;
            if (joins > bestJoins || joins == bestJoins && (dense ? length < bestLength : length > bestLength)) {
                best = c;
                bestLength = length;
                bestJoins = joins;
            }
            looked++;
        }
        return best;
    }

    /** At most a number of cells of more than one vertex: those with most joins, and of these the smallest. */
    int[] mostJoined(RefinableColoring coloring, int most) {
        List<int[]> cells = new ArrayList<>();
        for (int c = coloring.firstNonSingleton(); c >= 0; c = coloring.nextNonSingleton(c)) {
            cells.add(new int[] {-joins(coloring, c), coloring.length(c), cells.size(), c});
        }
        cells.sort(Arrays::compare);
        return cells.stream().limit(most).mapToInt(cell -> cell[3]).toArray();
    }

    /** At most a number of cells of more than one vertex, spread evenly over all of them. */
    static int[] candidates(RefinableColoring coloring, int most) {
        int count = 0;
        for (int c = coloring.firstNonSingleton(); c >= 0; c = coloring.nextNonSingleton(c)) {
            count++;
        }
        int[] result = new int[Math.min(count, most)];
        int taken = 0;
        int index = 0;
        for (int c = coloring.firstNonSingleton(); taken < result.length; c = coloring.nextNonSingleton(c)) {
            if ((long) index++ * result.length >= (long) taken * count) {
                result[taken++] = c;
            }
        }
        return result;
    }

    /**
     * Of some cells the one that brings most new cells for its length when its first vertex is individualised; -1 if
     * there is none. Which vertex is first depends on names, so canonical labelings must not use this.
     */
    static int lookAhead(RefinableColoring coloring, SearchBudget budget) {
        int best = -1;
        double most = -1;
        for (int c : candidates(coloring, TRIED)) {
            budget.node();
            double worth = splits(coloring, coloring.vertexAt(coloring.start(c))) / bits(coloring.length(c));
            if (worth > most) {
                best = c;
                most = worth;
            }
        }
        return best;
    }

    /** How many new cells individualising a vertex brings. */
    static int splits(RefinableColoring coloring, int vertex) {
        int before = coloring.cellCount();
        coloring.individualize(vertex);
        coloring.refine(Trace.NONE);
        int after = coloring.cellCount();
        coloring.undoTo(before);
        return after - before;
    }

    /** What a choice in a cell costs: the number of leaves is the product of the lengths. */
    static double bits(int length) {
        return Math.log(length) / Math.log(2);
    }

    /** To how many cells the cell has some but not all possible edges; one vertex speaks for the cell. */
    private int joins(RefinableColoring coloring, int c) {
        int v = coloring.vertexAt(coloring.start(c));
        int count = 0;
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int d = coloring.cellOf(graph.neighbours()[i]);
            if (coloring.length(d) > 1 && edges[d]++ == 0) {
                seen[count++] = d;
            }
        }
        int joins = 0;
        for (int i = 0; i < count; i++) {
            if (edges[seen[i]] < coloring.length(seen[i])) {
                joins++;
            }
            edges[seen[i]] = 0;
        }
        return joins;
    }
}
