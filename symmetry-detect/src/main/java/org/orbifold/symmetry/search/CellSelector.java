package org.orbifold.symmetry.search;

import org.orbifold.symmetry.refine.RefinableColoring;

/** Chooses the cell whose vertices are individualised next. Depends on the cells only, never on vertex names. */
final class CellSelector {

    /** Only the newest cells are looked at, so that a choice never costs O(n). */
    private static final int LOOK_AT = Integer.getInteger("look", 64);

    private final LocalGraph graph;
    private final int[] edges;
    private final int[] seen;

    CellSelector(LocalGraph graph) {
        this.graph = graph;
        edges = new int[graph.size()];
        seen = new int[graph.size()];
    }

    int select(RefinableColoring coloring) {
        int best = -1;
        int bestLength = 0;
        int bestJoins = -1;
        int looked = 0;
        for (int c = coloring.firstNonSingleton(); c >= 0 && looked < LOOK_AT; c = coloring.nextNonSingleton(c)) {
            int length = coloring.length(c);
            int joins = MODE >= 2 ? joins(coloring, c) : 0;
            if (joins > bestJoins || joins == bestJoins && (MODE % 2 == 0 ? length > bestLength : length < bestLength)) {
                best = c;
                bestLength = length;
                bestJoins = joins;
            }
            looked++;
        }
        return best;
    }

    private int joins(RefinableColoring coloring, int c) {
        int v = coloring.vertexAt(coloring.start(c));
        int count = 0;
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int d = coloring.cellOf(graph.neighbors()[i]);
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

    static final int MODE = Integer.getInteger("sel", 0);
}
