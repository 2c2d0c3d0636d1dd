package org.orbifold.graph.detect;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.ColoredGraph;

/**
 * Checks that a sparsely given permutation preserves colours and edges, in time proportional to the degrees of what it
 * moves.
 */
final class Certifier {

    private final int[] offsets;
    private final int[] neighbours;
    private final int[] colors;
    private final int[] image;
    private final int[] mark;
    /** What joins each entry of a row to its vertex, for graphs that are not plain, and that of the last marked row. */
    private final int @Nullable [] classes;
    private final int[] markedClass;
    private int stamp;

    Certifier(int[] offsets, int[] neighbours, int[] colors) {
        this(offsets, neighbours, colors, null);
    }

    /** For a graph itself, whatever was searched in its place; that is the graph, if it is plain. */
    static Certifier of(ColoredGraph graph, LocalGraph searched) {
        return graph.isPlain() ? new Certifier(searched.offsets(), searched.neighbours(), searched.colors())
            : new Certifier(graph.copyOffsets(), graph.copyNeighbours(),
                Arrays.copyOf(searched.colors(), graph.vertexCount()), graph.copyEdgeClasses());
    }

    private Certifier(int[] offsets, int[] neighbours, int[] colors, int @Nullable [] classes) {
        this.classes = classes;
        this.markedClass = new int[classes == null ? 0 : colors.length];
        this.offsets = offsets;
        this.neighbours = neighbours;
        this.colors = colors;
        int n = colors.length;
        image = new int[n];
        for (int v = 0; v < n; v++) {
            image[v] = v;
        }
        mark = new int[n];
    }

    /** Whether mapping the first half of the array to the second, and all else to itself, is an automorphism. */
    boolean isAutomorphism(int[] generator) {
        return isAutomorphism(generator, 0, generator, generator.length / 2, generator.length / 2);
    }

    /** Whether mapping {@code from[i]} to {@code to[i]} for i below size, all else to itself, is an automorphism. */
    boolean isAutomorphism(int[] from, int[] to, int size) {
        return isAutomorphism(from, 0, to, 0, size);
    }

    private boolean isAutomorphism(int[] from, int firstFrom, int[] to, int firstTo, int size) {
        boolean ok = isPermutation(from, firstFrom, to, firstTo, size);
        for (int i = 0; i < size; i++) {
            image[from[firstFrom + i]] = to[firstTo + i];
        }
        for (int i = 0; ok && i < size; i++) {
            int v = from[firstFrom + i];
            int w = to[firstTo + i];
            ok = colors[v] == colors[w] && mapsRow(v, w);
        }
        for (int i = 0; i < size; i++) {
            image[from[firstFrom + i]] = from[firstFrom + i];
        }
        return ok;
    }

    /** Same set on both sides, every image once. */
    private boolean isPermutation(int[] from, int firstFrom, int[] to, int firstTo, int size) {
        nextStamp();
        int once = stamp;
        for (int i = firstFrom; i < firstFrom + size; i++) {
            if (mark[from[i]] == once) {
                return false;
            }
            mark[from[i]] = once;
        }
        nextStamp();
        for (int i = firstTo; i < firstTo + size; i++) {
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
            mark[neighbours[i]] = stamp;
            if (classes != null) {
                markedClass[neighbours[i]] = classes[i];
            }
        }
        for (int i = offsets[v]; i < offsets[v + 1]; i++) {
            int x = image[neighbours[i]];
            if (mark[x] != stamp || classes != null && markedClass[x] != classes[i]) {
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
