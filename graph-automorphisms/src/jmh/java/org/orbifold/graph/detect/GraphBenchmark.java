package org.orbifold.graph.detect;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;

/** Refinement, automorphisms and canonical form on one graph of each kind that matters. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class GraphBenchmark {

    /** What to measure on. */
    @Param({"students1000", "students10000", "hypercube10", "torus100", "regular3_5000", "rook20", "paley401"})
    public String graph;

    private ColoredGraph input;

    /** Makes the graph. */
    @Setup
    public void makeGraph() {
        input = switch (graph) {
            case "students1000" -> students(1000);
            case "students10000" -> students(10_000);
            case "hypercube10" -> TestGraphs.hypercube(10);
            case "torus100" -> torus(100);
            case "regular3_5000" -> nearlyRegular(5000);
            case "rook20" -> TestGraphs.rook(20);
            case "paley401" -> TestGraphs.paley(401);
            default -> throw new IllegalArgumentException(graph);
        };
    }

    /** Colour refinement alone. */
    @Benchmark
    public int refinement() {
        return EquitablePartition.of(input).cellCount();
    }

    /** The automorphism group. */
    @Benchmark
    public int automorphisms() {
        return Automorphisms.of(input).generators().size();
    }

    /** The canonical form with its hash. */
    @Benchmark
    public String canonicalForm() {
        return CanonicalLabeling.of(input).hash();
    }

    private static ColoredGraph students(int students) {
        SplittableRandom random = new SplittableRandom(students);
        int friends = students / 6;
        ColoredGraphBuilder b = ColoredGraph.builder(10 * students + 4 * friends);
        int next = 6 * students;
        for (int s = 0; s < students; s++) {
            for (int hub = 6 * s; hub <= 6 * s + 3; hub += 3) {
                b.color(hub, 1).edge(hub, hub + 1).edge(hub, hub + 2);
            }
            int weight = random.nextInt(6);
            int step = 1 + random.nextInt(2) * 4;
            for (int k = 0; k < 4; k++) {
                weight = (weight + step) % 6;
                b.color(next, 2 + weight).edge(next, 6 * s + 1 + k / 2).edge(next, 6 * s + 4 + k % 2);
                next++;
            }
        }
        for (int f = 0; f < friends; f++) {
            int p = random.nextInt(students);
            int q = (p + 1 + random.nextInt(students - 1)) % students;
            for (int k = 0; k < 4; k++) {
                int course = 3 * (k / 2);
                b.color(next, 8).edge(next, 6 * p + course + 1 + k % 2).edge(next, 6 * q + course + 2 - k % 2);
                next++;
            }
        }
        return b.build();
    }

    private static ColoredGraph torus(int k) {
        ColoredGraphBuilder b = ColoredGraph.builder(k * k);
        for (int x = 0; x < k; x++) {
            for (int y = 0; y < k; y++) {
                b.edge(k * x + y, k * ((x + 1) % k) + y).edge(k * x + y, k * x + (y + 1) % k);
            }
        }
        return b.build();
    }

    /** A cycle with a random perfect matching. */
    private static ColoredGraph nearlyRegular(int n) {
        SplittableRandom random = new SplittableRandom(n);
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
            b.edge(i, (i + 1) % n);
        }
        for (int i = 0; i < n; i += 2) {
            b.edge(order[i], order[i + 1]);
        }
        return b.build();
    }
}
