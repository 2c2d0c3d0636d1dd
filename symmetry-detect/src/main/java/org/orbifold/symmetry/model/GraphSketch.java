package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;

/** A graph that grows. Colours are a kind of vertex and a class within the kind. */
final class GraphSketch {

    /** Kinds of vertices, which automorphisms never mix. */
    enum Kind { PAIR, HUB, LEVEL, ENTRY, CORNER, MASK, BOX, RIGID }

    private static final int KINDS = Kind.values().length;

    private final IntArrayList colors = new IntArrayList();
    private final IntArrayList ends = new IntArrayList();

    int vertex(Kind kind, int colorClass) {
        colors.add(Math.addExact(Math.multiplyExact(colorClass, KINDS), kind.ordinal()));
        return colors.size() - 1;
    }

    void edge(int u, int v) {
        ends.add(u);
        ends.add(v);
    }

    int vertexCount() {
        return colors.size();
    }

    ColoredGraph build() {
        ColoredGraphBuilder builder = ColoredGraph.builder(colors.size());
        for (int v = 0; v < colors.size(); v++) {
            builder.color(v, colors.getInt(v));
        }
        for (int i = 0; i < ends.size(); i += 2) {
            builder.edge(ends.getInt(i), ends.getInt(i + 1));
        }
        return builder.build();
    }
}
