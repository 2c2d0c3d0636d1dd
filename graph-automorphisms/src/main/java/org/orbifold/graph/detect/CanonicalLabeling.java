package org.orbifold.graph.detect;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.refine.ColorOrder;
import org.orbifold.group.element.Permutation;

/**
 * A canonical labeling of a coloured graph: isomorphic graphs, and only those, get the same relabelled graph.
 * Immutable.
 *
 * <p>Colours count: an isomorphism maps each vertex to one of the same colour value. The canonical places are grouped
 * by colour, in increasing order of the colours; within a colour their order has no meaning beyond being canonical,
 * and may change between versions of this library. The same holds for the hash: compare hashes made by one version
 * only.
 */
public final class CanonicalLabeling {

    private final Permutation labeling;
    private final ColoredGraph form;
    private final Automorphisms automorphisms;
    private volatile @Nullable String hash;

    private CanonicalLabeling(Permutation labeling, ColoredGraph form, Automorphisms automorphisms) {
        this.labeling = labeling;
        this.form = form;
        this.automorphisms = automorphisms;
    }

    /**
     * Computes a canonical labeling without limits.
     *
     * @param graph a graph
     * @return its canonical labeling, with its automorphism group
     */
    public static CanonicalLabeling of(ColoredGraph graph) {
        return of(graph, SearchOptions.defaults());
    }

    /**
     * Computes a canonical labeling.
     *
     * @param graph a graph
     * @param options limits and listeners
     * @return its canonical labeling, with its automorphism group
     * @throws SearchLimitException if a limit was reached before the labeling was found
     */
    public static CanonicalLabeling of(ColoredGraph graph, SearchOptions options) {
        Objects.requireNonNull(graph, "the graph is null");
        SearchBudget budget = Objects.requireNonNull(options, "the options are null").startBudget();
        GraphSymmetry found = GraphSymmetry.compute(graph, true, budget);
        int[] vertices = found.canonicalVertices();
        if (vertices == null) {
            throw new SearchLimitException(Objects.requireNonNull(found.exhausted()));
        }
        int[] place = placesByColor(graph, vertices);
        return new CanonicalLabeling(Permutation.ofImages(place), graph.relabel(v -> place[v]),
            Automorphisms.from(graph, found, budget));
    }

    /** Groups a canonical order by colour, keeping it within each; the place of each vertex. */
    private static int[] placesByColor(ColoredGraph graph, int[] vertices) {
        int n = vertices.length;
        int[] colors = new int[n];
        for (int i = 0; i < n; i++) {
            colors[i] = graph.color(vertices[i]);
        }
        int[] order = ColorOrder.of(colors);
        int[] place = new int[n];
        for (int p = 0; p < n; p++) {
            place[vertices[order[p]]] = p;
        }
        return place;
    }

    private static String hash(ColoredGraph graph) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        ByteBuffer buffer = ByteBuffer.allocate(1 << 14);
        put(digest, buffer, graph.vertexCount());
        for (int v = 0; v < graph.vertexCount(); v++) {
            put(digest, buffer, graph.color(v));
        }
        for (int v = 0; v < graph.vertexCount(); v++) {
            // Each edge once, from its smaller end; -1 ends the row before.
            put(digest, buffer, -1);
            for (int i = graph.degree(v) - 1; i >= 0 && graph.neighbour(v, i) > v; i--) {
                put(digest, buffer, graph.neighbour(v, i));
            }
        }
        if (!graph.isPlain()) {
            graph.forEachEdge((from, to, color, directed) -> {
                put(digest, buffer, from);
                put(digest, buffer, to);
                put(digest, buffer, color);
                put(digest, buffer, directed ? 1 : 0);
            });
        }
        digest.update(buffer.array(), 0, buffer.position());
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void put(MessageDigest digest, ByteBuffer buffer, int value) {
        if (buffer.remaining() < Integer.BYTES) {
            digest.update(buffer.array(), 0, buffer.position());
            buffer.clear();
        }
        buffer.putInt(value);
    }

    /**
     * The labeling.
     *
     * @return the permutation that maps each vertex to its canonical place
     */
    public Permutation labeling() {
        return labeling;
    }

    /**
     * The canonical form: the graph with each vertex at its canonical place.
     *
     * @return a graph that is equal for isomorphic graphs, and only for those
     */
    public ColoredGraph form() {
        return form;
    }

    /**
     * The SHA-256 hash of the canonical form's colours and edges, made at the first call.
     *
     * @return 64 hexadecimal digits
     */
    public String hash() {
        String known = hash;
        if (known == null) {
            known = hash(form);
            hash = known;
        }
        return known;
    }

    /**
     * An isomorphism to another graph, whose colours must agree too.
     *
     * @param other the canonical labeling of the other graph
     * @return a permutation that maps each vertex of this graph to one of the other with the same colour, and edges
     *     exactly to edges; or nothing if there is none
     */
    public Optional<Permutation> isomorphismTo(CanonicalLabeling other) {
        return form.equals(other.form) ? Optional.of(labeling.then(other.labeling.inverse())) : Optional.empty();
    }

    /**
     * The automorphism group, which is found on the way.
     *
     * @return the group
     */
    public Automorphisms automorphisms() {
        return automorphisms;
    }

    @Override
    public String toString() {
        return "CanonicalLabeling(" + form.vertexCount() + " vertices, hash " + hash() + ")";
    }
}
