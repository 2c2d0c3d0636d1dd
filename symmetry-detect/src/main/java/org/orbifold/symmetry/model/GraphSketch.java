package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;

/**
 * A graph that grows. Colours are a kind of vertex and a class within the kind. For people, vertices have names and
 * colours a meaning; a search does without.
 */
final class GraphSketch {

    /** Kinds of vertices, which automorphisms never mix. */
    enum Kind { PAIR, HUB, LEVEL, ENTRY, CORNER, MASK, BOX, RIGID, GATE, FORMULA }

    private static final int KINDS = Kind.values().length;

    private final IntArrayList colors = new IntArrayList();
    private final IntArrayList ends = new IntArrayList();
    private final @Nullable List<String> names;
    private final SortedMap<Integer, String> meanings = new TreeMap<>();

    GraphSketch() {
        this(false);
    }

    GraphSketch(boolean named) {
        this.names = named ? new ArrayList<>() : null;
    }

    int vertex(Kind kind, int colorClass) {
        colors.add(color(kind, colorClass));
        return colors.size() - 1;
    }

    private static int color(Kind kind, int colorClass) {
        return Math.addExact(Math.multiplyExact(colorClass, KINDS), kind.ordinal());
    }

    /** Names the vertex that was added last. */
    void name(Supplier<String> name) {
        if (names != null) {
            names.add(name.get());
        }
    }

    /** Says what a colour means. */
    void explain(Kind kind, int colorClass, Supplier<String> meaning) {
        if (names != null) {
            meanings.computeIfAbsent(color(kind, colorClass), color -> meaning.get());
        }
    }

    /** The kind of vertex that a colour stands for. */
    static Kind kindOf(int color) {
        return Kind.values()[color % KINDS];
    }

    /** The names of the vertices; none if they were not asked for. */
    List<String> names() {
        return names == null ? List.of() : names;
    }

    /** What colours mean. */
    SortedMap<Integer, String> meanings() {
        return meanings;
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
