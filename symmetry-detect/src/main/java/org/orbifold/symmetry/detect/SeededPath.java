package org.orbifold.symmetry.detect;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.symmetry.refine.RefinableColoring;
import org.orbifold.symmetry.refine.Trace;

/**
 * A stabiliser chain along a path of the tree, made from generators of a group whose order is known.
 *
 * <p>Each level's generators are random Schreier elements of the level above. That they generate all of the
 * stabiliser is only likely; but if the product of the orbit lengths is the known order, it is certain, on every
 * level (a Las Vegas algorithm). No search and no refutation is needed.
 */
final class SeededPath {

    private static final int[] RANDOM_ELEMENTS = {8, 32};

    private SeededPath() {
    }

    /**
     * The chain from the walker's node on, base points in the orbits that rank best; null if the order was not
     * reached.
     */
    static StabilizerPath build(LocalGraph graph, NodeWalker walker, List<int[]> generators, GroupOrder order,
            SearchBudget budget) {
        for (int elements : RANDOM_ELEMENTS) {
            StabilizerPath path = attempt(graph, walker, generators, elements, budget);
            if (path.order().sameAs(order)) {
                return path;
            }
        }
        return null;
    }

    private static StabilizerPath attempt(LocalGraph graph, NodeWalker walker, List<int[]> generators, int elements,
            SearchBudget budget) {
        RefinableColoring coloring = walker.coloring;
        CellSelector selector = new CellSelector(graph);
        SchreierElements schreier = new SchreierElements(graph.size());
        StabilizerPath path = new StabilizerPath(graph);
        path.byLevel = new ArrayList<>();
        Trace trace = new Trace();
        trace.ignore();
        boolean small = graph.prefersSmallOrbits();
        int before = coloring.cellCount();
        List<int[]> fixing = generators;
        while (!coloring.isDiscrete()) {
            budget.node();
            path.byLevel.add(fixing);
            int cell = selector.select(coloring);
            int vertex = fixing.isEmpty()
                ? coloring.vertexAt(coloring.start(cell)) : schreier.inExtremeOrbit(coloring, cell, fixing, !small);
            path.push(vertex, cell, coloring.start(cell), coloring.length(cell), coloring.cellCount());
            path.measure(path.depth - 1, OrbitForest.of(graph.size(), fixing), coloring);
            fixing = schreier.stabilizer(fixing, vertex, elements);
            coloring.individualize(vertex);
            coloring.refine(trace);
        }
        path.byLevel.add(fixing);
        path.leaf = new int[graph.size()];
        coloring.copyVerticesTo(path.leaf);
        coloring.undoTo(before);
        return path;
    }
}
