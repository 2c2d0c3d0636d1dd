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

    private final int degree;
    private final GroupOrder order;
    private final UnionFind orbits;
    private final int[] canonicalVertices;
    private final String exhausted;
    /** Certified, as points followed by images; given up for {@link #generators} when these are asked for. */
    private List<int[]> certified;
    private List<Permutation> generators;

    private GraphSymmetry(int degree, List<int[]> certified, GroupOrder order, UnionFind orbits,
            int[] canonicalVertices, String exhausted) {
        this.degree = degree;
        this.certified = certified;
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
        UnionFind orbits = new UnionFind(n);
        for (int[] g : solution.generators()) {
            renumbering.toInput(g);
            if (!certifier.isAutomorphism(g)) {
                throw new IllegalStateException("a generator that moves " + g.length / 2 + " vertices failed its "
                    + "certification against the input graph; please report this graph as a defect");
            }
            int size = g.length / 2;
            for (int i = 0; i < size; i++) {
                orbits.union(g[i], g[size + i]);
            }
        }
        if (solution.vertexAt() != null) {
            renumbering.toInput(solution.vertexAt());
        }
        return new GraphSymmetry(n, solution.generators(), solution.order(), orbits, solution.vertexAt(),
            solver.exhausted());
    }

    /** Where many points move, an image array is filled at once instead of sorting the points. */
    private static Permutation permutation(int n, int[] generator) {
        int size = generator.length / 2;
        if ((long) size * DENSE_RATIO < n) {
            return Permutation.sparse(n, Arrays.copyOf(generator, size),
                Arrays.copyOfRange(generator, size, generator.length));
        }
        int[] images = new int[n];
        for (int v = 0; v < n; v++) {
            images[v] = v;
        }
        for (int i = 0; i < size; i++) {
            images[generator[i]] = generator[size + i];
        }
        return Permutation.fromTrustedImages(images);
    }

    /**
     * The certified generators, made into permutations at the first call.
     *
     * @return an immutable list
     */
    public synchronized List<Permutation> generators() {
        if (generators == null) {
            List<Permutation> list = new ArrayList<>(certified.size());
            for (int[] g : certified) {
                list.add(permutation(degree, g));
            }
            generators = List.copyOf(list);
            certified = null;
        }
        return generators;
    }

    /**
     * The number of generators.
     *
     * @return the length of the list
     */
    public synchronized int generatorCount() {
        return generators != null ? generators.size() : certified.size();
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
