package org.orbifold.graph;

/**
 * sparse6 lines, after the description that comes with nauty: after the number of vertices, pairs of a bit b and a
 * number x of k bits, where k bits hold n - 1. A current vertex v starts at 0; b moves it to the next one; then x
 * larger than v moves it to x, and any other x is an edge from x to v.
 */
final class Sparse6 {

    private Sparse6() {
    }

    static ColoredGraph read(String text, String source, long line) throws GraphFormatException {
        SixBits bits = new SixBits(text.substring(1), source, line);
        int n = GraphFiles.checkedSize(bits.size(), source, line);
        int k = width(n);
        ColoredGraphBuilder builder = ColoredGraph.builder(n);
        int v = 0;
        while (bits.bitsLeft() > k) {
            v += bits.bits(1);
            int x = bits.bits(k);
            if (x > v) {
                v = x;
            } else if (v < n) {
                builder.edge(x, v);
            }
            if (v >= n) {
                break;
            }
        }
        return builder.build();
    }

    static String write(ColoredGraph graph) {
        boolean[] possible = {GraphFormat.hasOneColor(graph)};
        graph.forEachEdge((from, to, color, directed) -> possible[0] &= color == 0 && !directed);
        GraphFormat.require(possible[0], "sparse6", "colours and arcs");
        int n = graph.vertexCount();
        int k = width(n);
        SixBits.Writer bits = new SixBits.Writer(":", n);
        int at = 0;
        for (int v = 0; v < n; v++) {
            for (int i = 0; i < graph.degree(v) && graph.neighbour(v, i) < v; i++) {
                at = write(bits, k, at, graph.neighbour(v, i), v);
            }
            if (graph.hasEdge(v, v)) {
                at = write(bits, k, at, v, v);
            }
        }
        // Ones as padding would read as a loop at the last vertex where k bits hold just n - 1.
        if (k < 6 && n == 1 << k && bits.missing() > k && at == n - 2) {
            bits.bits(0, 1);
        }
        return bits.finish(1);
    }

    private static int write(SixBits.Writer bits, int k, int current, int u, int v) {
        if (v == current || v == current + 1) {
            bits.bits(v - current, 1);
        } else {
            bits.bits(1, 1);
            bits.bits(v, k);
            bits.bits(0, 1);
        }
        bits.bits(u, k);
        return v;
    }

    private static int width(int n) {
        return n <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(n - 1);
    }
}
