package org.orbifold.graph;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An immutable graph with a colour on every vertex. Edges may be directed (arcs) and have colours, and there may be
 * loops and several edges between two vertices, of different colours.
 *
 * <p>Vertices are {@code 0 .. vertexCount() - 1}; colours are arbitrary integers whose values matter: an isomorphism
 * maps vertices and edges to vertices and edges of the same colours. An edge without a colour has colour 0. An edge is
 * the same as two opposite arcs of its colour. Integer weights are colours.
 *
 * <p>Stored as compressed sparse rows (one array of offsets, one of neighbours, each row sorted), so memory is
 * {@code 4 (2 n + 2 m)} bytes for n vertices and m edges of a plain graph, and there is no object per vertex.
 */
public final class ColoredGraph {

    private final int[] offsets;
    private final int[] neighbours;
    private final int[] colors;

    /** Null if the graph is plain. */
    private final @Nullable PairLabels labels;

    /** Takes the arrays over; rows are sorted, free of loops and repetitions, and symmetric. */
    ColoredGraph(int[] offsets, int[] neighbours, int[] colors) {
        this(offsets, neighbours, colors, null);
    }

    /** Takes the arrays over, with labels unless all of them are plain. */
    ColoredGraph(int[] offsets, int[] neighbours, int[] colors, @Nullable PairLabels labels) {
        this.offsets = offsets;
        this.neighbours = neighbours;
        this.colors = colors;
        boolean plain = labels == null || labels.contents().length == 0
            || labels.contents().length == 1 && labels.isPlain(0)
                && Arrays.stream(labels.ofLoop()).allMatch(x -> x < 0);
        this.labels = plain ? null : labels;
    }

    /** Receives the edges of a graph. */
    @FunctionalInterface
    public interface EdgeConsumer {

        /**
         * Takes an edge.
         *
         * @param from an end
         * @param to the other end; the same for a loop
         * @param color the edge's colour
         * @param directed whether it leads only one way; never for loops
         */
        void accept(int from, int to, int color, boolean directed);
    }

    /**
     * Starts a graph with all vertices of colour 0 and no edge.
     *
     * @param vertexCount the number of vertices
     * @return a builder
     * @throws IllegalArgumentException if the number is negative
     */
    public static ColoredGraphBuilder builder(int vertexCount) {
        return new ColoredGraphBuilder(vertexCount);
    }

    /**
     * The number of vertices.
     *
     * @return the number of vertices
     */
    public int vertexCount() {
        return colors.length;
    }

    /**
     * The number of edges, arcs and loops, each counted once.
     *
     * @return the number of edges
     */
    public int edgeCount() {
        if (labels == null) {
            return neighbours.length / 2;
        }
        int[] count = {0};
        forEachEdge((from, to, color, directed) -> count[0]++);
        return count[0];
    }

    /**
     * Whether there are only vertex colours and edges: no arc, no loop, no edge of another colour than 0.
     *
     * @return whether the graph is plain
     */
    public boolean isPlain() {
        return labels == null;
    }

    /**
     * The colours of the edges and arcs that lead from one vertex to another.
     *
     * @param from a vertex
     * @param to a vertex; the same for its loops
     * @return the colours, increasing; none if nothing leads there
     */
    public int[] colorsOfArcs(int from, int to) {
        check(from, colors.length);
        check(to, colors.length);
        int at = Arrays.binarySearch(neighbours, offsets[from], offsets[from + 1], to);
        if (labels == null) {
            return at < 0 ? new int[0] : new int[1];
        }
        int label = from == to ? labels.ofLoop()[from] : at < 0 ? -1 : labels.ofEntry()[at];
        return label < 0 ? new int[0] : labels.out(label);
    }

