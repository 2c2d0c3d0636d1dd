package org.orbifold.graph;

/** Graphs of matrices of signs: two vertices for each row and for each column, whose automorphisms are monomial. */
public final class HadamardGraphs {

    private HadamardGraphs() {
    }

    /** Sylvester's matrix of an order that is a power of two: true for a minus. */
    public static boolean[][] sylvester(int n) {
        boolean[][] rows = new boolean[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                rows[i][j] = Integer.bitCount(i & j) % 2 == 1;
            }
        }
        return rows;
    }

    /** An inequivalent matrix: in the first four rows the quarter of columns where these agree is negated. */
    public static boolean[][] switched(boolean[][] rows) {
        boolean[][] result = new boolean[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            result[i] = rows[i].clone();
        }
        for (int j = 0; j < rows.length; j++) {
            if (rows[0][j] == rows[1][j] && rows[1][j] == rows[2][j] && rows[2][j] == rows[3][j]) {
                for (int i = 0; i < 4; i++) {
                    result[i][j] ^= true;
                }
            }
        }
        return result;
    }

    /** The graph of a matrix. */
    public static ColoredGraph of(boolean[][] rows) {
        int n = rows.length;
        ColoredGraphBuilder b = ColoredGraph.builder(4 * n);
        for (int i = 0; i < n; i++) {
            b.edge(2 * i, 2 * i + 1).edge(2 * (n + i), 2 * (n + i) + 1);
            for (int j = 0; j < n; j++) {
                int sign = rows[i][j] ? 1 : 0;
                b.edge(2 * i, 2 * (n + j) + sign).edge(2 * i + 1, 2 * (n + j) + 1 - sign);
            }
        }
        return b.build();
    }
}
