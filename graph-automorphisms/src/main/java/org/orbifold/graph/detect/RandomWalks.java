package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.group.element.UnionFind;

/**
 * Finds automorphisms by walking to random leaves until two of them are the same graph (by the birthday paradox after
 * about the square root of the number of inequivalent leaves; McKay and Piperno 2014 and Anders and Schweitzer 2021
 * use the like). What it finds is certified; that it found everything is not claimed. Leaves are kept, so that walks
 * which found nothing yet are not lost to the next ones.
 */
final class RandomWalks {

    private static final int ENOUGH = 12;
    private static final int USELESS = 4;

    private final LocalGraph graph;
    private final NodeWalker walker;
    private final Certifier certifier;
    private final SearchBudget budget;
    private final CellSelector selector;
    private final SplittableRandom random = new SplittableRandom(2014_2021L);
    private final Long2ObjectOpenHashMap<int[]> leaves = new Long2ObjectOpenHashMap<>();
    private final List<int[]> found = new ArrayList<>();
    private final UnionFind orbits;

    /** Below the node at the end of a path from the root. */
    RandomWalks(LocalGraph graph, int[] path, Certifier certifier, SearchBudget budget) {
        this.graph = graph;
        walker = new NodeWalker(graph);
        walker.moveTo(path);
        orbits = new UnionFind(graph.size());
        this.certifier = certifier;
        this.budget = budget;
        this.selector = new CellSelector(graph);
    }

    /** Walks on, visiting about the given number of nodes; all automorphisms that were found up to then. */
    List<int[]> automorphisms(long nodes) {
        int useless = 0;
        int enough = found.size() + ENOUGH;
        int top = walker.depth();
        long end = budget.nodes() + nodes;
        while (budget.nodes() < end && useless < USELESS && found.size() < enough) {
            long hash = walk();
            int[] leaf = walker.coloring.vertices();
            walker.backTo(top);
            int[] twin = leaves.putIfAbsent(hash, leaf);
            int[] candidate = twin == null ? new int[0] : Generators.between(twin, leaf);
            if (candidate.length > 0 && certifier.isAutomorphism(candidate)) {
                found.add(candidate);
                budget.generator();
                useless = Generators.unite(orbits, candidate) ? 0 : useless + 1;
            }
        }
        return List.copyOf(found);
    }

    /** Goes to a random leaf; a hash of all that refinement saw, and of the leaf's graph. */
    private long walk() {
        RefinableColoring coloring = walker.coloring;
        long hash = 0;
        while (!coloring.isDiscrete()) {
            budget.node();
            int cell = selector.select(coloring);
            int vertex = coloring.vertexAt(coloring.start(cell) + random.nextInt(coloring.length(cell)));
            hash = Mixing.combine(hash, walker.push(vertex));
        }
        return Mixing.combine(hash, Certificate.hash(graph, coloring));
    }
}
