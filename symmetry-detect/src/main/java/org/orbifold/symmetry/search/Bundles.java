package org.orbifold.symmetry.search;

import java.util.Arrays;

/**
 * Lists of vertices that stand behind the vertices of a reduced graph. Two kept vertices of one colour have lists of
 * one length whose i-th members correspond, so whatever maps the kept ones maps the lists place by place.
 */
final class Bundles {

    private final int[] next;
    /** The last of a list plus one; zero is the vertex itself. */
    private final int[] last;
    private final int[] added;

    /** Every vertex stands for itself. */
    Bundles(int n) {
        next = new int[n];
        last = new int[n];
        added = new int[n];
    }

    /** Puts the list of one vertex behind the list of another, for good. */
    void append(int to, int what) {
        next[last[to] == 0 ? to : last[to] - 1] = what;
        last[to] = last[what] == 0 ? what + 1 : last[what];
        added[to] += added[what] + 1;
    }

    int size(int v) {
        return added[v] + 1;
    }

    /** The exchange of two lists, as points followed by images. */
    int[] swap(int a, int b) {
        int k = size(a);
        int[] result = new int[4 * k];
        int x = a;
        int y = b;
        for (int i = 0; i < k; i++) {
            result[2 * i] = x;
            result[2 * i + 1] = y;
            result[2 * k + 2 * i] = y;
            result[2 * k + 2 * i + 1] = x;
            x = next[x];
            y = next[y];
        }
        return result;
    }

    /** A permutation of kept vertices, carried over to all that stand behind them. */
    int[] expand(int[] generator, int[] kept) {
        int pairs = generator.length / 2;
        int total = 0;
        for (int i = 0; i < pairs; i++) {
            total += size(kept[generator[i]]);
        }
        int[] result = new int[2 * total];
        int at = 0;
        for (int i = 0; i < pairs; i++) {
            int x = kept[generator[i]];
            int y = kept[generator[pairs + i]];
            for (int k = size(x); k > 0; k--) {
                result[at] = x;
                result[total + at++] = y;
                x = next[x];
                y = next[y];
            }
        }
        return result;
    }

    /** The lists of the kept vertices, one after the other. */
    int[] expandOrder(int[] vertexAt, int[] kept) {
        int[] result = new int[next.length];
        int at = 0;
        for (int reduced : vertexAt) {
            int x = kept[reduced];
            for (int k = size(x); k > 0; k--) {
                result[at++] = x;
                x = next[x];
            }
        }
        return at == result.length ? result : Arrays.copyOf(result, at);
    }
}
