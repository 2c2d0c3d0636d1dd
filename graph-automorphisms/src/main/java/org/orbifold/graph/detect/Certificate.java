package org.orbifold.graph.detect;

import org.orbifold.graph.refine.Mixing;
import org.orbifold.graph.refine.RefinableColoring;

/** A graph written down under a labeling: equal for two labelings exactly when they differ by an isomorphism. */
final class Certificate {

    private Certificate() {
    }

    /** A hash of the graph under the labeling of a discrete colouring. */
    static long hash(LocalGraph graph, RefinableColoring leaf) {
        long sum = 0;
        for (int v = 0; v < graph.size(); v++) {
            int p = leaf.placeOf(v);
            for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
                sum += Mixing.mix(p, leaf.placeOf(graph.neighbours()[i]));
            }
        }
        return sum;
    }

    /** For each place in order: the vertex's colour, its degree, and the sorted places of its neighbours; O(n + m). */
    static int[] rows(LocalGraph graph, int[] vertexAt) {
        int n = graph.size();
        int[] place = new int[n];
        int[] end = new int[n];
        int[] rows = new int[2 * n + graph.neighbours().length];
        int next = 0;
        for (int p = 0; p < n; p++) {
            int v = vertexAt[p];
            place[v] = p;
            rows[next++] = graph.colors()[v];
            rows[next++] = graph.degree(v);
            end[p] = next;
            next += graph.degree(v);
        }
        // Written by increasing neighbour, so every row comes out sorted.
        for (int p = 0; p < n; p++) {
            int v = vertexAt[p];
            for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
                rows[end[place[graph.neighbours()[i]]]++] = p;
            }
        }
        return rows;
    }
}
