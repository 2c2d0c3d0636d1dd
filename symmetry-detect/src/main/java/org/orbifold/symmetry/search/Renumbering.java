package org.orbifold.symmetry.search;

import java.util.Arrays;
import java.util.BitSet;
import org.orbifold.group.element.UnionFind;
import org.orbifold.symmetry.graph.ColoredGraph;

/**
 * The search's own copy of a graph, with large graphs renumbered breadth first so that neighbours are near each other
 * in memory. On model graphs with a million vertices in random order this makes refinement several times faster.
 */
final class Renumbering {

    /** Below this everything fits into the processor's cache anyway. */
    private static final int SMALLEST = 1 << 14;

    final LocalGraph graph;
    /** The input's vertex of each vertex, or null if the numbers are the same. */
    private final int[] inputVertex;

    Renumbering(ColoredGraph input) {
        int[] offsets = input.copyOffsets();
        int[] neighbors = input.copyNeighbors();
        int[] colors = input.copyColors();
        if (colors.length < SMALLEST) {
            inputVertex = null;
            graph = new LocalGraph(offsets, neighbors, colors);
        } else {
            int[] number = new int[colors.length];
            inputVertex = breadthFirst(offsets, neighbors, number);
            graph = renumber(offsets, neighbors, colors, number);
        }
    }

    /** The input's vertices in place of the search's, in a fresh array. */
    int[] toInput(int[] vertices) {
        int[] result = vertices.clone();
        if (inputVertex != null) {
            for (int i = 0; i < result.length; i++) {
                result[i] = inputVertex[result[i]];
            }
        }
        return result;
    }

    /** Sets of the input's vertices for sets of the search's. */
    UnionFind toInput(UnionFind sets) {
        UnionFind result = new UnionFind(sets.size());
        for (int v = 0; v < sets.size(); v++) {
            int w = sets.find(v);
            if (v != w) {
                result.union(inputVertex == null ? v : inputVertex[v], inputVertex == null ? w : inputVertex[w]);
            }
        }
        return result;
    }

    /** Checks that the search's graph is the input under other names. */
    void check(ColoredGraph input) {
        int n = graph.size();
        BitSet seen = new BitSet(n);
        boolean same = n == input.vertexCount();
        for (int v = 0; same && v < n; v++) {
            int old = inputVertex == null ? v : inputVertex[v];
            seen.set(old);
            same = graph.colors()[v] == input.color(old) && graph.degree(v) == input.degree(old);
            for (int i = 0; same && i < input.degree(old); i++) {
                int w = graph.neighbors()[graph.offsets()[v] + i];
                same = (inputVertex == null ? w : inputVertex[w]) == input.neighbor(old, i);
            }
        }
        if (!same || seen.cardinality() != n) {
            throw new IllegalStateException("the search's copy differs from the input graph; please report this graph "
                + "as a defect");
        }
    }

    private static int[] breadthFirst(int[] offsets, int[] neighbors, int[] number) {
        int n = number.length;
        int[] order = new int[n];
        Arrays.fill(number, -1);
        int size = 0;
        for (int root = 0; root < n; root++) {
            if (number[root] >= 0) {
                continue;
            }
            number[root] = size;
            order[size++] = root;
            for (int head = size - 1; head < size; head++) {
                int v = order[head];
                for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                    int w = neighbors[i];
                    if (number[w] < 0) {
                        number[w] = size;
                        order[size++] = w;
                    }
                }
            }
        }
        return order;
    }

    private LocalGraph renumber(int[] offsets, int[] neighbors, int[] colors, int[] number) {
        int n = colors.length;
        int[] newOffsets = new int[n + 1];
        int[] newNeighbors = new int[neighbors.length];
        int[] newColors = new int[n];
        int next = 0;
        for (int v = 0; v < n; v++) {
            int old = inputVertex[v];
            newColors[v] = colors[old];
            for (int i = offsets[old]; i < offsets[old + 1]; i++) {
                newNeighbors[next++] = number[neighbors[i]];
            }
            newOffsets[v + 1] = next;
        }
        return new LocalGraph(newOffsets, newNeighbors, newColors);
    }
}
