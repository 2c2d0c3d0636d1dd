package org.orbifold.graph.detect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.group.element.Permutation;

/** The naive oracle: tries all bijections, vertex by vertex. */
final class BruteForce {

    private BruteForce() {
    }

    /** All automorphisms, as image arrays. */
    static List<int[]> automorphisms(ColoredGraph g) {
        return isomorphisms(g, g);
    }

    /** All isomorphisms from g to h, as image arrays. */
    static List<int[]> isomorphisms(ColoredGraph g, ColoredGraph h) {
        List<int[]> result = new ArrayList<>();
        if (g.vertexCount() == h.vertexCount() && g.edgeCount() == h.edgeCount()) {
            extend(g, h, new int[g.vertexCount()], new boolean[g.vertexCount()], 0, result);
        }
        return result;
    }

    private static void extend(ColoredGraph g, ColoredGraph h, int[] image, boolean[] used, int v, List<int[]> result) {
        if (v == image.length) {
            result.add(image.clone());
            return;
        }
        for (int w = 0; w < image.length; w++) {
            if (!used[w] && g.color(v) == h.color(w) && fits(g, h, image, v, w)) {
                used[w] = true;
                image[v] = w;
                extend(g, h, image, used, v + 1, result);
                used[w] = false;
            }
        }
    }

    private static boolean fits(ColoredGraph g, ColoredGraph h, int[] image, int v, int w) {
        for (int u = 0; u < v; u++) {
            if (g.hasEdge(u, v) != h.hasEdge(image[u], w)) {
                return false;
            }
        }
        return true;
    }

    /** All products of the generators. */
    static Set<Permutation> closure(int n, List<Permutation> generators) {
        Set<Permutation> group = new HashSet<>();
        ArrayDeque<Permutation> queue = new ArrayDeque<>();
        Permutation identity = Permutation.identity(n);
        group.add(identity);
        queue.add(identity);
        while (!queue.isEmpty()) {
            Permutation p = queue.remove();
            for (Permutation g : generators) {
                Permutation product = p.then(g);
                if (group.add(product)) {
                    queue.add(product);
                }
            }
        }
        return group;
    }

    /** Whether a permutation preserves colours and edges, by definition. */
    static boolean isAutomorphism(ColoredGraph g, Permutation p) {
        for (int v = 0; v < g.vertexCount(); v++) {
            if (g.color(v) != g.color(p.image(v)) || g.degree(v) != g.degree(p.image(v))) {
                return false;
            }
            for (int i = 0; i < g.degree(v); i++) {
                if (!g.hasEdge(p.image(v), p.image(g.neighbour(v, i)))) {
                    return false;
                }
            }
        }
        return true;
    }
}
