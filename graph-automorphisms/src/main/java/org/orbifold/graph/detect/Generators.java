package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * Permutations inside the search: an array with the moved points followed by their images. Most automorphisms of large
 * graphs move few points.
 */
final class Generators {

    private static final int DENSE_RATIO = 16;

    private Generators() {
    }

    /** The permutation that maps the first points of one array to those of another. */
    static int[] of(int[] points, int[] images, int size) {
        int[] result = Arrays.copyOf(points, 2 * size);
        System.arraycopy(images, 0, result, size, size);
        return result;
    }

    /** The permutation that maps one labeling to another, place by place. */
    static int[] between(int[] from, int[] to) {
        int[] points = new int[from.length];
        int[] images = new int[from.length];
        int size = 0;
        for (int p = 0; p < from.length; p++) {
            if (from[p] != to[p]) {
                points[size] = from[p];
                images[size++] = to[p];
            }
        }
        return of(points, images, size);
    }

    /** Joins the points of each cycle; whether that joined anything. */
    static boolean unite(UnionFind orbits, int[] generator) {
        int size = generator.length / 2;
        boolean joins = false;
        for (int i = 0; i < size; i++) {
            joins |= orbits.union(generator[i], generator[size + i]);
        }
        return joins;
    }

    static UnionFind orbits(int n, List<int[]> generators) {
        UnionFind orbits = new UnionFind(n);
        for (int[] g : generators) {
            unite(orbits, g);
        }
        return orbits;
    }

    /** One of the members per orbit of the group, the first of each. */
    static int[] representatives(int n, int[] members, List<int[]> generators) {
        if (generators.isEmpty()) {
            return members;
        }
        UnionFind orbits = orbits(n, generators);
        boolean[] seen = new boolean[n];
        int[] result = new int[members.length];
        int count = 0;
        for (int v : members) {
            int root = orbits.find(v);
            if (!seen[root]) {
                seen[root] = true;
                result[count++] = v;
            }
        }
        return Arrays.copyOf(result, count);
    }

    /** The generators that fix a point. */
    static List<int[]> fixing(List<int[]> generators, int point) {
        List<int[]> result = new ArrayList<>();
        for (int[] g : generators) {
            boolean moves = false;
            for (int i = 0; i < g.length / 2 && !moves; i++) {
                moves = g[i] == point;
            }
            if (!moves) {
                result.add(g);
            }
        }
        return result;
    }

    /** Where many points move, an image array is filled at once instead of sorting the points. */
    static Permutation permutation(int n, int[] generator) {
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
        return Permutation.ofImages(images);
    }

    /** The points that a permutation moves, followed by their images. */
    static int[] of(Permutation permutation) {
        int[] support = permutation.support();
        int[] result = Arrays.copyOf(support, 2 * support.length);
        for (int i = 0; i < support.length; i++) {
            result[support.length + i] = permutation.image(support[i]);
        }
        return result;
    }
}
