package org.orbifold.symmetry.search;

import java.util.Arrays;

/**
 * Checks that a sparsely given permutation preserves colours and edges, in time proportional to the degrees of what it
 * moves.
 */
final class Certifier {

    private final int[] offsets;
    private final int[] neighbors;
    private final int[] colors;
    private final int[] image;
    private final int[] mark;
    private int stamp;

    Certifier(int[] offsets, int[] neighbors, int[] colors) {
        this.offsets = offsets;
        this.neighbors = neighbors;
        this.colors = colors;
        int n = colors.length;
        image = new int[n];
        for (int v = 0; v < n; v++) {
            image[v] = v;
        }
        mark = new int[n];
    }

    /**
     * Whether mapping {@code from[i]} to {@code to[i]} for i below size, and all else to itself, is an automorphism.
     */
    boolean isAutomorphism(int[] from, int[] to, int size) {
        for (int i = 0; i < size; i++) {
            image[from[i]] = to[i];
        }
        boolean ok = isPermutation(from, to, size);
        for (int i = 0; ok && i < size; i++) {
            ok = colors[from[i]] == colors[to[i]] && mapsRow(from[i], to[i]);
        }
        for (int i = 0; i < size; i++) {
            image[from[i]] = from[i];
        }
        return ok;
    }

    /** Same set on both sides, every image once. */
    private boolean isPermutation(int[] from, int[] to, int size) {
        nextStamp();
        for (int i = 0; i < size; i++) {
            if (mark[from[i]] == stamp) {
                return false;
            }
            mark[from[i]] = stamp;
        }
        int once = stamp;
        nextStamp();
        for (int i = 0; i < size; i++) {
            if (mark[to[i]] != once) {
                return false;
            }
            mark[to[i]] = stamp;
        }
        return true;
    }

    private boolean mapsRow(int v, int w) {
        if (offsets[v + 1] - offsets[v] != offsets[w + 1] - offsets[w]) {
            return false;
        }
        nextStamp();
        for (int i = offsets[w]; i < offsets[w + 1]; i++) {
            mark[neighbors[i]] = stamp;
        }
        for (int i = offsets[v]; i < offsets[v + 1]; i++) {
            if (mark[image[neighbors[i]]] != stamp) {
                return false;
            }
        }
        return true;
    }

    private void nextStamp() {
        if (++stamp == Integer.MAX_VALUE) {
            Arrays.fill(mark, 0);
            stamp = 1;
        }
    }
}
