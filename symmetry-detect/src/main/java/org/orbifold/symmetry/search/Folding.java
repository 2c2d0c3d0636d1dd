package org.orbifold.symmetry.search;

import java.util.ArrayList;
import java.util.List;

/**
 * A graph some of whose vertices have been folded into others: which are left, with which colours and degrees, and what
 * the folding says about the group. {@link LeafFolding} and {@link Reduction} do the folding.
 */
final class Folding {

    final LocalGraph graph;
    final int[] color;
    final int[] degree;
    final boolean[] gone;
    final Bundles bundles;
    final List<int[]> generators = new ArrayList<>();
    final GroupOrder order = new GroupOrder();
    /** New colours are numbered from here. */
    int nextColor;
    int left;

    Folding(LocalGraph graph) {
        this.graph = graph;
        int n = graph.size();
        left = n;
        color = graph.colors().clone();
        degree = new int[n];
        gone = new boolean[n];
        bundles = new Bundles(n);
        int[] offsets = graph.offsets();
        for (int v = 0; v < n; v++) {
            degree[v] = offsets[v + 1] - offsets[v];
            nextColor = Math.max(nextColor, color[v] + 1);
        }
    }

    void remove(int v) {
        gone[v] = true;
        left--;
    }

    /** The vertices that are left, in increasing order. */
    int[] kept() {
        int[] kept = new int[left];
        int count = 0;
        for (int v = 0; v < gone.length; v++) {
            if (!gone[v]) {
                kept[count++] = v;
            }
        }
        return kept;
    }

    /** The graph on the vertices that are left; its vertex i is {@code kept[i]}. */
    LocalGraph inducedOn(int[] kept) {
        int[] number = new int[gone.length];
        int[] offsets = new int[kept.length + 1];
        int[] colors = new int[kept.length];
        for (int i = 0; i < kept.length; i++) {
            int v = kept[i];
            number[v] = i;
            colors[i] = color[v];
            offsets[i + 1] = offsets[i] + degree[v];
        }
        int[] rows = graph.offsets();
        int[] ends = graph.neighbors();
        int[] neighbors = new int[offsets[kept.length]];
        int next = 0;
        for (int v : kept) {
            for (int j = rows[v]; j < rows[v + 1]; j++) {
                int w = ends[j];
                if (!gone[w]) {
                    neighbors[next++] = number[w];
                }
            }
        }
        return new LocalGraph(offsets, neighbors, colors);
    }
}
