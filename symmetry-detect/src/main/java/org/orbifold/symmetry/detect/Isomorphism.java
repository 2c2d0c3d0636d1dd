package org.orbifold.symmetry.detect;

import java.util.Optional;
import org.orbifold.group.element.Permutation;
import org.orbifold.symmetry.graph.ColoredGraph;

/** Decides whether two coloured graphs are isomorphic, by their canonical forms. */
public final class Isomorphism {

    private Isomorphism() {
    }

    /**
     * Looks for an isomorphism without limits.
     *
     * @param g a graph
     * @param h a graph
     * @return a permutation that maps each vertex of g to one of h with the same colour, and edges exactly to edges;
     *     or nothing if there is none
     */
    public static Optional<Permutation> between(ColoredGraph g, ColoredGraph h) {
        return between(g, h, SearchOptions.defaults());
    }

    /**
     * Looks for an isomorphism. The limits hold for each of the two graphs.
     *
     * @param g a graph
     * @param h a graph
     * @param options limits and listeners
     * @return an isomorphism from g to h, checked, or nothing if there is none
     * @throws SearchLimitException if a limit was reached before the answer was known
     */
    public static Optional<Permutation> between(ColoredGraph g, ColoredGraph h, SearchOptions options) {
        if (g.vertexCount() != h.vertexCount() || g.edgeCount() != h.edgeCount()) {
            return Optional.empty();
        }
        CanonicalLabeling first = CanonicalLabeling.of(g, options);
        CanonicalLabeling second = CanonicalLabeling.of(h, options);
        if (!first.form().equals(second.form())) {
            return Optional.empty();
        }
        return Optional.of(first.labeling().then(second.labeling().inverse()));
    }
}
