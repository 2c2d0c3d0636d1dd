package org.orbifold.symmetry.detect;

import java.util.Arrays;
import java.util.List;

/**
 * Union–find over vertices that remembers which classes were refuted: a refuted class stays so when it grows, until
 * the next level makes all of them possible again.
 */
final class OrbitForest {

    private final int[] parentOrSize;
    private final int[] refuted;
    private int level;

    OrbitForest(int n) {
        parentOrSize = new int[n];
        Arrays.fill(parentOrSize, -1);
        refuted = new int[n];
    }

    /** The orbits of generators given as points followed by images. */
    static OrbitForest of(int n, List<int[]> generators) {
        OrbitForest orbits = new OrbitForest(n);
        for (int[] g : generators) {
            int size = g.length / 2;
            for (int i = 0; i < size; i++) {
                orbits.union(g[i], g[size + i]);
            }
        }
        return orbits;
    }

    /** Forgets refutations. */
    void nextLevel() {
        level++;
    }

    int find(int v) {
        int root = v;
        while (parentOrSize[root] >= 0) {
            root = parentOrSize[root];
        }
        int x = v;
        while (parentOrSize[x] >= 0) {
            int up = parentOrSize[x];
            parentOrSize[x] = root;
            x = up;
        }
        return root;
    }

    int size(int v) {
        return -parentOrSize[find(v)];
    }

    void union(int v, int w) {
        int a = find(v);
        int b = find(w);
        if (a == b) {
            return;
        }
        if (parentOrSize[a] > parentOrSize[b]) {
            int swap = a;
            a = b;
            b = swap;
        }
        parentOrSize[a] += parentOrSize[b];
        parentOrSize[b] = a;
        refuted[a] = Math.max(refuted[a], refuted[b]);
    }

    void refute(int v) {
        refuted[find(v)] = level;
    }

    boolean isRefuted(int v) {
        return refuted[find(v)] == level;
    }
}
