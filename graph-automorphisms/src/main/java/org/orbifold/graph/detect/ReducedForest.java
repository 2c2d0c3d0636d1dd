package org.orbifold.graph.detect;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the vertices of a reduced graph: a forest, in which each vertex that was folded is the child of
 * the one that it was folded into. Two kept vertices of one colour have equal trees, so whatever maps the kept ones
 * maps their trees, listed breadth first, place by place.
 */
final class ReducedForest {

    /** Plus one, zero being none; the child that was appended last comes first. */
    private final int[] firstChild;
    private final int[] nextSibling;
    private int[] points = new int[16];
    private int[] images = new int[16];

    /** Every vertex stands for itself. */
    ReducedForest(int n) {
        firstChild = new int[n];
        nextSibling = new int[n];
    }

    /** Puts one vertex with all that stands behind it behind another, for good. */
    void append(int to, int what) {
        nextSibling[what] = firstChild[to];
        firstChild[to] = what + 1;
    }

    /** The child that was appended last; there must be one. */
    int newestChild(int v) {
        return firstChild[v] - 1;
    }

    /** The child of the same vertex that was appended before; there must be one. */
    int olderSibling(int child) {
        return nextSibling[child] - 1;
    }

    /** The exchange of two vertices with what stands behind them, as points followed by images. */
    int[] swap(int a, int b) {
        return expand(new int[] {a, b, b, a}, null);
    }

    /** A permutation of kept vertices (all if null), carried over to all that stand behind them. */
    int[] expand(int[] generator, int @Nullable [] kept) {
        int pairs = generator.length / 2;
        int size = 0;
        for (int i = 0; i < pairs; i++) {
            int x = generator[i];
            int y = generator[pairs + i];
            size = list(kept == null ? x : kept[x], kept == null ? y : kept[y], size);
        }
        int[] result = Arrays.copyOf(points, 2 * size);
        System.arraycopy(images, 0, result, size, size);
        return result;
    }

    /** Lists two equal trees side by side from a place on; the place where they end. */
    private int list(int x, int y, int from) {
        if (points.length < from + 1) {
            grow(from + 1);
        }
        points[from] = x;
        images[from] = y;
        int end = from + 1;
        for (int head = from; head < end; head++) {
            int c = firstChild[points[head]];
            int d = firstChild[images[head]];
            while (c != 0) {
                if (end == points.length) {
                    grow(end + 1);
                }
                points[end] = c - 1;
                images[end++] = d - 1;
                c = nextSibling[c - 1];
                d = nextSibling[d - 1];
            }
        }
        return end;
    }

    private void grow(int least) {
        int size = Math.max(least, 2 * points.length);
        points = Arrays.copyOf(points, size);
        images = Arrays.copyOf(images, size);
    }

    /** The trees of the kept vertices, one after the other. */
    int[] expandOrder(int[] vertexAt, int[] kept) {
        int[] result = new int[firstChild.length];
        int end = 0;
        for (int reduced : vertexAt) {
            int head = end;
            result[end++] = kept[reduced];
            for (; head < end; head++) {
                for (int c = firstChild[result[head]]; c != 0; c = nextSibling[c - 1]) {
                    result[end++] = c - 1;
                }
            }
        }
        return end == result.length ? result : Arrays.copyOf(result, end);
    }
}
