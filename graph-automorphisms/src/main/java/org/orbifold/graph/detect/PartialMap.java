package org.orbifold.graph.detect;

import java.util.BitSet;

/**
 * The part of a mapping of vertices that is known so far, without what stays in place. Images whose own image is not
 * known are open; when none is, the map is a permutation.
 */
final class PartialMap {

    private final int[] from;
    private final int[] to;
    private int size;
    private final BitSet points = new BitSet();
    private final BitSet images = new BitSet();
    private int openCount;

    PartialMap(int n) {
        from = new int[n];
        to = new int[n];
    }

    /** Forgets everything, in the time it took to put it in. */
    void clear() {
        for (int i = 0; i < size; i++) {
            points.clear(from[i]);
            images.clear(to[i]);
        }
        size = 0;
        openCount = 0;
    }

    /** Maps a vertex that has no image to one that has no preimage; nothing if they are the same. */
    void put(int a, int b) {
        if (a != b) {
            from[size] = a;
            to[size++] = b;
            points.set(a);
            images.set(b);
            openCount += (points.get(b) ? 0 : 1) - (images.get(a) ? 1 : 0);
        }
    }

    /** Whether no image lacks an image, and the map is an automorphism. */
    boolean isAutomorphism(Certifier certifier) {
        return openCount == 0 && certifier.isAutomorphism(from, to, size);
    }

    /** Points followed by images. */
    int[] toGenerator() {
        return Generators.of(from, to, size);
    }
}
