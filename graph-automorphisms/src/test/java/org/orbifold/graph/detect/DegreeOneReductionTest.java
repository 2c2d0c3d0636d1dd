package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;

/** Folding leaves before the search: what is left, what it says about the group, and that names do not matter. */
class DegreeOneReductionTest {

    /** A random coloured tree on a few vertices of a cycle, so that folding ends at the cycle. */
    private static ColoredGraph cycleWithTrees(int cycle, int n, int colors, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int v = 0; v < n; v++) {
            b.color(v, random.nextInt(colors));
            if (v < cycle) {
                b.edge(v, (v + 1) % cycle);
            } else {
                b.edge(v, random.nextInt(v));
            }
        }
        return TestGraphs.shuffled(b.build(), random);
    }

    /** The form of a rooted tree as text, by recursion (Aho, Hopcroft, Ullman); its order is multiplied up. */
    private static String form(ColoredGraph g, int v, int from, boolean[] onCycle, BigInteger[] order) {
        TreeMap<String, Integer> children = new TreeMap<>();
        for (int i = 0; i < g.degree(v); i++) {
            int w = g.neighbour(v, i);
            if (w != from && !onCycle[w]) {
                children.merge(form(g, w, v, onCycle, order), 1, Integer::sum);
            }
        }
        for (int copies : children.values()) {
            for (int k = 2; k <= copies; k++) {
                order[0] = order[0].multiply(BigInteger.valueOf(k));
            }
        }
        return "(" + g.color(v) + children + ")";
    }

    private static boolean[] cycleOf(ColoredGraph g) {
        int n = g.vertexCount();
        int[] degree = new int[n];
        boolean[] onCycle = new boolean[n];
        Arrays.fill(onCycle, true);
        Arrays.setAll(degree, g::degree);
        for (boolean again = true; again;) {
            again = false;
            for (int v = 0; v < n; v++) {
                if (onCycle[v] && degree[v] == 1) {
                    onCycle[v] = false;
                    again = true;
                    for (int i = 0; i < g.degree(v); i++) {
                        degree[g.neighbour(v, i)]--;
                    }
                }
            }
        }
        return onCycle;
    }

    @Test
    void treesOnACycleAreCountedAsByRecursion() {
        for (long seed = 0; seed < 200; seed++) {
            ColoredGraph g = cycleWithTrees(3 + (int) (seed % 5), 40, 1 + (int) (seed % 3), seed);
            boolean[] onCycle = cycleOf(g);
            BigInteger[] order = {BigInteger.ONE};
            String[] forms = new String[g.vertexCount()];
            for (int v = 0; v < forms.length; v++) {
                forms[v] = onCycle[v] ? form(g, v, -1, onCycle, order) : null;
            }
            Reduction reduction = new Reduction(LocalGraphs.of(g));
            LocalGraph cycle = reduction.reduceLeaves();
            assertThat(reduction.order.toBigInteger()).isEqualTo(order[0]);
            // Kept vertices have one colour exactly when the trees behind them have one form.
            for (int i = 0; i < cycle.size(); i++) {
                assertThat(onCycle[reduction.kept[i]]).isTrue();
                for (int j = 0; j < i; j++) {
                    assertThat(cycle.colors()[i] == cycle.colors()[j])
                        .isEqualTo(forms[reduction.kept[i]].equals(forms[reduction.kept[j]]));
                }
            }
            Certifier certifier = LocalGraphs.certifier(LocalGraphs.of(g));
            assertThat(reduction.generators).allMatch(certifier::isAutomorphism);
        }
    }

    @Test
    void relabeledGraphsFoldToTheSameColours() {
        SplittableRandom random = new SplittableRandom(3);
        for (long seed = 0; seed < 50; seed++) {
            ColoredGraph g = cycleWithTrees(5, 60, 2, seed);
            assertThat(foldedColors(TestGraphs.shuffled(g, random))).isEqualTo(foldedColors(g));
        }
    }

    private static int[] foldedColors(ColoredGraph g) {
        int[] colors = new Reduction(LocalGraphs.of(g)).reduceLeaves().colors();
        Arrays.sort(colors);
        return colors;
    }

    @Test
    void edgesOnTheirOwnStay() {
        ColoredGraph edges = TestGraphs.disjointCopies(TestGraphs.path(2), 5);
        assertThat(DegreeOneReduction.pays(LocalGraphs.of(edges))).isTrue();
        assertThat(new Reduction(LocalGraphs.of(edges)).reduceLeaves()).isNull();
        GraphSymmetry found = GraphSymmetry.compute(edges, true, LocalGraphs.unlimited());
        assertThat(found.order().toBigInteger()).isEqualTo(BigInteger.valueOf(32 * 120));
    }

    @Test
    void foldingPaysOnlyWhereLeavesAreMany() {
        assertThat(DegreeOneReduction.pays(LocalGraphs.of(TestGraphs.cycle(8)))).isFalse();
        assertThat(DegreeOneReduction.pays(LocalGraphs.of(TestGraphs.path(16)))).isTrue();
        assertThat(DegreeOneReduction.pays(LocalGraphs.of(TestGraphs.path(17)))).isFalse();
        assertThat(DegreeOneReduction.pays(LocalGraphs.of(ColoredGraph.builder(0).build()))).isFalse();
    }

    /** New colours are numbered after the given ones; the largest leave no room. */
    @Test
    void theLargestAndSmallestColoursAreKeptApart() {
        ColoredGraphBuilder b = ColoredGraph.builder(6);
        int[] colors = {Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE, 0, 0};
        for (int v = 0; v < 6; v++) {
            b.color(v, colors[v]);
        }
        b.edge(0, 2).edge(0, 3).edge(1, 4).edge(1, 5);
        GraphSymmetry found = GraphSymmetry.compute(b.build(), true, LocalGraphs.unlimited());
        assertThat(found.order().toBigInteger()).isEqualTo(4);
        assertThat(found.orbits().sets()).isEqualTo(4);
        assertThat(found.canonicalVertices()).hasSize(6).doesNotHaveDuplicates();
    }

    /** More than 2^14 vertices are left when the leaves are gone: folded, renumbered, and translated back. */
    @Test
    void largeGraphsWithLeavesComeBackInTheirOwnNames() {
        int n = 20_000;
        ColoredGraphBuilder b = ColoredGraph.builder(2 * n);
        for (int v = 0; v < n; v++) {
            b.edge(v, (v + 1) % n).edge(v, n + v);
        }
        ColoredGraph g = TestGraphs.shuffled(b.build(), new SplittableRandom(6));
        GraphSymmetry found = GraphSymmetry.compute(g, true, LocalGraphs.unlimited());
        assertThat(found.order().toBigInteger()).isEqualTo(2 * n);
        assertThat(found.orbits().sets()).isEqualTo(2);
        found.generators().forEach(p -> p.forEachMoved((v, w) -> {
            for (int i = 0; i < g.degree(v); i++) {
                assertThat(g.hasEdge(w, p.image(g.neighbour(v, i)))).isTrue();
            }
        }));
        assertThat(found.canonicalVertices()).hasSize(2 * n).doesNotHaveDuplicates();
    }

    /** A path has as many rounds as half its vertices: a round may not cost more than what is folded in it. */
    @Test
    void manyRoundsAreNotQuadratic() {
        Reduction path = new Reduction(LocalGraphs.of(TestGraphs.path(400_001)));
        assertThat(path.reduceLeaves().size()).isEqualTo(1);
        assertThat(path.order.toBigInteger()).isEqualTo(2);
    }
}
