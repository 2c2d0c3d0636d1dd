package org.orbifold.graph;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Collects colours and edges, and makes a {@link ColoredGraph} of them.
 *
 * <p>Edges may come in any order, in either direction, and more than once: repetitions are merged. Vertices out of
 * range are refused at once. Building takes O(n + m) time: rows are sorted by two passes of a counting sort, or by
 * radix where there are arcs, loops or edge colours.
 */
public final class ColoredGraphBuilder {

    private static final int LARGEST_ARC_COUNT = Integer.MAX_VALUE - 16;

    private final int[] colors;
    private int[] ends = new int[32];
    private int size;

    /** The colours of the edges up to the last one that is not plain; none if all are. */
    private int[] edgeColors = {};

    private final BitSet arcs = new BitSet();

    ColoredGraphBuilder(int vertexCount) {
        if (vertexCount < 0) {
            throw new IllegalArgumentException("a graph cannot have " + vertexCount + " vertices");
        }
        colors = new int[vertexCount];
    }

    /**
     * Gives a vertex a colour, in place of the one it had.
     *
     * @param vertex a vertex
     * @param color any integer
     * @return this builder
     * @throws IndexOutOfBoundsException if there is no such vertex
     */
    public ColoredGraphBuilder color(int vertex, int color) {
        check(vertex);
        colors[vertex] = color;
        return this;
    }

    /**
     * Adds an undirected edge of colour 0; adding it again changes nothing.
     *
     * @param u a vertex
     * @param v a vertex; the same for a loop
     * @return this builder
     * @throws IndexOutOfBoundsException if there is no such vertex
     */
    public ColoredGraphBuilder edge(int u, int v) {
        return edge(u, v, 0);
    }

    /**
     * Adds an undirected edge; adding it again changes nothing.
     *
     * @param u a vertex
     * @param v a vertex; the same for a loop
     * @param color any integer
     * @return this builder
     * @throws IndexOutOfBoundsException if there is no such vertex
     */
    public ColoredGraphBuilder edge(int u, int v, int color) {
        add(u, v);
        if (u != v && color == 0) {
            return this;
        }
        edgeColors = grown(edgeColors);
        edgeColors[size / 2 - 1] = color;
        return this;
    }

    /**
     * Adds an arc (directed edge) of colour 0; adding it again changes nothing.
     *
     * @param from where it starts
     * @param to where it ends; a loop has no direction
     * @return this builder
     * @throws IndexOutOfBoundsException if there is no such vertex
     */
    public ColoredGraphBuilder arc(int from, int to) {
        return arc(from, to, 0);
    }

    /**
     * Adds an arc (directed edge); adding it again changes nothing.
     *
     * @param from where it starts
     * @param to where it ends; a loop has no direction
     * @param color any integer
     * @return this builder
     * @throws IndexOutOfBoundsException if there is no such vertex
     */
    public ColoredGraphBuilder arc(int from, int to, int color) {
        add(from, to);
        edgeColors = grown(edgeColors);
        edgeColors[size / 2 - 1] = color;
        arcs.set(size / 2 - 1, from != to);
        return this;
    }

    private void add(int u, int v) {
        check(u);
        check(v);
        if (size == ends.length) {
            if (size >= LARGEST_ARC_COUNT / 2) {
                throw new IllegalStateException("more than " + size / 2 + " edges do not fit into one graph");
            }
            ends = Arrays.copyOf(ends, (int) Math.min(LARGEST_ARC_COUNT / 2L + 1, 2L * size));
        }
        ends[size++] = u;
        ends[size++] = v;
    }

    /** Room for a colour of every edge so far. */
    private int[] grown(int[] array) {
        return size / 2 <= array.length ? array : Arrays.copyOf(array, ends.length / 2);
    }

    /**
     * The graph of what was given so far. The builder may go on afterwards.
     *
     * @return an immutable graph
     */
    public ColoredGraph build() {
        int n = colors.length;
        if (edgeColors.length > 0) {
            return buildWithLabels();
        }
        int[] offsets = new int[n + 1];
        for (int i = 0; i < size; i++) {
            offsets[ends[i] + 1]++;
        }
        for (int v = 0; v < n; v++) {
            offsets[v + 1] += offsets[v];
        }
        // Two transpositions of the arc list: the second one leaves every row sorted.
        int[] next = Arrays.copyOf(offsets, n);
        int[] rows = new int[size];
        for (int i = 0; i < size; i++) {
            rows[next[ends[i]]++] = ends[i ^ 1];
        }
        System.arraycopy(offsets, 0, next, 0, n);
        int[] sorted = new int[size];
        for (int v = 0; v < n; v++) {
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                sorted[next[rows[i]]++] = v;
            }
        }
        return new ColoredGraph(offsets, withoutRepetitions(offsets, sorted), colors.clone());
    }

    private ColoredGraph buildWithLabels() {
        PairLabels.Entries entries = new PairLabels.Entries(size / 2);
        for (int e = 0; e < size / 2; e++) {
            int color = e < edgeColors.length ? edgeColors[e] : 0;
            entries.arc(ends[2 * e], ends[2 * e + 1], color);
            if (!arcs.get(e)) {
                entries.arc(ends[2 * e + 1], ends[2 * e], color);
            }
        }
        return entries.build(colors.clone());
    }

    /** Removes repeated neighbours from sorted rows, and shifts the offsets accordingly. */
    private static int[] withoutRepetitions(int[] offsets, int[] sorted) {
        int kept = 0;
        int from = 0;
        for (int v = 0; v + 1 < offsets.length; v++) {
            int to = offsets[v + 1];
            for (int i = from; i < to; i++) {
                if (i == from || sorted[i] != sorted[i - 1]) {
                    sorted[kept++] = sorted[i];
                }
            }
            offsets[v + 1] = kept;
            from = to;
        }
        return kept == sorted.length ? sorted : Arrays.copyOf(sorted, kept);
    }

    private void check(int vertex) {
        ColoredGraph.check(vertex, colors.length);
    }
}
