package org.orbifold.symmetry.detect;

import org.orbifold.symmetry.refine.RefinableColoring;

/**
 * Chooses the cell whose vertices are individualised next. Depends on the cells only, never on vertex names, so that
 * corresponding nodes choose corresponding cells.
 *
 * <p>Sparse graphs: the largest of the newest cells, which keeps to the part of the graph that is being taken apart.
 * Dense graphs: of the newest cells those joined in a non-trivial way to most cells, and of these the smallest; it
 * splits as much and leaves fewer vertices to try.
 */
final class CellSelector {

    /** Only the newest cells are looked at, so that a choice never costs O(n). */
    private static final int LOOK_AT = 64;

    /** Graphs of at least this average degree count as dense. */
    private static final int DENSE = 20;

    private final LocalGraph graph;
    private final boolean dense;
    private final int[] edges;
    private final int[] seen;

    CellSelector(LocalGraph graph) {
        this.graph = graph;
        dense = graph.neighbours().length >= (long) DENSE * graph.size();
        edges = new int[dense ? graph.size() : 0];
        seen = new int[edges.length];
    }

    /** A cell of more than one vertex, or -1 if there is none. */
    int select(RefinableColoring coloring) {
        int best = -1;
        int bestLength = 0;
        int bestJoins = -1;
        int looked = 0;
        for (int c = coloring.firstNonSingleton(); c >= 0 && looked < LOOK_AT; c = coloring.nextNonSingleton(c)) {
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
