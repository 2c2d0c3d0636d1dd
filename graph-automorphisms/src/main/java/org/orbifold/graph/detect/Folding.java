package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.graph.refine.ColorOrder;

/**
 * A graph some of whose vertices have been folded into others: which are left, with which colours and degrees, and what
 * the folding says about the group. {@link DegreeOneReduction} and {@link Reduction} do the folding.
 */
final class Folding {

    /** Stays negative when neighbours of a vertex that is gone go too. */
    static final int GONE = Integer.MIN_VALUE / 2;

    final LocalGraph graph;
    final int[] color;
    /** How many neighbours are left; negative for a vertex that is not. */
    final int[] degree;
    final ReducedForest forest;
    final List<int[]> generators = new ArrayList<>();
    final GroupOrder order = new GroupOrder();
    /** New colours are numbered from here. */
    int nextColor;
    int left;

    Folding(LocalGraph graph) {
        this.graph = graph;
        int n = graph.size();
        left = n;
        degree = new int[n];
        forest = new ReducedForest(n);
        int[] offsets = graph.offsets();
        for (int v = 0; v < n; v++) {
            degree[v] = offsets[v + 1] - offsets[v];
        }
        int[] colors = graph.colors();
        int largest = -1;
        for (int v = 0; v < n; v++) {
            largest = Math.max(largest, colors[v]);
        }
        // There are at most as many new colours as vertices.
        boolean room = largest < Integer.MAX_VALUE - n;
        color = room ? graph.colors().clone() : ranks(graph.colors());
        nextColor = room ? largest + 1 : n;
    }

    /** Colours from 0 in the same order. */
    private static int[] ranks(int[] colors) {
        int[] order = ColorOrder.of(colors);
        int[] rank = new int[colors.length];
        for (int i = 1; i < order.length; i++) {
            int step = colors[order[i]] == colors[order[i - 1]] ? 0 : 1;
            rank[order[i]] = rank[order[i - 1]] + step;
        }
        return rank;
    }

    void remove(int v) {
        degree[v] = GONE;
        left--;
    }

    boolean isGone(int v) {
        return degree[v] < 0;
    }

    /** The vertices that are left, in increasing order. */
    int[] kept() {
        int[] kept = new int[left];
        int count = 0;
        for (int v = 0; count < left; v++) {
            kept[count] = v;
            count += isGone(v) ? 0 : 1;
        }
        return kept;
    }

    /** The graph on the vertices that are left; its vertex i is {@code kept[i]}. */
    LocalGraph inducedOn(int[] kept) {
        // Plus one, zero being gone.
        int[] number = new int[degree.length];
        int[] offsets = new int[kept.length + 1];
        int[] colors = new int[kept.length];
        for (int i = 0; i < kept.length; i++) {
            int v = kept[i];
            number[v] = i + 1;
            colors[i] = color[v];
            offsets[i + 1] = offsets[i] + degree[v];
        }
        int[] rows = graph.offsets();
        int[] ends = graph.neighbours();
        int[] neighbours = new int[offsets[kept.length]];
        for (int i = 0; i < kept.length; i++) {
            int next = offsets[i];
            int rowEnd = rows[kept[i] + 1];
            for (int j = rows[kept[i]]; j < rowEnd; j++) {
                int w = number[ends[j]];
                if (w != 0) {
                    neighbours[next++] = w - 1;
                }
            }
        }
        return new LocalGraph(offsets, neighbours, colors);
    }
}
