package org.orbifold.graph.detect;

import java.util.Arrays;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.refine.ColorOrder;

/**
 * The graph that is searched: a plain graph itself, else one with the same automorphisms. Vertex v stays vertex v, its
 * loops become part of its colour, and plain edges stay. Where two vertices are joined by more than that, alike from
 * both sides, a middle vertex stands for it, coloured by what it is; else two, each for how its neighbour sees it. So
 * every automorphism of the one extends in exactly one way to the other, and orders agree.
 */
final class Encoding {

    private Encoding() {
    }

    /** The graph with given colours; the first places of an ordered partition by colours are the graph's vertices. */
    static LocalGraph of(ColoredGraph graph, int[] colors) {
        if (graph.isPlain()) {
            return new LocalGraph(graph.copyOffsets(), graph.copyNeighbours(), colors);
        }
        int n = graph.vertexCount();
        int[] offsets = graph.copyOffsets();
        int[] neighbours = graph.copyNeighbours();
        int[] classes = graph.copyEdgeClasses();
        int[] across = across(offsets, neighbours);
        int[] middle = new int[neighbours.length];
        int size = n;
        for (int v = 0; v < n; v++) {
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                // The first entry of a pair decides; the other shares its middle vertex or gets its own.
                boolean alike = classes[i] == classes[across[i]];
                middle[i] = alike && isPlain(graph, v, neighbours[i]) ? -1
                    : alike && neighbours[i] < v ? middle[across[i]] : size++;
            }
        }
        int[] newColors = Arrays.copyOf(vertexClasses(colors, graph.copyLoopClasses()), size);
        int[] degree = new int[size + 1];
        int[][] ends = new int[2][2 * neighbours.length];
        int arcs = 0;
        for (int v = 0; v < n; v++) {
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                boolean first = v < neighbours[i];
                if (middle[i] >= 0) {
                    newColors[middle[i]] = n + classes[i];
                    arcs = join(ends, arcs, v, middle[i]);
                    if (first && middle[i] != middle[across[i]]) {
                        arcs = join(ends, arcs, middle[i], middle[across[i]]);
                    }
                } else if (first) {
                    arcs = join(ends, arcs, v, neighbours[i]);
                }
            }
        }
        return rows(ends, arcs, newColors, degree);
    }

    private static boolean isPlain(ColoredGraph graph, int v, int w) {
        int[] colors = graph.colorsOfArcs(v, w);
        return colors.length == 1 && colors[0] == 0;
    }

    /** For each entry v, w of the sorted rows the place of the entry w, v. */
    private static int[] across(int[] offsets, int[] neighbours) {
        int[] next = Arrays.copyOf(offsets, offsets.length - 1);
        int[] across = new int[neighbours.length];
        for (int v = 0; v + 1 < offsets.length; v++) {
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                across[i] = next[neighbours[i]]++;
            }
        }
        return across;
    }

    /** Numbers from 0 below n by colour, then by loops. */
    private static int[] vertexClasses(int[] colors, int[] loops) {
        int[] byLoops = ColorOrder.of(loops);
        int[] order = ColorOrder.of(Arrays.stream(byLoops).map(v -> colors[v]).toArray());
        int[] classes = new int[colors.length];
        int last = -1;
        int number = -1;
        for (int i : order) {
            int v = byLoops[i];
            if (last < 0 || colors[v] != colors[last] || loops[v] != loops[last]) {
                number++;
            }
            classes[v] = number;
            last = v;
        }
        return classes;
    }

    private static int join(int[][] ends, int count, int u, int v) {
        ends[0][count] = u;
        ends[1][count] = v;
        return count + 1;
    }

    private static LocalGraph rows(int[][] ends, int edges, int[] colors, int[] offsets) {
        for (int e = 0; e < edges; e++) {
            offsets[ends[0][e] + 1]++;
            offsets[ends[1][e] + 1]++;
        }
        for (int v = 0; v < colors.length; v++) {
            offsets[v + 1] += offsets[v];
        }
        int[] next = Arrays.copyOf(offsets, colors.length);
        int[] neighbours = new int[2 * edges];
        for (int e = 0; e < edges; e++) {
            neighbours[next[ends[0][e]]++] = ends[1][e];
            neighbours[next[ends[1][e]]++] = ends[0][e];
        }
        return new LocalGraph(offsets, neighbours, colors);
    }
}
