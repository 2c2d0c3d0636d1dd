package org.orbifold.symmetry.search;

import java.util.Arrays;
import org.orbifold.symmetry.refine.Mixing;
import org.orbifold.symmetry.refine.RefinableColoring;

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
                sum += Mixing.mix(p, leaf.placeOf(graph.neighbors()[i]));
            }
        }
        return sum;
    }

    /** For each place in order: the vertex's colour, its degree, and the sorted places of its neighbours. */
    static int[] rows(LocalGraph graph, int[] vertexAt) {
        int n = graph.size();
        int[] place = new int[n];
        for (int p = 0; p < n; p++) {
            place[vertexAt[p]] = p;
        }
        int[] rows = new int[2 * n + graph.neighbors().length];
        int next = 0;
        for (int p = 0; p < n; p++) {
            int v = vertexAt[p];
            rows[next++] = graph.colors()[v];
            rows[next++] = graph.degree(v);
            int from = next;
            for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
                rows[next++] = place[graph.neighbors()[i]];
            }
            Arrays.sort(rows, from, next);
        }
        return rows;
    }
}
