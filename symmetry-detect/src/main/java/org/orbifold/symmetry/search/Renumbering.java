package org.orbifold.symmetry.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
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

    Renumbering(LocalGraph input) {
        if (input.size() < SMALLEST) {
            inputVertex = null;
            graph = input;
        } else {
            int[] number = new int[input.size()];
            inputVertex = breadthFirst(input.offsets(), input.neighbors(), number);
            graph = renumber(input, number);
        }
    }

    private Renumbering(LocalGraph graph, int[] inputVertex) {
        this.graph = graph;
        this.inputVertex = inputVertex;
    }

    /** Leaves the numbers as they are. */
    static Renumbering none(LocalGraph graph) {
        return new Renumbering(graph, null);
    }

    /** A solution in the input's vertices. */
    Solution toInput(Solution solution) {
        if (inputVertex == null) {
            return solution;
        }
        List<int[]> generators = new ArrayList<>(solution.generators().size());
        for (int[] g : solution.generators()) {
            generators.add(toInput(g));
        }
        int[] vertexAt = solution.vertexAt() == null ? null : toInput(solution.vertexAt());
        return new Solution(solution.order(), generators, vertexAt);
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
        if (!isSame(input)) {
            throw new IllegalStateException("the search's copy differs from the input graph; please report this graph "
                + "as a defect");
        }
    }

    private boolean isSame(ColoredGraph input) {
        if (inputVertex == null) {
            return Arrays.equals(graph.offsets(), input.copyOffsets())
                && Arrays.equals(graph.neighbors(), input.copyNeighbors())
                && Arrays.equals(graph.colors(), input.copyColors());
        }
        int n = graph.size();
        BitSet seen = new BitSet(n);
        boolean same = n == input.vertexCount();
        for (int v = 0; same && v < n; v++) {
            int old = inputVertex[v];
            seen.set(old);
            same = graph.colors()[v] == input.color(old) && graph.degree(v) == input.degree(old);
            for (int i = 0; same && i < input.degree(old); i++) {
                int w = graph.neighbors()[graph.offsets()[v] + i];
                same = inputVertex[w] == input.neighbor(old, i);
            }
        }
        return same && seen.cardinality() == n;
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

    private LocalGraph renumber(LocalGraph input, int[] number) {
        int n = input.size();
        int[] offsets = input.offsets();
        int[] neighbors = input.neighbors();
        int[] colors = input.colors();
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
