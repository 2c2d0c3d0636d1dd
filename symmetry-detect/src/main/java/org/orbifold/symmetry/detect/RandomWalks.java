package org.orbifold.symmetry.detect;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.orbifold.symmetry.refine.Mixing;
import org.orbifold.symmetry.refine.RefinableColoring;

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
    private final OrbitForest orbits;

    /** Below the node at the end of a path from the root. */
    RandomWalks(LocalGraph graph, int[] path, Certifier certifier, SearchBudget budget) {
        this.graph = graph;
        walker = new NodeWalker(graph);
        walker.moveTo(path);
        orbits = new OrbitForest(graph.size());
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
            int[] leaf = new int[graph.size()];
            walker.coloring.copyVerticesTo(leaf);
            walker.backTo(top);
            int[] twin = leaves.putIfAbsent(hash, leaf);
            int[] automorphism = twin == null ? null : automorphism(twin, leaf);
            if (automorphism != null) {
                found.add(automorphism);
                budget.generator();
                useless = joinsOrbits(automorphism) ? 0 : useless + 1;
            }
        }
        return List.copyOf(found);
    }

    private boolean joinsOrbits(int[] g) {
        boolean joins = false;
        int size = g.length / 2;
        for (int i = 0; i < size; i++) {
            joins |= orbits.find(g[i]) != orbits.find(g[size + i]);
            orbits.union(g[i], g[size + i]);
        }
        return joins;
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

    private int[] automorphism(int[] from, int[] to) {
        int[] points = new int[from.length];
        int[] images = new int[from.length];
        int size = 0;
        for (int p = 0; p < from.length; p++) {
            if (from[p] != to[p]) {
                points[size] = from[p];
                images[size++] = to[p];
            }
        }
        if (size == 0 || !certifier.isAutomorphism(points, images, size)) {
            return null;
        }
        int[] result = Arrays.copyOf(points, 2 * size);
        System.arraycopy(images, 0, result, size, size);
        return result;
    }
}
