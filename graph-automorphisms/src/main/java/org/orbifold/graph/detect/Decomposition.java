package org.orbifold.graph.detect;

import java.util.Arrays;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.graph.refine.Trace;

/**
 * Refines a graph and takes it apart.
 *
 * <p>Between two cells of an equitable partition, edges that are complete or absent say nothing that the cells do not
 * say; they are dropped. Where more than half of the possible edges are there, the missing ones are kept
 * instead. Neither changes the automorphisms that respect the cells, and every automorphism does. What is left falls
 * into components, which can be solved one by one. All of it costs O(m) after the refinement.
 */
final class Decomposition {

    private final LocalGraph graph;
    private final int n;
    final RefinableColoring coloring;
    private int[] offsets = {};
    private int[] neighbours = {};
    private int size;

    /** Vertices of all components of more than one cell member, one component after the other, each sorted by place. */
    private final int[] members;
    private int[] ends = new int[16];
    private int count;
    private final int[] number;

    /** Refines under a trace that may stop it by an exception. */
    Decomposition(LocalGraph graph, Trace trace) {
        this.graph = graph;
        n = graph.size();
        coloring = new RefinableColoring(graph.offsets(), graph.neighbours(), graph.colors());
        coloring.refine(trace);
        members = new int[coloring.isDiscrete() ? 0 : n];
        number = new int[members.length];
        if (!coloring.isDiscrete()) {
            keepInformativeEdges();
            findComponents();
        }
    }

    int componentCount() {
        return count;
    }

    int from(int component) {
        return component == 0 ? 0 : ends[component - 1];
    }

    int to(int component) {
        return ends[component];
    }

    int member(int index) {
        return members[index];
    }

    /** The place of the first of a component's cells. */
    int firstCell(int component) {
        return cellStart(members[from(component)]);
    }

    private int cellStart(int vertex) {
        return coloring.start(coloring.cellOf(vertex));
    }

    /** Whether all vertices of a component are in different cells, so that the cells say everything about it. */
    boolean isRigid(int component) {
        for (int i = from(component) + 1; i < to(component); i++) {
            if (coloring.cellOf(members[i]) == coloring.cellOf(members[i - 1])) {
                return false;
            }
        }
        return true;
    }

    /**
     * A component as a graph of its own; its vertex i is {@code member(from(component) + i)}, its colours are cells.
     */
    LocalGraph extract(int component) {
        int from = from(component);
        int k = to(component) - from;
        int[] colors = new int[k];
        int[] rows = new int[k + 1];
        for (int i = 0; i < k; i++) {
            int v = members[from + i];
            number[v] = i;
            colors[i] = cellStart(v);
            rows[i + 1] = rows[i] + offsets[v + 1] - offsets[v];
        }
        int[] ends2 = new int[rows[k]];
        int next = 0;
        for (int i = 0; i < k; i++) {
            int v = members[from + i];
            for (int j = offsets[v]; j < offsets[v + 1]; j++) {
                ends2[next++] = number[neighbours[j]];
            }
        }
        return new LocalGraph(rows, ends2, colors);
    }

    // ---- edges ----

    /**
     * Vertex by vertex, since neighbours are near each other in memory and the members of a cell are not. Each vertex
     * counts its own edges to each cell; the partition being equitable, all of its cell come to the same decision.
     */
    private void keepInformativeEdges() {
        offsets = new int[n + 1];
        neighbours = new int[graph.neighbours().length];
        int[] cellsSeen = new int[coloring.cellCount()];
        int[] edges = new int[coloring.cellCount()];
        int[] mark = new int[n];
        int next = 0;
        for (int v = 0; v < n; v++) {
            int c = coloring.cellOf(v);
            if (coloring.length(c) > 1) {
                int seen = countEdges(v, edges, cellsSeen);
                next = fillRow(v, c, edges, cellsSeen, seen, mark, next);
                for (int i = 0; i < seen; i++) {
                    edges[cellsSeen[i]] = 0;
                }
            }
            offsets[v + 1] = next;
        }
    }

    private int countEdges(int v, int[] edges, int[] cellsSeen) {
        int seen = 0;
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int d = coloring.cellOf(graph.neighbours()[i]);
            if (coloring.length(d) > 1 && edges[d]++ == 0) {
                cellsSeen[seen++] = d;
            }
        }
        return seen;
    }

    private int fillRow(int v, int c, int[] edges, int[] cellsSeen, int seen, int[] mark, int from) {
        int next = from;
        boolean flips = false;
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int w = graph.neighbours()[i];
            int d = coloring.cellOf(w);
            int possible = d == c ? coloring.length(d) - 1 : coloring.length(d);
            // Edges to singletons were not counted, and go with the complete ones.
            if (edges[d] > 0 && edges[d] < possible) {
                if (2L * edges[d] <= possible) {
                    neighbours[next++] = w;
                } else {
                    mark[w] = v + 1;
                    flips = true;
                }
            }
        }
        for (int i = 0; flips && i < seen; i++) {
            int d = cellsSeen[i];
            int possible = d == c ? coloring.length(d) - 1 : coloring.length(d);
            if (2L * edges[d] > possible && edges[d] < possible) {
                for (int p = coloring.start(d); p < coloring.start(d) + coloring.length(d); p++) {
                    int w = coloring.vertexAt(p);
                    if (mark[w] != v + 1 && w != v) {
                        neighbours[next++] = w;
                    }
                }
            }
        }
        return next;
    }

    // ---- components ----

    private void findComponents() {
        boolean[] seen = new boolean[n];
        for (int start = 0; start < n; start++) {
            int root = coloring.vertexAt(start);
            if (seen[root] || coloring.length(coloring.cellOf(root)) == 1) {
                continue;
            }
            int from = size;
            members[size++] = root;
            seen[root] = true;
            for (int head = from; head < size; head++) {
                int v = members[head];
                for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                    int w = neighbours[i];
                    if (!seen[w]) {
                        seen[w] = true;
                        members[size++] = w;
                    }
                }
            }
            sortByPlace(from, size);
            if (count == ends.length) {
                ends = Arrays.copyOf(ends, 2 * count);
            }
            ends[count++] = size;
        }
    }

    private void sortByPlace(int from, int to) {
        for (int i = from; i < to; i++) {
            members[i] = coloring.placeOf(members[i]);
        }
        Arrays.sort(members, from, to);
        for (int i = from; i < to; i++) {
            members[i] = coloring.vertexAt(members[i]);
        }
    }
}
