package org.orbifold.symmetry.detect;

import it.unimi.dsi.fastutil.ints.IntArrays;
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

    /**
     * What one vertex of the input is, in half a line of the cache: where its row starts and ends, and so on. Short
     * rows stand in it too: then a vertex in random order costs one wait for memory and not two.
     */
    private static final int RECORD = 8;
    private static final int ROW_END = 1;
    private static final int COLOR = 2;
    /** The search's number plus one, zero being none yet. */
    private static final int NUMBER = 3;
    private static final int SHORT_ROW = 4;
    private static final int LONGEST_SHORT_ROW = RECORD - SHORT_ROW;
    /** The records of so many vertices stay in the second-level cache. */
    private static final int IN_CACHE = 4096;
    private static final int LARGEST = Integer.MAX_VALUE / RECORD - 2;

    final LocalGraph graph;
    /** The input's vertex of each vertex, or null if the numbers are the same. */
    private final int[] inputVertex;
    /** A record per vertex of the input, and all its rows; null if the numbers are the same, or when not needed. */
    private int[] records;
    private int[] inputRows;
    private int[] componentEnds = new int[8];
    private int components;
    /** Where runs of vertices whose rows are not checked yet start and end. */
    private int[] unchecked = new int[8];
    private int uncheckedCount;

    Renumbering(LocalGraph input) {
        if (input.size() < SMALLEST || input.size() > LARGEST) {
            inputVertex = null;
            records = null;
            graph = input;
        } else {
            inputVertex = new int[input.size()];
            records = records(input);
            inputRows = input.neighbours();
            graph = renumber();
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
        inputRows = null;
    }

    private boolean isSame(ColoredGraph input) {
        if (inputVertex == null) {
            return Arrays.equals(graph.offsets(), input.copyOffsets())
                && Arrays.equals(graph.neighbours(), input.copyNeighbours())
                && Arrays.equals(graph.colors(), input.copyColors());
        }
        return graph.size() == input.vertexCount() && graph.neighbours().length == 2 * input.edgeCount()
            && recordsAreOf(input) && isPermutation() && uncheckedRowsAreRight();
    }

    /** Whether records and rows are the input's, in the order of memory. */
    private boolean recordsAreOf(ColoredGraph input) {
        int row = 0;
        boolean same = true;
        for (int v = 0; v < graph.size() && same; v++) {
            int r = v * RECORD;
            int degree = input.degree(v);
            same = records[r] == row & records[r + ROW_END] == row + degree & records[r + COLOR] == input.color(v);
            int[] rows = degree <= LONGEST_SHORT_ROW ? records : inputRows;
            int first = degree <= LONGEST_SHORT_ROW ? r + SHORT_ROW : row;
            for (int i = 0; i < degree && same; i++) {
                same = rows[first + i] == input.neighbour(v, i);
            }
            row += degree;
        }
        return same;
    }

    /** Bits are small enough for the cache. */
    private boolean isPermutation() {
        long[] seen = new long[(inputVertex.length >>> 6) + 1];
        boolean once = true;
        for (int v : inputVertex) {
            once &= (seen[v >>> 6] >>> v & 1) == 0;
            seen[v >>> 6] |= 1L << v;
        }
        return once;
    }

    private boolean uncheckedRowsAreRight() {
        boolean right = true;
        for (int i = 0; i < uncheckedCount && right; i += 2) {
            right = rowsAreRight(graph, unchecked[i], unchecked[i + 1]);
        }
        return right;
    }

    /** Whether some of the copy's vertices have the colours and rows of the input's. */
    private boolean rowsAreRight(LocalGraph copy, int from, int to) {
        boolean right = true;
        for (int v = from; v < to && right; v++) {
            int r = inputVertex[v] * RECORD;
            int first = copy.offsets()[v];
            int rowEnd = copy.offsets()[v + 1];
            right = records[r + COLOR] == copy.colors()[v] & records[r + ROW_END] - records[r] == rowEnd - first;
            boolean isShort = rowEnd - first <= LONGEST_SHORT_ROW;
            int[] rows = isShort ? records : inputRows;
            int shift = (isShort ? r + SHORT_ROW : records[r]) - first;
            for (int i = first; i < rowEnd && right; i++) {
                right = inputVertex[copy.neighbours()[i]] == rows[shift + i];
            }
        }
        return right;
    }

    private static int[] records(LocalGraph input) {
        int n = input.size();
        int[] neighbours = input.neighbours();
        int[] result = new int[n * RECORD];
        for (int v = 0; v < n; v++) {
            int r = v * RECORD;
            int row = input.offsets()[v];
            int rowEnd = input.offsets()[v + 1];
            result[r] = row;
            result[r + ROW_END] = rowEnd;
            result[r + COLOR] = input.colors()[v];
            for (int i = row; i < rowEnd && rowEnd - row <= LONGEST_SHORT_ROW; i++) {
                result[r + SHORT_ROW + i - row] = neighbours[i];
            }
        }
        return result;
    }

    /**
     * Numbers the vertices breadth first and writes the rows in the same pass: when a vertex is reached its neighbours
     * all get numbers, and its row, far from the last one in memory, is read only once.
     */
    private LocalGraph renumber() {
        int n = inputVertex.length;
        int[] newOffsets = new int[n + 1];
        int[] newNeighbours = new int[inputRows.length];
        int[] newColors = new int[n];
        LocalGraph copy = new LocalGraph(newOffsets, newNeighbours, newColors);
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
                int degree = records[r + ROW_END] - records[r];
                boolean isShort = degree <= LONGEST_SHORT_ROW;
                int[] rows = isShort ? records : inputRows;
                int first = isShort ? r + SHORT_ROW : records[r];
                for (int i = first; i < first + degree; i++) {
                    int w = rows[i];
                    if (records[w * RECORD + NUMBER] == 0) {
                        inputVertex[size++] = w;
                        records[w * RECORD + NUMBER] = size;
                    }
                    newNeighbours[next++] = records[w * RECORD + NUMBER] - 1;
                }
                newOffsets[head + 1] = next;
            }
            addComponent(copy, size);
        }
        return copy;
    }

    /** Checks a small component while it is still in the cache: that is most of the cost of checking. */
    private void addComponent(LocalGraph copy, int end) {
        int start = components == 0 ? 0 : componentEnds[components - 1];
        if (end - start > IN_CACHE || !rowsAreRight(copy, start, end)) {
            unchecked = IntArrays.grow(unchecked, uncheckedCount + 2);
            unchecked[uncheckedCount++] = start;
            unchecked[uncheckedCount++] = end;
        }
        componentEnds = IntArrays.grow(componentEnds, components + 1);
        componentEnds[components++] = end;
    }
}