    /**
     * Visits the edges, arcs and loops, each once, by increasing smaller end.
     *
     * @param action receives each edge
     */
    public void forEachEdge(EdgeConsumer action) {
        for (int v = 0; v < vertexCount(); v++) {
            if (labels != null && labels.ofLoop()[v] >= 0) {
                for (int color : labels.out(labels.ofLoop()[v])) {
                    action.accept(v, v, color, false);
                }
            }
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                int w = neighbours[i];
                if (v < w && labels == null) {
                    action.accept(v, w, 0, false);
                } else if (v < w) {
                    tell(v, w, labels.out(labels.ofEntry()[i]), labels.back(labels.ofEntry()[i]), action);
                }
            }
        }
    }

    private static void tell(int v, int w, int[] out, int[] back, EdgeConsumer action) {
        for (int color : out) {
            action.accept(v, w, color, Arrays.binarySearch(back, color) < 0);
        }
        for (int color : back) {
            if (Arrays.binarySearch(out, color) < 0) {
                action.accept(w, v, color, true);
            }
        }
    }

    /**
     * The colour of a vertex.
     *
     * @param vertex a vertex
     * @return its colour
     */
    public int color(int vertex) {
        check(vertex, colors.length);
        return colors[vertex];
    }

    static void check(int vertex, int count) {
        if (vertex < 0 || vertex >= count) {
            throw new IndexOutOfBoundsException("vertex " + vertex + " is out of range: the graph has " + count
                + " vertices, numbered from 0");
        }
    }

    /**
     * The number of neighbours of a vertex: of other vertices that something joins it to, in whichever direction.
     *
     * @param vertex a vertex
     * @return its degree
     */
    public int degree(int vertex) {
        check(vertex, colors.length);
        return offsets[vertex + 1] - offsets[vertex];
    }

    /**
     * One neighbour of a vertex.
     *
     * @param vertex a vertex
     * @param index which of its neighbours, from 0 to {@code degree(vertex) - 1}; neighbours are in increasing order
     * @return the neighbour
     */
    public int neighbour(int vertex, int index) {
        if (index < 0 || index >= degree(vertex)) {
            throw new IndexOutOfBoundsException("neighbour " + index + " of vertex " + vertex + ", which has "
                + degree(vertex) + ", numbered from 0");
        }
        return neighbours[offsets[vertex] + index];
    }

    /**
     * Whether two vertices are joined, in whichever direction, by binary search in the shorter row.
     *
     * @param u a vertex
     * @param v a vertex
     * @return whether an edge or arc is there
     */
    public boolean hasEdge(int u, int v) {
        check(u, colors.length);
        check(v, colors.length);
        if (u == v) {
            return labels != null && labels.ofLoop()[u] >= 0;
        }
        int a = degree(u) <= degree(v) ? u : v;
        int b = a == u ? v : u;
        return Arrays.binarySearch(neighbours, offsets[a], offsets[a + 1], b) >= 0;
    }

    /**
     * A copy of the row offsets: the neighbours of v are at {@code offsets[v] .. offsets[v + 1] - 1}.
     *
     * @return {@code vertexCount() + 1} offsets
     */
    public int[] copyOffsets() {
        return offsets.clone();
    }

    /**
     * A copy of all rows, one after the other.
     *
     * @return the neighbours of each vertex; {@code 2 edgeCount()} of a plain graph
     */
    public int[] copyNeighbours() {
        return neighbours.clone();
    }

    /**
     * A copy of the colours.
     *
     * @return the colour of each vertex
     */
    public int[] copyColors() {
        return colors.clone();
    }

    /**
     * What joins each vertex to each neighbour, as a number: two pairs have the same exactly if the same colours lead
     * there and back.
     *
     * @return a number from 0 for each entry of {@link #copyNeighbours}; all 0 for a plain graph
     */
    public int[] copyEdgeClasses() {
        return labels == null ? new int[neighbours.length] : labels.ofEntry().clone();
    }

    /**
     * Which loops each vertex has, as a number: two vertices have the same exactly if their loops have the same
     * colours.
     *
     * @return a number from 0 for each vertex, or -1 for one without loops
     */
    public int[] copyLoopClasses() {
        if (labels != null) {
            return labels.ofLoop().clone();
        }
        int[] none = new int[vertexCount()];
        Arrays.fill(none, -1);
        return none;
    }

    /**
     * The same graph with other names for the vertices, in time O(n + m).
     *
     * @param newName the new name of each vertex; must be a permutation of the vertices
     * @return the graph in which {@code newName(v)} has the colour of v, and {@code newName(u), newName(v)} are
     *     adjacent exactly when u and v are
     * @throws IllegalArgumentException if two vertices get the same name or one is out of range
     */
    public ColoredGraph relabel(IntUnaryOperator newName) {
        int n = vertexCount();
        int[] name = new int[n];
        int[] old = new int[n];
        Arrays.fill(old, -1);
        for (int v = 0; v < n; v++) {
            int w = newName.applyAsInt(v);
            if (w < 0 || w >= n || old[w] >= 0) {
                throw new IllegalArgumentException("vertex " + v + " cannot be renamed to " + w
                    + ": names must be a permutation of 0 to " + (n - 1));
            }
            name[v] = w;
            old[w] = v;
        }
        int[] newOffsets = new int[n + 1];
        int[] newNeighbours = new int[neighbours.length];
        int[] newColors = new int[n];
        for (int w = 0; w < n; w++) {
            newColors[w] = colors[old[w]];
            newOffsets[w + 1] = newOffsets[w] + degree(old[w]);
        }
        // Written by increasing neighbour, so every row comes out sorted.
        int[] next = Arrays.copyOf(newOffsets, n);
        for (int w = 0; w < n; w++) {
            int v = old[w];
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                newNeighbours[next[name[neighbours[i]]]++] = w;
            }
        }
        return new ColoredGraph(newOffsets, newNeighbours, newColors, labels == null ? null
            : relabel(labels, old, newOffsets, newNeighbours));
    }

    private PairLabels relabel(PairLabels before, int[] old, int[] newOffsets, int[] newNeighbours) {
        int[] ofEntry = new int[newNeighbours.length];
        for (int w = 0; w < old.length; w++) {
            int v = old[w];
            for (int i = newOffsets[w]; i < newOffsets[w + 1]; i++) {
                int at = Arrays.binarySearch(neighbours, offsets[v], offsets[v + 1], old[newNeighbours[i]]);
                ofEntry[i] = before.ofEntry()[at];
            }
        }
        return new PairLabels(ofEntry, Arrays.stream(old).map(v -> before.ofLoop()[v]).toArray(), before.contents());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColoredGraph that
            && Arrays.equals(colors, that.colors)
            && Arrays.equals(offsets, that.offsets)
            && Arrays.equals(neighbours, that.neighbours)
            && (labels == null ? that.labels == null : that.labels != null && labels.sameAs(that.labels));
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(colors) + Arrays.hashCode(neighbours);
    }

    @Override
    public String toString() {
        return "ColoredGraph(" + vertexCount() + " vertices, " + edgeCount() + " edges)";
    }
}
