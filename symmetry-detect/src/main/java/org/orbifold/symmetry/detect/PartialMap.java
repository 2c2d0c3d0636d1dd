package org.orbifold.symmetry.detect;

import java.util.Arrays;

/**
 * The part of a mapping of vertices that is known so far, without what stays in place. Images whose own image is not
 * known are open; when none is, the map is a permutation.
 */
final class PartialMap {

    /** How far a chain of images is followed to its start. */
    private static final int LONGEST_CHAIN = 512;

    /** By vertex, −1 where unknown. */
    private final int[] image;
    private final int[] preimage;
    private int[] from = new int[64];
    private int[] to = new int[64];
    private int size;
    /** Images that had no image when they became one, and how many have none yet. */
    private int[] opened = new int[64];
    private int openedCount;
    private int openCount;

    PartialMap(int n) {
        image = new int[n];
        preimage = new int[n];
        Arrays.fill(image, -1);
        Arrays.fill(preimage, -1);
    }

    /** Forgets everything, in the time it took to put it in. */
    void clear() {
        for (int i = 0; i < size; i++) {
            image[from[i]] = -1;
            preimage[to[i]] = -1;
        }
        size = 0;
        openedCount = 0;
        openCount = 0;
    }

    /** Maps a vertex that has no image to one that has no preimage; nothing if they are the same. */
    void put(int a, int b) {
        if (a == b) {
            return;
        }
        if (size == from.length) {
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
        }
        from[size] = a;
        to[size++] = b;
        image[a] = b;
        preimage[b] = a;
        openCount -= preimage[a] >= 0 ? 1 : 0;
        if (image[b] < 0) {
            openCount++;
            if (openedCount == opened.length) {
                opened = Arrays.copyOf(opened, 2 * openedCount);
            }
            opened[openedCount++] = b;
        }
    }

    boolean isClosed() {
        return openCount == 0;
    }

    /** An open image; there must be one. */
    int lastOpen() {
        while (image[opened[openedCount - 1]] >= 0) {
            openedCount--;
        }
        return opened[openedCount - 1];
    }

    /** The vertex that a vertex must go to for a cycle to close; if it is far, one on the way. */
    int startOfChain(int last) {
        int x = last;
        for (int i = 0; i < LONGEST_CHAIN && preimage[x] >= 0; i++) {
            x = preimage[x];
        }
        return x;
    }

    boolean isAutomorphism(Certifier certifier) {
        return certifier.isAutomorphism(from, to, size);
    }

    /** Points followed by images. */
    int[] toGenerator() {
        return Generators.of(from, to, size);
    }
}
