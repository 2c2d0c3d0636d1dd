package org.orbifold.symmetry.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.symmetry.graph.ColoredGraph;

/**
 * The entrance to the search: solves a graph, certifies every generator against it, and hands out immutable results.
 *
 * <p>Where a graph has many leaves these are folded first; the search works on a renumbered copy of what is left.
 * Without leaves certification is done on that copy too, where neighbours are near each other in memory, and the
 * renumbering itself is checked against the input: together that proves each generator an automorphism of the input.
 */
final class GraphSymmetry {

    private static final int DENSE_RATIO = 16;

    private final Renumbering renumbering;
    private final Solution solution;
    /** Of the search's vertices; null if there are no generators. */
    private final UnionFind orbits;
    private final String exhausted;
    /** Certified, as the search's points followed by images; given up for {@link #generators} when those are made. */
    private List<int[]> certified;
    private List<Permutation> generators;

    private GraphSymmetry(Renumbering renumbering, Solution solution, UnionFind orbits, String exhausted) {
        this.renumbering = renumbering;
        this.solution = solution;
        this.orbits = orbits;
        this.exhausted = exhausted;
        certified = solution.generators();
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
        LocalGraph input = new LocalGraph(graph.copyOffsets(), graph.copyNeighbours(), graph.copyColors());
        GraphSolver solver = new GraphSolver(budget, canonical);
        Reduction leaves = LeafFolding.pays(input) ? new Reduction(input) : null;
        LocalGraph withoutLeaves = leaves == null ? null : leaves.reduceLeaves();
        Renumbering renumbering = new Renumbering(withoutLeaves == null ? input : withoutLeaves);
        Solution solution = solver.solve(renumbering.graph, renumbering.componentEnds());
        if (withoutLeaves != null) {
            solution = leaves.expand(renumbering.toInput(solution));
            renumbering = Renumbering.none(input);
        }
        UnionFind orbits = null;
        if (!solution.generators().isEmpty()) {
            orbits = new UnionFind(graph.vertexCount());
            renumbering.check(graph);
            certify(renumbering.graph, solution.generators(), orbits);
        }
        renumbering.release();
        return new GraphSymmetry(renumbering, solution, orbits, solver.exhausted());
    }

    private static void certify(LocalGraph graph, List<int[]> generators, UnionFind orbits) {
        Certifier certifier = new Certifier(graph.offsets(), graph.neighbours(), graph.colors());
        for (int[] g : generators) {
            int size = g.length / 2;
            if (!certifier.isAutomorphism(g)) {
                throw new IllegalStateException("a generator that moves " + size + " vertices failed its "
                    + "certification against the input graph; please report this graph as a defect");
            }
            for (int i = 0; i < size; i++) {
                orbits.union(g[i], g[size + i]);
            }
        }
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
                list.add(permutation(renumbering.graph.size(), renumbering.toInput(g)));
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
        return solution.order();
    }

    /**
     * The orbits of the generators, translated to the input's vertices at each call.
     *
     * @return a union–find
     */
    public UnionFind orbits() {
        return orbits == null ? new UnionFind(renumbering.graph.size()) : renumbering.toInput(orbits);
    }

    /**
     * The vertex at each place of the canonical order.
     *
     * @return a fresh array, or null if not asked for or not reached
     */
    public int[] canonicalVertices() {
        return solution.vertexAt() == null ? null : renumbering.toInput(solution.vertexAt());
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
