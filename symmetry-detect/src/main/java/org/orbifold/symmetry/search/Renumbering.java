package org.orbifold.symmetry.search;

import java.util.ArrayList;
import java.util.Arrays;
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

    /** What one vertex of the input is, in one line of the cache: where its row starts and ends, and so on. */
    private static final int RECORD = 4;
    private static final int ROW_END = 1;
    private static final int COLOR = 2;
    /** The search's number plus one, zero being none yet. */
    private static final int NUMBER = 3;
    private static final int BLOCK = 256;
    private static final int LARGEST = Integer.MAX_VALUE / RECORD - 2;

    final LocalGraph graph;
    /** The input's vertex of each vertex, or null if the numbers are the same. */
    private final int[] inputVertex;
    /** A record per vertex of the input; null if the numbers are the same, or when no longer needed. */
    private int[] records;
    private int[] componentEnds = new int[8];
    private int components;

    Renumbering(LocalGraph input) {
        if (input.size() < SMALLEST || input.size() > LARGEST) {
            inputVertex = null;
            records = null;
            graph = input;
        } else {
            inputVertex = new int[input.size()];
            records = records(input);
            graph = renumber(input);
        }
    }

    private Renumbering(LocalGraph graph, int[] inputVertex) {
        this.graph = graph;
        this.inputVertex = inputVertex;
        records = null;
    }

    /** Leaves the numbers as they are. */
    static Renumbering none(LocalGraph graph) {
        return new Renumbering(graph, null);
    }

    /**
     * Where the connected components of the graph end, which are one after the other; empty if the numbers are the
     * same.
     */
    int[] componentEnds() {
        return Arrays.copyOf(componentEnds, components);
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

    /** Gives up what only {@link #check} needs. */
    void release() {
        records = null;
    }

    private boolean isSame(ColoredGraph input) {
        if (inputVertex == null) {
            return Arrays.equals(graph.offsets(), input.copyOffsets())
                && Arrays.equals(graph.neighbors(), input.copyNeighbors())
                && Arrays.equals(graph.colors(), input.copyColors());
        }
        return graph.size() == input.vertexCount() && recordsAreOf(input) && rowsAreOf(input.copyNeighbors());
    }

    /** In the order of memory. */
    private boolean recordsAreOf(ColoredGraph input) {
        int row = 0;
        for (int v = 0; v < graph.size(); v++) {
            int r = v * RECORD;
            int rowEnd = row + input.degree(v);
            if (records[r] != row || records[r + ROW_END] != rowEnd || records[r + COLOR] != input.color(v)) {
                return false;
            }
            row = rowEnd;
        }
        return true;
    }

    /**
     * Whether every vertex has its record's colour and row. Records first and rows after them, block by block: short
     * loops let the processor wait for many of these scattered reads at a time.
     */
    private boolean rowsAreOf(int[] inputNeighbors) {
        int n = graph.size();
        boolean same = inputNeighbors.length == graph.neighbors().length;
        int[] rows = new int[BLOCK];
        for (int from = 0; same && from < n; from += BLOCK) {
            int to = Math.min(from + BLOCK, n);
            same = readRecords(from, to, rows) && rowsAreOf(inputNeighbors, from, to, rows);
        }
        return same;
    }

    /** Where the rows of some vertices are in the input. That records point back makes the map injective. */
    private boolean readRecords(int from, int to, int[] rows) {
        boolean same = true;
        for (int v = from; v < to; v++) {
            int r = inputVertex[v] * RECORD;
            int row = records[r];
            rows[v - from] = row;
            same &= records[r + NUMBER] == v + 1 & records[r + COLOR] == graph.colors()[v]
                & records[r + ROW_END] - row == graph.degree(v);
        }
        return same;
    }

    private boolean rowsAreOf(int[] inputNeighbors, int from, int to, int[] rows) {
        boolean same = true;
        for (int v = from; v < to; v++) {
            int shift = rows[v - from] - graph.offsets()[v];
            int rowEnd = graph.offsets()[v + 1];
            for (int i = graph.offsets()[v]; i < rowEnd; i++) {
                same &= inputVertex[graph.neighbors()[i]] == inputNeighbors[shift + i];
            }
        }
        return same;
    }

    private static int[] records(LocalGraph input) {
        int n = input.size();
        int[] result = new int[n * RECORD];
        for (int v = 0; v < n; v++) {
            int r = v * RECORD;
            result[r] = input.offsets()[v];
            result[r + ROW_END] = input.offsets()[v + 1];
            result[r + COLOR] = input.colors()[v];
        }
        return result;
    }

    /**
     * Numbers the vertices breadth first and writes the rows in the same pass: when a vertex is reached its neighbours
     * all get numbers, and its row, far from the last one in memory, is read only once.
     */
    private LocalGraph renumber(LocalGraph input) {
        int n = input.size();
        int[] neighbors = input.neighbors();
        int[] newOffsets = new int[n + 1];
        int[] newNeighbors = new int[neighbors.length];
        int[] newColors = new int[n];
        int size = 0;
        int next = 0;
        for (int root = 0; size < n; root++) {
            if (records[root * RECORD + NUMBER] != 0) {
                continue;
            }
            inputVertex[size++] = root;
            records[root * RECORD + NUMBER] = size;
            for (int head = size - 1; head < size; head++) {
                int r = inputVertex[head] * RECORD;
                newColors[head] = records[r + COLOR];
                int rowEnd = records[r + ROW_END];
                for (int i = records[r]; i < rowEnd; i++) {
                    int w = neighbors[i];
                    if (records[w * RECORD + NUMBER] == 0) {
                        inputVertex[size++] = w;
                        records[w * RECORD + NUMBER] = size;
                    }
                    newNeighbors[next++] = records[w * RECORD + NUMBER] - 1;
                }
                newOffsets[head + 1] = next;
            }
            addComponent(size);
        }
        return new LocalGraph(newOffsets, newNeighbors, newColors);
    }

    private void addComponent(int end) {
        if (components == componentEnds.length) {
            componentEnds = Arrays.copyOf(componentEnds, 2 * components);
        }
        componentEnds[components++] = end;
    }
}
