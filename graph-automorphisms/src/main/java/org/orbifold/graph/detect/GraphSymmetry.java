package org.orbifold.graph.detect;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The result of the search: solves a graph and certifies every generator against it. */
final class GraphSymmetry {

    private static final Logger LOG = LoggerFactory.getLogger(GraphSymmetry.class);

    private final Solution solution;
    private final UnionFind orbits;
    private final @Nullable String exhausted;
    private @Nullable List<Permutation> generators;

    private GraphSymmetry(Solution solution, UnionFind orbits, @Nullable String exhausted) {
        this.solution = solution;
        this.orbits = orbits;
        this.exhausted = exhausted;
    }

    /**
     * Computes the automorphism group and, on demand, a canonical order of the vertices.
     *
     * @throws IllegalStateException if a generator fails its certification, which means a defect in this library
     */
    static GraphSymmetry compute(ColoredGraph graph, boolean canonical, SearchBudget budget) {
        LocalGraph input = Encoding.of(graph, graph.copyColors());
        GraphSolver solver = new GraphSolver(budget, canonical);
        Solution solution;
        String exhausted;
        try {
            solution = solve(input, solver, budget);
            exhausted = solver.exhausted();
        } catch (SearchBudget.Exhausted e) {
            solution = Solution.none();
            exhausted = e.getMessage();
        }
        if (!graph.isPlain()) {
            solution = solution.restrictedTo(graph.vertexCount());
        }
        UnionFind orbits = new UnionFind(graph.vertexCount());
        certify(Certifier.of(graph, input), solution.generators(), orbits);
        if (LOG.isDebugEnabled()) {
            LOG.debug("{} vertices, {} edges: {} generators, log10 order {}, {} nodes, {} s",
                graph.vertexCount(), graph.edgeCount(), solution.generators().size(), solution.order().log10(),
                budget.nodes(), budget.seconds());
        }
        return new GraphSymmetry(solution, orbits, exhausted);
    }

    private static Solution solve(LocalGraph input, GraphSolver solver, SearchBudget budget) {
        Reduction leaves = DegreeOneReduction.pays(input) ? new Reduction(input, budget) : null;
        LocalGraph withoutLeaves = leaves == null ? null : leaves.reduceLeaves();
        return leaves == null || withoutLeaves == null
            ? DiscreteComponents.solve(input, solver::solve, budget)
            : leaves.expand(DiscreteComponents.solve(withoutLeaves, solver::solve, budget));
    }

    private static void certify(Certifier certifier, List<int[]> generators, UnionFind orbits) {
        for (int[] g : generators) {
            if (!certifier.isAutomorphism(g)) {
                throw new IllegalStateException("a generator that moves " + g.length / 2 + " vertices failed its "
                    + "certification against the input graph; please report this graph as a defect");
            }
            Generators.unite(orbits, g);
        }
    }

    /** The certified generators, made into permutations at the first call. */
    synchronized List<Permutation> generators() {
        List<Permutation> known = generators;
        if (known == null) {
            known = solution.generators().stream().map(g -> Generators.permutation(orbits.size(), g)).toList();
            generators = known;
        }
        return known;
    }

    int generatorCount() {
        return solution.generators().size();
    }

    /** The order of the group, or a lower bound after a limit. */
    GroupOrder order() {
        return solution.order();
    }

    UnionFind orbits() {
        return orbits;
    }

    /** The vertex at each place of the canonical order, or null if not asked for or not reached. */
    int @Nullable [] canonicalVertices() {
        return solution.vertexAt();
    }

    /** Which limit stopped the search, or null if it is complete. */
    @Nullable String exhausted() {
        return exhausted;
    }
}
