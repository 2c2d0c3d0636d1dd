package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;

/** Canonical forms of graphs that refinement alone does not split: the forms and the nodes that they cost. */
class PairInvariantTest {

    /** A random Steiner triple system (Stinson's hill climbing); v is 1 or 3 modulo 6. */
    private static List<int[]> tripleSystem(int v, SplittableRandom random) {
        int[][] third = new int[v][v];
        for (int[] row : third) {
            Arrays.fill(row, -1);
        }
        for (int pairs = 0; pairs < v * (v - 1);) {
            int x = random.nextInt(v);
            int[] open = IntStream.range(0, v).filter(y -> y != x && third[x][y] < 0).toArray();
            if (open.length < 2) {
                continue;
            }
            int y = open[random.nextInt(open.length)];
            int z = open[random.nextInt(open.length)];
            if (y == z) {
                continue;
            }
            int old = third[y][z];
            if (old >= 0) {
                set(third, new int[] {y, z, old}, false);
                pairs -= 6;
            }
            set(third, new int[] {x, y, z}, true);
            pairs += 6;
        }
        List<int[]> blocks = new ArrayList<>();
        for (int a = 0; a < v; a++) {
            for (int b = a + 1; b < v; b++) {
                if (third[a][b] > b) {
                    blocks.add(new int[] {a, b, third[a][b]});
                }
            }
        }
        return blocks;
    }

    private static void set(int[][] third, int[] block, boolean on) {
        for (int i = 0; i < 3; i++) {
            int a = block[i];
            int b = block[(i + 1) % 3];
            int c = block[(i + 2) % 3];
            third[a][b] = on ? c : -1;
            third[b][a] = third[a][b];
        }
    }

    private static ColoredGraph incidence(int v, List<int[]> blocks) {
        ColoredGraphBuilder builder = ColoredGraph.builder(v + blocks.size());
        for (int b = 0; b < blocks.size(); b++) {
            for (int x : blocks.get(b)) {
                builder.edge(x, v + b);
            }
        }
        return builder.build();
    }

    private static ColoredGraph blockGraph(List<int[]> blocks) {
        ColoredGraphBuilder builder = ColoredGraph.builder(blocks.size());
        for (int a = 0; a < blocks.size(); a++) {
            for (int b = 0; b < a; b++) {
                int[] first = blocks.get(a);
                if (Arrays.stream(blocks.get(b)).anyMatch(x -> x == first[0] || x == first[1] || x == first[2])) {
                    builder.edge(a, b);
                }
            }
        }
        return builder.build();
    }

    /** Searches compared all pairs and triples before: 29,937 and 113,596 nodes for v = 49. */
    @ParameterizedTest
    @CsvSource({"25,1", "31,2", "49,3"})
    void formsCostLittleMoreThanAutomorphisms(int v, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<int[]> blocks = tripleSystem(v, random);
        for (ColoredGraph graph : List.of(incidence(v, blocks), blockGraph(blocks))) {
            CanonicalLabeling form = CanonicalLabeling.of(graph);
            assertThat(form.automorphisms().searchNodes())
                .isLessThan(2 * Automorphisms.of(graph).searchNodes() + 2 * graph.vertexCount());
            for (int i = 0; i < 3; i++) {
                CanonicalLabeling other = CanonicalLabeling.of(TestGraphs.shuffled(graph, random));
                assertThat(other.form()).isEqualTo(form.form());
                assertThat(other.automorphisms().order()).isEqualTo(form.automorphisms().order());
            }
        }
    }

    /** Whether a bijection of the points maps blocks to blocks: images of points one by one, with what they force. */
    private static boolean areIsomorphic(int v, List<int[]> from, List<int[]> to) {
        int[] map = new int[v];
        Arrays.fill(map, -1);
        return extend(thirds(v, from), thirds(v, to), map);
    }

    private static int[][] thirds(int v, List<int[]> blocks) {
        int[][] third = new int[v][v];
        blocks.forEach(block -> set(third, block, true));
        return third;
    }

    private static boolean extend(int[][] from, int[][] to, int[] map) {
        int x = 0;
        while (x < map.length && map[x] >= 0) {
            x++;
        }
        if (x == map.length) {
            return true;
        }
        for (int y = 0; y < map.length; y++) {
            int[] next = map.clone();
            next[x] = y;
            if (close(from, to, next) && extend(from, to, next)) {
                return true;
            }
        }
        return false;
    }

    /** Maps third points of blocks as well; false if two images differ or coincide. */
    private static boolean close(int[][] from, int[][] to, int[] map) {
        for (boolean changed = true; changed;) {
            changed = false;
            for (int a = 0; a < map.length; a++) {
                for (int b = 0; b < a; b++) {
                    if (map[a] < 0 || map[b] < 0) {
                        continue;
                    }
                    int image = map[a] == map[b] ? -1 : to[map[a]][map[b]];
                    int c = from[a][b];
                    if (image < 0 || map[c] >= 0 && map[c] != image) {
                        return false;
                    }
                    changed |= map[c] < 0;
                    map[c] = image;
                }
            }
        }
        return true;
    }

    /** Classes by forms are those by brute force; there are 80 systems on 15 points and 2 on 13. */
    @Test
    void classesAreThoseOfIsomorphism() {
        SplittableRandom random = new SplittableRandom(5);
        Map<String, List<int[]>> byIncidence = new HashMap<>();
        Map<String, List<int[]>> byBlocks = new HashMap<>();
        int again = 0;
        for (int i = 0; i < 60; i++) {
            int v = i % 3 == 0 ? 13 : 15;
            List<int[]> blocks = tripleSystem(v, random);
            String incidence = CanonicalLabeling.of(incidence(v, blocks)).hash();
            String ofBlocks = CanonicalLabeling.of(blockGraph(blocks)).hash();
            again += byIncidence.containsKey(incidence) ? 1 : 0;
            for (Map.Entry<String, List<int[]>> known : byIncidence.entrySet()) {
                boolean same = known.getValue().size() == blocks.size() && areIsomorphic(v, known.getValue(), blocks);
                assertThat(known.getKey().equals(incidence)).isEqualTo(same);
            }
            for (Map.Entry<String, List<int[]>> known : byBlocks.entrySet()) {
                boolean same = known.getValue().size() == blocks.size() && areIsomorphic(v, known.getValue(), blocks);
                assertThat(known.getKey().equals(ofBlocks)).isEqualTo(same);
            }
            byIncidence.putIfAbsent(incidence, blocks);
            byBlocks.putIfAbsent(ofBlocks, blocks);
        }
        assertThat(again).isPositive();
        assertThat(byIncidence).hasSizeGreaterThan(10);
    }

    @Test
    void latinSquaresWithOneSwitchDiffer() {
        Set<String> hashes = new HashSet<>();
        SplittableRandom random = new SplittableRandom(7);
        for (int seed = 0; seed < 6; seed++) {
            ColoredGraph graph = TestGraphs.latinSquare(TestGraphs.mixedSquare(12, seed));
            String hash = CanonicalLabeling.of(graph).hash();
            assertThat(CanonicalLabeling.of(TestGraphs.shuffled(graph, random)).hash()).isEqualTo(hash);
            hashes.add(hash);
        }
        assertThat(hashes).hasSizeGreaterThan(4);
    }
}
