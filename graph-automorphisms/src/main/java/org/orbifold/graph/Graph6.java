package org.orbifold.graph;

/** graph6 and digraph6 lines: the adjacency matrix, column by column above the diagonal, or row by row. */
final class Graph6 {

    private Graph6() {
    }

    static ColoredGraph read(String text, String source, long line) throws GraphFormatException {
        boolean directed = text.startsWith("&");
        SixBits bits = new SixBits(directed ? text.substring(1) : text, source, line);
        int n = bits.size();
        long expected = directed ? (long) n * n : (long) n * (n - 1) / 2;
        if (bits.bitsLeft() < expected || bits.bitsLeft() > expected + 5) {
            throw bits.error(bits.bitsLeft() / 6 + " characters for the edges of " + n + " vertices, expected "
                + (expected + 5) / 6);
        }
        ColoredGraphBuilder builder = ColoredGraph.builder(GraphFiles.checkedSize(n, source, line));
        for (int v = 0; v < n; v++) {
            for (int u = 0; u < (directed ? n : v); u++) {
                if (bits.bits(1) == 1) {
                    if (directed) {
                        builder.arc(v, u);
                    } else {
                        builder.edge(u, v);
                    }
                }
            }
        }
        return builder.build();
    }

    static String write(ColoredGraph graph) {
        GraphFormat.require(graph.isPlain() && GraphFormat.hasOneColor(graph), "graph6", "colours, arcs and loops");
        SixBits.Writer bits = new SixBits.Writer("", graph.vertexCount());
        for (int v = 0; v < graph.vertexCount(); v++) {
            for (int u = 0; u < v; u++) {
                bits.bits(graph.hasEdge(u, v) ? 1 : 0, 1);
            }
        }
        return bits.finish(0);
    }
}
