package org.orbifold.graph.detect;

import java.util.Objects;
import java.util.Optional;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.group.element.Permutation;

/** Whether two coloured graphs are the same but for the names of their vertices. */
public final class Isomorphism {

    private Isomorphism() {
    }

    /**
     * Looks for an isomorphism, without limits.
     *
     * @param from a graph
     * @param to another
     * @return a permutation that maps each vertex of the first graph to one of the second of the same colour, and
     *     edges,
     *     arcs and loops to such of the same colours; or nothing if there is none
     */
    public static Optional<Permutation> find(ColoredGraph from, ColoredGraph to) {
        return find(from, to, SearchOptions.defaults());
    }

    /**
     * Looks for an isomorphism.
     *
     * @param from a graph
     * @param to another
     * @param options limits and listeners, for each of the two graphs
     * @return an isomorphism, checked on the graphs, or nothing if there is none
     * @throws SearchLimitException if a limit was reached before it was decided
     */
    public static Optional<Permutation> find(ColoredGraph from, ColoredGraph to, SearchOptions options) {
        Objects.requireNonNull(from, "the first graph is null");
        Objects.requireNonNull(to, "the second graph is null");
        if (from.vertexCount() != to.vertexCount() || from.edgeCount() != to.edgeCount()) {
            return Optional.empty();
        }
        Optional<Permutation> found = CanonicalLabeling.of(from, options)
            .isomorphismTo(CanonicalLabeling.of(to, options));
        if (found.isPresent() && !from.relabel(found.get()::image).equals(to)) {
            throw new IllegalStateException("an isomorphism failed its check against the graphs; please report this as "
                + "a defect");
        }
        return found;
    }
}
