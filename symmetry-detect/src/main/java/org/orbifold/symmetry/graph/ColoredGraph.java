package org.orbifold.symmetry.graph;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * An immutable, simple, undirected graph with a colour on every vertex.
 *
 * <p>Vertices are {@code 0 .. vertexCount() - 1}; colours are arbitrary integers whose values matter: an isomorphism
 * maps each vertex to a vertex of the same colour. Stored as compressed sparse rows (one array of offsets, one of
 * neighbours, each row sorted), so memory is {@code 4 (2 n + 2 m)} bytes for n vertices and m edges, and there is no
 * object per vertex.
 */
public final class ColoredGraph {

    private final int[] offsets;
    private final int[] neighbours;
    private final int[] colors;

    /** Takes the arrays over; rows are sorted, free of loops and repetitions, and symmetric. */
    ColoredGraph(int[] offsets, int[] neighbours, int[] colors) {
        this.offsets = offsets;
        this.neighbours = neighbours;
        this.colors = colors;
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
     * The number of edges, each counted once.
     *
     * @return the number of edges
     */
    public int edgeCount() {
        return neighbours.length / 2;
    }

    /**
     * The colour of a vertex.
     *
     * @param vertex a vertex
     * @return its colour
     */
    public int color(int vertex) {
        return colors[vertex];
    }

    /**
     * The number of neighbours of a vertex.
     *
     * @param vertex a vertex
     * @return its degree
     */
    public int degree(int vertex) {
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
        return neighbours[offsets[vertex] + index];
    }

    /**
     * Whether two vertices are adjacent, by binary search in the shorter row.
     *
     * @param u a vertex
     * @param v a vertex
     * @return whether the edge is there
     */
    public boolean hasEdge(int u, int v) {
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
     * @return {@code 2 edgeCount()} vertices
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
        return new ColoredGraph(newOffsets, newNeighbours, newColors);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColoredGraph that
            && Arrays.equals(colors, that.colors)
            && Arrays.equals(offsets, that.offsets)
            && Arrays.equals(neighbours, that.neighbours);
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
