package org.orbifold.graph;

import java.io.IOException;
import java.io.Writer;

/** The graph formats that are read and written; {@link GraphFiles} recognises them. */
public enum GraphFormat {

    /** DIMACS, with arcs, loops and edge colours; vertices from 1. */
    DIMACS {
        @Override
        public void write(ColoredGraph graph, Writer out) throws IOException {
            Dimacs.write(graph, out);
        }
    },

    /** One graph per line, by McKay: no colours, no arcs, no loops. */
    GRAPH6 {
        @Override
        public void write(ColoredGraph graph, Writer out) throws IOException {
            out.write(Graph6.write(graph) + "\n");
        }
    },

    /** One sparse graph per line, by McKay: no colours, no arcs, but loops. */
    SPARSE6 {
        @Override
        public void write(ColoredGraph graph, Writer out) throws IOException {
            out.write(Sparse6.write(graph) + "\n");
        }
    },

    /** nauty's dreadnaut: {@code n=3 g 0: 1 2; 1: 2. f=[0|1,2]}; vertices from 0, colours as cells. */
    DREADNAUT {
        @Override
        public void write(ColoredGraph graph, Writer out) throws IOException {
            Dreadnaut.write(graph, out);
        }
    },

    /** saucy: {@code VERTICES EDGES CELLS}, the first vertices of the cells after the first, the edges; from 0. */
    SAUCY {
        @Override
        public void write(ColoredGraph graph, Writer out) throws IOException {
            NumberLists.writeSaucy(graph, out);
        }
    },

    /** {@code VERTEX VERTEX [COLOUR]} per line, vertices from 0. */
    EDGE_LIST {
        @Override
        public void write(ColoredGraph graph, Writer out) throws IOException {
            NumberLists.writeEdges(graph, out);
        }
    };

    /**
     * Writes a graph.
     *
     * @param graph the graph
     * @param out where to; not closed
     * @throws IllegalArgumentException if the format cannot say what the graph has; nothing is written then
     * @throws IOException if writing fails
     */
    public abstract void write(ColoredGraph graph, Writer out) throws IOException;

    /** Refuses what a format cannot say. */
    static void require(boolean possible, String format, String what) {
        if (!possible) {
            throw new IllegalArgumentException(format + " has no " + what + "; write DIMACS, which has");
        }
    }

    /** Whether all vertices have colour 0. */
    static boolean hasOneColor(ColoredGraph graph) {
        for (int v = 0; v < graph.vertexCount(); v++) {
            if (graph.color(v) != 0) {
                return false;
            }
        }
        return true;
    }
}
