package org.orbifold.symmetry.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.symmetry.graph.ColoredGraph;

/**
 * The entrance to the search: solves a graph, certifies every generator against it, and hands out immutable results.
 */
public final class GraphSymmetry {

    private static final int DENSE_RATIO = 16;

    private final List<Permutation> generators;
    private final GroupOrder order;
    private final UnionFind orbits;
    private final int[] canonicalVertices;
    private final String exhausted;

    private GraphSymmetry(List<Permutation> generators, GroupOrder order, UnionFind orbits, int[] canonicalVertices,
            String exhausted) {
        this.generators = List.copyOf(generators);
        this.order = order;
        this.orbits = orbits;
        this.canonicalVertices = canonicalVertices;
        this.exhausted = exhausted;
    }

    /**
     * Computes the automorphism group and, on demand, a canonical order of the vertices.
     *
     * @param graph the graph
     * @param canonical whether a canonical order is wanted
     * @param budget the limits
     * @return what was found
     * @throws IllegalStateException if a generator fails its certification, which means a defect in this library
     */
    public static GraphSymmetry compute(ColoredGraph graph, boolean canonical, SearchBudget budget) {
        Renumbering renumbering = new Renumbering(graph);
        GraphSolver solver = new GraphSolver(budget, canonical);
        Solution solution = solver.solve(renumbering.graph);
        int n = graph.vertexCount();
        Certifier certifier = new Certifier(graph.copyOffsets(), graph.copyNeighbors(), graph.copyColors());
        List<Permutation> generators = new ArrayList<>(solution.generators().size());
        UnionFind orbits = new UnionFind(n);
        for (int[] g : solution.generators()) {
            renumbering.toInput(g);
            int size = g.length / 2;
            int[] from = Arrays.copyOf(g, size);
            int[] to = Arrays.copyOfRange(g, size, g.length);
            if (!certifier.isAutomorphism(from, to, size)) {
                throw new IllegalStateException("a generator that moves " + size + " vertices failed its certification "
                    + "against the input graph; please report this graph as a defect");
            }
            for (int i = 0; i < size; i++) {
                orbits.union(from[i], to[i]);
            }
            generators.add(permutation(n, from, to));
        }
        if (solution.vertexAt() != null) {
            renumbering.toInput(solution.vertexAt());
        }
        return new GraphSymmetry(generators, solution.order(), orbits, solution.vertexAt(), solver.exhausted());
    }

    /** Where many points move, an image array is filled at once instead of sorting the points. */
    private static Permutation permutation(int n, int[] from, int[] to) {
        if ((long) from.length * DENSE_RATIO < n) {
            return Permutation.sparse(n, from, to);
        }
        int[] images = new int[n];
        for (int v = 0; v < n; v++) {
            images[v] = v;
        }
        for (int i = 0; i < from.length; i++) {
            images[from[i]] = to[i];
        }
        return Permutation.fromTrustedImages(images);
    }

    /**
     * The certified generators.
     *
     * @return an immutable list
     */
    public List<Permutation> generators() {
        return generators;
    }

    /**
     * The order of the group, or a lower bound after a limit.
     *
     * @return the order
     */
    public GroupOrder order() {
        return order;
    }

    /**
     * The orbits of the generators.
     *
     * @return a union–find that nobody else changes
     */
    public UnionFind orbits() {
        return orbits;
    }

    /**
     * The vertex at each place of the canonical order.
     *
     * @return a fresh array, or null if not asked for or not reached
     */
    public int[] canonicalVertices() {
        return canonicalVertices == null ? null : canonicalVertices.clone();
    }

    /**
     * Which limit stopped the search.
     *
     * @return a sentence, or null if the search is complete
     */
    public String exhausted() {
        return exhausted;
    }
}
