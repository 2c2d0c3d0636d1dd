package org.orbifold.symmetry.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * Directed and coloured edges, encoded as an undirected {@link ColoredGraph} with the same automorphisms.
 *
 * <p>The encoding: vertex v stays vertex v. Every undirected edge becomes a middle vertex, coloured by the edge's
 * colour and joined to both ends. Every arc (directed edge) u to v becomes a path u, tail, head, v whose two inner
 * vertices have two colours of their own for each arc colour. Loops become a single arc vertex joined to its vertex.
 * Parallel edges of different colours are kept, repetitions of one colour merged. Every automorphism of what was
 * given extends in exactly one way to the encoded graph, and every automorphism of that is such an extension; so
 * orders agree, and {@link #restrict} gives back the action on the original vertices. Two graphs whose edges have the
 * same <i>set</i> of colours are isomorphic exactly when their encodings are; edge colours enter by rank, so compare
 * the sets first where they may differ.
 */
public final class EdgeColoredGraph {

    /** What an edge is; the order of the constants is the order of the encoded colours. */
    private enum Kind { EDGE, TAIL, HEAD, LOOP }

    private record Key(Kind kind, int from, int to, int color) {

        int[] values() {
            return new int[] {kind.ordinal(), from, to, color};
        }
    }

    private final int vertexCount;
    private final ColoredGraph encoded;

    private EdgeColoredGraph(int vertexCount, ColoredGraph encoded) {
        this.vertexCount = vertexCount;
        this.encoded = encoded;
    }

    /**
     * Starts a graph with all vertices of colour 0 and no edge.
     *
     * @param vertexCount the number of vertices
     * @return a builder
     * @throws IllegalArgumentException if the number is negative
     */
    public static Builder builder(int vertexCount) {
        return new Builder(vertexCount);
    }

    /**
     * The number of original vertices, which are also the first vertices of the encoded graph.
     *
     * @return the number of vertices
     */
    public int vertexCount() {
        return vertexCount;
    }

    /**
     * The undirected graph that has the same automorphisms.
     *
     * @return the encoded graph
     */
    public ColoredGraph encoded() {
        return encoded;
    }

    /**
     * What a permutation of the encoded graph's vertices does to the original ones.
     *
     * @param images a map of the encoded graph's vertices that maps original vertices to original ones, as all its
     *     automorphisms do
     * @return the image of each original vertex
     * @throws IllegalArgumentException if an original vertex is not mapped to an original one
     */
    public int[] restrict(IntUnaryOperator images) {
        int[] result = new int[vertexCount];
        for (int v = 0; v < vertexCount; v++) {
            result[v] = images.applyAsInt(v);
            if (result[v] < 0 || result[v] >= vertexCount) {
                throw new IllegalArgumentException("vertex " + v + " is mapped to " + result[v]
                    + ", which is not one of the " + vertexCount + " original vertices");
            }
        }
        return result;
    }

    /** Collects vertices' colours, edges and arcs. */
    public static final class Builder {

        private final int[] colors;
        private final Map<Key, Boolean> edges = new HashMap<>();

        private Builder(int vertexCount) {
            if (vertexCount < 0) {
                throw new IllegalArgumentException("a graph cannot have " + vertexCount + " vertices");
            }
            colors = new int[vertexCount];
        }

        /**
         * Gives a vertex a colour.
         *
         * @param vertex a vertex
         * @param color any integer
         * @return this builder
         */
        public Builder color(int vertex, int color) {
            check(vertex);
            colors[vertex] = color;
            return this;
        }

        /**
         * Adds an undirected edge with a colour.
         *
         * @param u a vertex
         * @param v another vertex, or the same for a loop
         * @param color any integer
         * @return this builder
         */
        public Builder edge(int u, int v, int color) {
            check(u);
            check(v);
            Kind kind = u == v ? Kind.LOOP : Kind.EDGE;
            edges.put(new Key(kind, Math.min(u, v), Math.max(u, v), color), true);
            return this;
        }

        /**
         * Adds a directed edge with a colour. A directed loop is the same as an undirected one.
         *
         * @param from where it starts
         * @param to where it ends
         * @param color any integer
         * @return this builder
         */
        public Builder arc(int from, int to, int color) {
            check(from);
            check(to);
            edges.put(new Key(from == to ? Kind.LOOP : Kind.TAIL, from, to, color), true);
            return this;
        }

        private void check(int vertex) {
            if (vertex < 0 || vertex >= colors.length) {
                throw new IndexOutOfBoundsException("vertex " + vertex + " is out of range: the graph has "
                    + colors.length + " vertices, numbered from 0");
            }
        }

        /**
         * Encodes what was given so far.
         *
         * @return an immutable graph
         */
        public EdgeColoredGraph build() {
            List<Key> sorted = new ArrayList<>(edges.keySet());
            sorted.sort((a, b) -> Arrays.compare(a.values(), b.values()));
            int n = colors.length;
            int arcs = (int) sorted.stream().filter(key -> key.kind == Kind.TAIL).count();
            ColoredGraphBuilder builder = ColoredGraph.builder(n + sorted.size() + arcs);
            EncodedColors palette = new EncodedColors(colors, sorted);
            for (int v = 0; v < n; v++) {
                builder.color(v, palette.ofVertex(colors[v]));
            }
            int next = n;
            for (Key key : sorted) {
                builder.color(next, palette.ofEdge(key.kind, key.color));
                builder.edge(key.from, next);
                if (key.kind == Kind.TAIL) {
                    builder.color(next + 1, palette.ofEdge(Kind.HEAD, key.color));
                    builder.edge(next, next + 1);
                    next++;
                }
                if (key.kind != Kind.LOOP) {
                    builder.edge(next, key.to);
                }
                next++;
            }
            return new EdgeColoredGraph(n, builder.build());
        }
    }

    /**
     * Colours of the encoded graph. Vertex colours keep their values; edge colours get the numbers above the largest
     * vertex colour, by rank.
     */
    private static final class EncodedColors {

        private final Map<Integer, Integer> rank = new HashMap<>();
        private final int first;

        EncodedColors(int[] vertexColors, List<Key> edges) {
            int largest = -1;
            for (int c : vertexColors) {
                largest = Math.max(largest, c);
            }
            first = Math.addExact(largest, 1);
            TreeSet<Integer> edgeColors = new TreeSet<>();
            edges.forEach(key -> edgeColors.add(key.color));
            edgeColors.forEach(color -> rank.put(color, rank.size()));
        }

        int ofVertex(int color) {
            return color;
        }

        int ofEdge(Kind kind, int color) {
            int place = Objects.requireNonNull(rank.get(color)) * Kind.values().length + kind.ordinal();
            return Math.addExact(first, place);
        }
    }
}
