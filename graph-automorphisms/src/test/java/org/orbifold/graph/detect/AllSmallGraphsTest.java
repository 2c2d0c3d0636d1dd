package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.element.Permutation;

/**
 * Every graph with up to six vertices and every colouring with up to three colours, against brute force. Graphs are
 * taken up to isomorphism (the numbers of classes are OEIS A000088), each coloured graph under a random relabeling.
 */
class AllSmallGraphsTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "2, 2", "3, 4", "4, 11", "5, 34"})
    void agreesWithBruteForce(int n, int classes) {
        check(n, classes);
    }

    @Test
    @Tag("slow")
    void agreesWithBruteForceOnSixVertices() {
        check(6, 156);
    }

    private static void check(int n, int classes) {
        List<Integer> graphs = graphsUpToIsomorphism(n);
        assertThat(graphs).hasSize(classes);
        SplittableRandom random = new SplittableRandom(n);
        Map<ColoredGraph, String> typeOfForm = new HashMap<>();
        Map<String, ColoredGraph> formOfType = new HashMap<>();
        for (int edges : graphs) {
            List<int[]> group = BruteForce.automorphisms(graph(n, edges, new int[n]));
            for (int[] colors : colorings(n)) {
                ColoredGraph g = graph(n, edges, colors);
                int[] name = TestGraphs.randomPermutation(n, random);
                ColoredGraph shuffled = g.relabel(v -> name[v]);
                CanonicalLabeling labeling = CanonicalLabeling.of(shuffled);
                checkGroup(shuffled, labeling.automorphisms(), preserving(group, colors));
                assertThat(shuffled.relabel(labeling.labeling()::image)).isEqualTo(labeling.form());
                // Same class of graphs and same colouring up to its group: the same type, hence the same form.
                String type = edges + " " + Arrays.toString(smallestImage(colors, group));
                assertThat(typeOfForm.putIfAbsent(labeling.form(), type)).isIn(null, type);
                assertThat(formOfType.putIfAbsent(type, labeling.form())).isIn(null, labeling.form());
            }
        }
    }

    private static void checkGroup(ColoredGraph g, Automorphisms found, List<int[]> expected) {
        assertThat(found.isComplete()).isTrue();
        assertThat(found.order()).isEqualTo(BigInteger.valueOf(expected.size()));
        assertThat(BruteForce.closure(g.vertexCount(), found.generators())).hasSize(expected.size());
        for (Permutation p : found.generators()) {
            assertThat(BruteForce.isAutomorphism(g, p)).isTrue();
        }
    }

    private static List<int[]> preserving(List<int[]> group, int[] colors) {
        List<int[]> result = new ArrayList<>();
        for (int[] p : group) {
            boolean preserves = true;
            for (int v = 0; v < colors.length; v++) {
                preserves &= colors[v] == colors[p[v]];
            }
            if (preserves) {
                result.add(p);
            }
        }
        return result;
    }

    private static int[] smallestImage(int[] colors, List<int[]> group) {
        int[] best = colors;
        for (int[] p : group) {
            int[] image = new int[colors.length];
            for (int v = 0; v < colors.length; v++) {
                image[p[v]] = colors[v];
            }
            best = Arrays.compare(image, best) < 0 ? image : best;
        }
        return best;
    }

    private static List<int[]> colorings(int n) {
        List<int[]> result = new ArrayList<>();
        int count = (int) Math.pow(3, n);
        for (int code = 0; code < count; code++) {
            int[] colors = new int[n];
            for (int v = 0, rest = code; v < n; v++, rest /= 3) {
                colors[v] = rest % 3;
            }
            result.add(colors);
        }
        return result;
    }

    /** One bit mask of edges per isomorphism class: those that no relabeling makes smaller. */
    private static List<Integer> graphsUpToIsomorphism(int n) {
        List<int[]> all = BruteForce.automorphisms(ColoredGraph.builder(n).build());
        int[][] bit = new int[n][n];
        int pairs = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                bit[i][j] = pairs;
                bit[j][i] = pairs++;
            }
        }
        boolean[] seen = new boolean[1 << pairs];
        TreeSet<Integer> result = new TreeSet<>();
        for (int edges = 0; edges < seen.length; edges++) {
            if (seen[edges]) {
                continue;
            }
            result.add(edges);
            for (int[] p : all) {
                int image = 0;
                for (int i = 0; i < n; i++) {
                    for (int j = i + 1; j < n; j++) {
                        image |= (edges >> bit[i][j] & 1) << bit[p[i]][p[j]];
                    }
                }
                seen[image] = true;
            }
        }
        return List.copyOf(result);
    }

    private static ColoredGraph graph(int n, int edges, int[] colors) {
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        int bit = 0;
        for (int i = 0; i < n; i++) {
            b.color(i, colors[i]);
            for (int j = i + 1; j < n; j++) {
                if ((edges >> bit++ & 1) != 0) {
                    b.edge(i, j);
                }
            }
        }
        return b.build();
    }
}
