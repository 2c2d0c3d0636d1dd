package org.orbifold.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Named graphs and random ones, for all tests of this module. */
public final class TestGraphs {

    private TestGraphs() {
    }

    public static ColoredGraph complete(int n) {
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                b.edge(i, j);
            }
        }
        return b.build();
    }

    public static ColoredGraph cycle(int n) {
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int i = 0; i < n; i++) {
            b.edge(i, (i + 1) % n);
        }
        return b.build();
    }

    public static ColoredGraph path(int n) {
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int i = 0; i + 1 < n; i++) {
            b.edge(i, i + 1);
        }
        return b.build();
    }

    public static ColoredGraph hypercube(int d) {
        ColoredGraphBuilder b = ColoredGraph.builder(1 << d);
        for (int v = 0; v < 1 << d; v++) {
            for (int i = 0; i < d; i++) {
                b.edge(v, v ^ (1 << i));
            }
        }
        return b.build();
    }

    /** Vertices are the k-subsets of an n-set, adjacent when disjoint; Kneser(5,2) is Petersen's graph. */
    public static ColoredGraph kneser(int n, int k) {
        List<Integer> sets = new ArrayList<>();
        for (int s = 0; s < 1 << n; s++) {
            if (Integer.bitCount(s) == k) {
                sets.add(s);
            }
        }
        ColoredGraphBuilder b = ColoredGraph.builder(sets.size());
        for (int i = 0; i < sets.size(); i++) {
            for (int j = i + 1; j < sets.size(); j++) {
                if ((sets.get(i) & sets.get(j)) == 0) {
                    b.edge(i, j);
                }
            }
        }
        return b.build();
    }

    /** For a prime q = 1 mod 4: i and j adjacent when their difference is a square. */
    public static ColoredGraph paley(int q) {
        boolean[] square = new boolean[q];
        for (int x = 1; x < q; x++) {
            square[x * x % q] = true;
        }
        ColoredGraphBuilder b = ColoredGraph.builder(q);
        for (int i = 0; i < q; i++) {
            for (int j = i + 1; j < q; j++) {
                if (square[j - i]) {
                    b.edge(i, j);
                }
            }
        }
        return b.build();
    }

    /** The k x k squares of a chessboard, adjacent in one row or column. */
    public static ColoredGraph rook(int k) {
        ColoredGraphBuilder b = ColoredGraph.builder(k * k);
        for (int r = 0; r < k; r++) {
            for (int c = 0; c < k; c++) {
                for (int d = c + 1; d < k; d++) {
                    b.edge(r * k + c, r * k + d);
                    b.edge(c * k + r, d * k + r);
                }
            }
        }
        return b.build();
    }

    /** Strongly regular with the parameters of rook(4): the Cayley graph of Z4 x Z4 with +-(1,0), +-(0,1), +-(1,1). */
    public static ColoredGraph shrikhande() {
        int[][] steps = {{1, 0}, {0, 1}, {1, 1}};
        ColoredGraphBuilder b = ColoredGraph.builder(16);
        for (int x = 0; x < 4; x++) {
            for (int y = 0; y < 4; y++) {
                for (int[] s : steps) {
                    b.edge(4 * x + y, 4 * ((x + s[0]) % 4) + (y + s[1]) % 4);
                }
            }
        }
        return b.build();
    }

    /** Points and lines of the projective plane over the prime field of order q, adjacent when incident. */
    public static ColoredGraph projectivePlane(int q) {
        List<int[]> points = new ArrayList<>();
        for (int x = 0; x < q; x++) {
            for (int y = 0; y < q; y++) {
                points.add(new int[] {1, x, y});
            }
            points.add(new int[] {0, 1, x});
        }
        points.add(new int[] {0, 0, 1});
        int n = points.size();
        ColoredGraphBuilder b = ColoredGraph.builder(2 * n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int[] p = points.get(i);
                int[] l = points.get(j);
                if ((p[0] * l[0] + p[1] * l[1] + p[2] * l[2]) % q == 0) {
                    b.edge(i, n + j);
                }
            }
        }
        return b.build();
    }

    /**
     * Points and lines of the Hall plane of order 9: coordinates from Hall's quasifield over the field with three
     * elements with f(s) = s^2 + 1 (Hughes and Piper, Projective Planes, 1973, chapter IX).
     */
    public static ColoredGraph hallPlane9() {
        int affine = 81;
        int points = 91;
        ColoredGraphBuilder b = ColoredGraph.builder(2 * points);
        // Lines: 9 m + k for y = x m + k, 81 + c for x = c, 90 at infinity; points 81 + m and 90 are at infinity.
        for (int m = 0; m < 9; m++) {
            for (int k = 0; k < 9; k++) {
                for (int x = 0; x < 9; x++) {
                    b.edge(9 * x + plus(hallProduct(x, m), k), points + 9 * m + k);
                }
                b.edge(affine + m, points + 9 * m + k);
                b.edge(9 * m + k, points + affine + m);
            }
            b.edge(90, points + affine + m);
            b.edge(affine + m, points + 90);
        }
        return b.edge(90, points + 90).build();
    }

    private static int plus(int a, int b) {
        return 3 * ((a / 3 + b / 3) % 3) + (a % 3 + b % 3) % 3;
    }

    private static int hallProduct(int a, int m) {
        int x = a / 3;
        int y = a % 3;
        int u = m / 3;
        int v = m % 3;
        if (v == 0) {
            return 3 * (x * u % 3) + y * u % 3;
        }
        // In the field with three elements v is its own inverse.
        int first = x * u - y * v * (u * u + 1);
        int second = x * v - y * u;
        return 3 * Math.floorMod(first, 3) + Math.floorMod(second, 3);
    }

    /** A Latin square far from a group table: cycles of pairs of rows are switched at random. */
    public static int[][] mixedSquare(int k, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[][] square = cyclicSquare(k);
        for (int round = 0; round < 50 * k * k; round++) {
            int[] a = square[random.nextInt(k)];
            int[] b = square[random.nextInt(k)];
            int column = random.nextInt(k);
            int first = a[column];
            // Following symbols from row b back to row a closes a cycle of columns; exchanging it keeps columns Latin.
            while (a != b) {
                int out = b[column];
                b[column] = a[column];
                a[column] = out;
                if (out == first) {
                    break;
                }
                int next = 0;
                while (next == column || a[next] != out) {
                    next++;
                }
                column = next;
            }
        }
        return square;
    }

    /** The cells of a Latin square given by a function, adjacent in one row, column or symbol. */
    public static ColoredGraph latinSquare(int[][] square) {
        int k = square.length;
        ColoredGraphBuilder b = ColoredGraph.builder(k * k);
        for (int a = 0; a < k * k; a++) {
            for (int c = a + 1; c < k * k; c++) {
                if (a / k == c / k || a % k == c % k || square[a / k][a % k] == square[c / k][c % k]) {
                    b.edge(a, c);
                }
            }
        }
        return b.build();
    }

    /** The multiplication table of the cyclic group. */
    public static int[][] cyclicSquare(int k) {
        int[][] square = new int[k][k];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                square[i][j] = (i + j) % k;
            }
        }
        return square;
    }

    /**
     * The graph of Cai, Fürer and Immerman over a base graph, without colours on the gadgets: for each base vertex
     * the even subsets of its edges, for each base edge and side a pair of vertices; one edge is twisted or not.
     */
    public static ColoredGraph cfi(ColoredGraph base, boolean twisted) {
        int n = base.vertexCount();
        int[][] pair = new int[n][];
        int next = 0;
        for (int v = 0; v < n; v++) {
            pair[v] = new int[base.degree(v)];
            for (int i = 0; i < pair[v].length; i++) {
                pair[v][i] = next;
                next += 2;
            }
        }
        int firstInner = next;
        for (int v = 0; v < n; v++) {
            next += 1 << (base.degree(v) - 1);
        }
        ColoredGraphBuilder b = ColoredGraph.builder(next);
        int inner = firstInner;
        for (int v = 0; v < n; v++) {
            for (int set = 0; set < 1 << base.degree(v); set++) {
                if (Integer.bitCount(set) % 2 == 0) {
                    for (int i = 0; i < base.degree(v); i++) {
                        b.edge(inner, pair[v][i] + (set >> i & 1));
                    }
                    b.color(inner, 1);
                    inner++;
                }
            }
        }
        boolean twist = twisted;
        for (int v = 0; v < n; v++) {
            for (int i = 0; i < base.degree(v); i++) {
                int w = base.neighbour(v, i);
                if (v < w) {
                    int j = 0;
                    while (base.neighbour(w, j) != v) {
                        j++;
                    }
                    int flip = twist ? 1 : 0;
                    twist = false;
                    b.edge(pair[v][i], pair[w][j] + flip);
                    b.edge(pair[v][i] + 1, pair[w][j] + 1 - flip);
                }
            }
        }
        return b.build();
    }

    /** A random graph with random colours. */
    public static ColoredGraph random(int n, double density, int colors, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int i = 0; i < n; i++) {
            b.color(i, random.nextInt(colors));
            for (int j = i + 1; j < n; j++) {
                if (random.nextDouble() < density) {
                    b.edge(i, j);
                }
            }
        }
        return b.build();
    }

    public static ColoredGraph randomTree(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int i = 1; i < n; i++) {
            b.edge(i, random.nextInt(i));
        }
        return b.build();
    }

    /** A random d-regular graph by repeated pairing; n d even. */
    public static ColoredGraph randomRegular(int n, int d, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        while (true) {
            int[] stubs = new int[n * d];
            for (int i = 0; i < stubs.length; i++) {
                stubs[i] = i / d;
            }
            for (int i = stubs.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swap = stubs[i];
                stubs[i] = stubs[j];
                stubs[j] = swap;
            }
            ColoredGraphBuilder b = ColoredGraph.builder(n);
            boolean simple = true;
            for (int i = 0; i < stubs.length && simple; i += 2) {
                simple = stubs[i] != stubs[i + 1];
                if (simple) {
                    b.edge(stubs[i], stubs[i + 1]);
                }
            }
            if (simple && b.build().edgeCount() == n * d / 2) {
                return b.build();
            }
        }
    }

    public static ColoredGraph disjointCopies(ColoredGraph g, int copies) {
        int n = g.vertexCount();
        ColoredGraphBuilder b = ColoredGraph.builder(n * copies);
        for (int k = 0; k < copies; k++) {
            for (int v = 0; v < n; v++) {
                b.color(k * n + v, g.color(v));
                for (int i = 0; i < g.degree(v); i++) {
                    b.edge(k * n + v, k * n + g.neighbour(v, i));
                }
            }
        }
        return b.build();
    }

    public static ColoredGraph complement(ColoredGraph g) {
        ColoredGraphBuilder b = ColoredGraph.builder(g.vertexCount());
        for (int v = 0; v < g.vertexCount(); v++) {
            b.color(v, g.color(v));
            for (int w = v + 1; w < g.vertexCount(); w++) {
                if (!g.hasEdge(v, w)) {
                    b.edge(v, w);
                }
            }
        }
        return b.build();
    }

    /** Every vertex replaced by k copies with the same neighbours. */
    public static ColoredGraph blowUp(ColoredGraph g, int k) {
        ColoredGraphBuilder b = ColoredGraph.builder(g.vertexCount() * k);
        for (int v = 0; v < g.vertexCount(); v++) {
            for (int a = 0; a < k; a++) {
                b.color(v * k + a, g.color(v));
                for (int i = 0; i < g.degree(v); i++) {
                    for (int c = 0; c < k; c++) {
                        b.edge(v * k + a, g.neighbour(v, i) * k + c);
                    }
                }
            }
        }
        return b.build();
    }

    /**
     * Friends and smokers in short: any two of n people are joined by two equal parts of two vertices each. Of order
     * n! · 2^(n(n - 1)/2), and a base is about n²/2 long, while exchanging two people moves 8n vertices.
     */
    public static ColoredGraph friends(int people) {
        ColoredGraphBuilder b = ColoredGraph.builder(people + 2 * people * (people - 1));
        int next = people;
        for (int x = 0; x < people; x++) {
            for (int y = 0; y < x; y++) {
                for (int part = 0; part < 2; part++, next += 2) {
                    b.color(next, 1).color(next + 1, 2).edge(next, next + 1);
                    b.edge(next, x).edge(next, y).edge(next + 1, x).edge(next + 1, y);
                }
            }
        }
        return b.build();
    }

    /**
     * The model graph of a Student Curriculum model: per variable a hub and two values, per clause a vertex
     * coloured by its weight and joined to its two literals. A quarter of the students has a friend pair each.
     */
    public static ColoredGraph studentCurriculum(int students, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int friends = students / 6;
        ColoredGraphBuilder b = ColoredGraph.builder(10 * students + 4 * friends);
        int[] weights = {1, 2, 3, 4, 5, 6};
        int next = 6 * students;
        for (int s = 0; s < students; s++) {
            for (int x = 0; x < 2; x++) {
                int hub = 6 * s + 3 * x;
                b.color(hub, 0).color(hub + 1, 7).color(hub + 2, 7);
                b.edge(hub, hub + 1).edge(hub, hub + 2);
            }
            for (int i = 5; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swap = weights[i];
                weights[i] = weights[j];
                weights[j] = swap;
            }
            for (int k = 0; k < 4; k++) {
                b.color(next, weights[k]);
                b.edge(next, 6 * s + 1 + k / 2).edge(next, 6 * s + 4 + k % 2);
                next++;
            }
        }
        for (int f = 0; f < friends; f++) {
            int p = random.nextInt(students);
            int q = (p + 1 + random.nextInt(students - 1)) % students;
            for (int k = 0; k < 4; k++) {
                b.color(next, 8);
                int course = 3 * (k / 2);
                b.edge(next, 6 * p + course + 1 + k % 2).edge(next, 6 * q + course + 2 - k % 2);
                next++;
            }
        }
        return b.build();
    }

    /**
     * A multipede: pairs of vertices, each pair with a colour of its own, and gadgets of four vertices that join three
     * random pairs by their even subsets. No refinement sees which of a pair is which (Neuen and Schweitzer 2017).
     */
    public static ColoredGraph multipede(int pairs, int gadgets, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraphBuilder builder = ColoredGraph.builder(2 * pairs + 4 * gadgets);
        for (int v = 0; v < 2 * pairs; v++) {
            builder.color(v, v / 2);
        }
        for (int g = 0; g < gadgets; g++) {
            int[] joined = random.ints(0, pairs).distinct().limit(3).toArray();
            for (int k = 0; k < 4; k++) {
                int vertex = 2 * pairs + 4 * g + k;
                builder.color(vertex, pairs + g);
                builder.edge(vertex, 2 * joined[0] + (k & 1));
                builder.edge(vertex, 2 * joined[1] + (k >> 1));
                builder.edge(vertex, 2 * joined[2] + (k & 1 ^ k >> 1));
            }
        }
        return builder.build();
    }

    /** A random permutation of n points, as images. */
    public static int[] randomPermutation(int n, SplittableRandom random) {
        int[] images = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            images[i] = images[j];
            images[j] = i;
        }
        return images;
    }

    /** The same graph with random names. */
    public static ColoredGraph shuffled(ColoredGraph g, SplittableRandom random) {
        int[] name = randomPermutation(g.vertexCount(), random);
        return g.relabel(v -> name[v]);
    }
}
