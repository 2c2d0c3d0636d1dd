package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/** Components refined one by one, against the same graph refined and solved as a whole. */
class DiscreteComponentsTest {

    private static GraphSolver solver() {
        return new GraphSolver(LocalGraphs.unlimited(), true);
    }

    private static Solution byComponents(LocalGraph graph) {
        return DiscreteComponents.solveLarge(graph, solver()::solve, SearchOptions.defaults().startBudget());
    }

    /** Graphs side by side, all under random names. */
    private static ColoredGraph sideBySide(List<ColoredGraph> parts, SplittableRandom random) {
        int n = parts.stream().mapToInt(ColoredGraph::vertexCount).sum();
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        int from = 0;
        for (int k = 0; k < parts.size(); k++) {
            ColoredGraph part = parts.get(k);
            for (int v = 0; v < part.vertexCount(); v++) {
                b.color(from + v, part.color(v));
                for (int i = 0; i < part.degree(v); i++) {
                    b.edge(from + v, from + part.neighbour(v, i));
                }
            }
            from += part.vertexCount();
        }
        return TestGraphs.shuffled(b.build(), random);
    }

    private static ColoredGraph connected(double density, int colors, SplittableRandom random) {
        ColoredGraph any = TestGraphs.random(1 + random.nextInt(12), density, colors, random.nextLong());
        ColoredGraphBuilder b = ColoredGraph.builder(any.vertexCount());
        for (int v = 0; v < any.vertexCount(); v++) {
            b.color(v, any.color(v));
            if (v > 0) {
                b.edge(v, random.nextInt(v));
            }
            for (int i = 0; i < any.degree(v); i++) {
                b.edge(v, any.neighbour(v, i));
            }
        }
        return b.build();
    }

    /** Some kinds of connected graphs, drawn again and again. */
    private static List<ColoredGraph> drawn(int count, int kinds, double density, int colors, SplittableRandom random) {
        List<ColoredGraph> templates = new ArrayList<>();
        for (int k = 0; k < kinds; k++) {
            templates.add(connected(density, colors, random));
        }
        List<ColoredGraph> parts = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            parts.add(templates.get(random.nextInt(kinds)));
        }
        return parts;
    }

    private static int[] form(LocalGraph graph, Solution solution) {
        return Certificate.rows(graph, solution.vertexAt());
    }

    @Property(tries = 400, seed = "31")
    void sameGroupAsSolvedAsAWhole(@ForAll @IntRange(min = 1, max = 12) int count,
            @ForAll @IntRange(min = 1, max = 5) int kinds, @ForAll @DoubleRange(min = 0.1, max = 0.9) double density,
            @ForAll @IntRange(min = 1, max = 4) int colors, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColoredGraph g = sideBySide(drawn(count, kinds, density, colors, random), random);
        LocalGraph graph = LocalGraphs.of(g);
        Solution whole = solver().solve(graph);
        Solution byParts = byComponents(graph);
        assertThat(byParts.order().toBigInteger()).isEqualTo(whole.order().toBigInteger());
        assertThat(orbits(graph, byParts)).isEqualTo(orbits(graph, whole));
        assertThat(byParts.vertexAt()).hasSize(graph.size()).doesNotHaveDuplicates();
    }

    /** The smallest vertex of each vertex's orbit; generators are certified on the way. */
    private static int[] orbits(LocalGraph graph, Solution solution) {
        Certifier certifier = LocalGraphs.certifier(graph);
        int[] orbit = new int[graph.size()];
        Arrays.setAll(orbit, v -> v);
        for (int[] g : solution.generators()) {
            assertThat(certifier.isAutomorphism(g)).isTrue();
        }
        for (boolean changed = true; changed;) {
            changed = false;
            for (int[] g : solution.generators()) {
                for (int i = 0; i < g.length / 2; i++) {
                    int least = Math.min(orbit[g[i]], orbit[g[g.length / 2 + i]]);
                    changed |= orbit[g[i]] != least || orbit[g[g.length / 2 + i]] != least;
                    orbit[g[i]] = least;
                    orbit[g[g.length / 2 + i]] = least;
                }
            }
        }
        return orbit;
    }

    /** Other names and another order of the components give the same canonical form. */
    @Property(tries = 200, seed = "32")
    void formsDoNotDependOnNamesOrTheOrderOfComponents(@ForAll @IntRange(min = 1, max = 12) int count,
            @ForAll @DoubleRange(min = 0.1, max = 0.9) double density, @ForAll @IntRange(min = 1, max = 4) int colors,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ColoredGraph> parts = drawn(count, 4, density, colors, random);
        LocalGraph first = LocalGraphs.of(sideBySide(parts, random));
        int[] expected = form(first, byComponents(first));
        List<ColoredGraph> turned = new ArrayList<>();
        for (int k : TestGraphs.randomPermutation(count, random)) {
            turned.add(parts.get(k));
        }
        LocalGraph second = LocalGraphs.of(sideBySide(turned, random));
        assertThat(form(second, byComponents(second))).isEqualTo(expected);
    }

    /** Three discrete components; a path of three is too small, a cycle of five not discrete, and one is too large. */
    @Test
    void componentsOfAllKinds() {
        ColoredGraphBuilder asymmetric = ColoredGraph.builder(4);
        for (int v = 0; v < 4; v++) {
            asymmetric.color(v, v).edge(v, (v + 1) % 4);
        }
        ColoredGraph discrete = asymmetric.build();
        List<ColoredGraph> parts = List.of(discrete, TestGraphs.cycle(5), discrete, TestGraphs.path(3), discrete,
            TestGraphs.path(1500));
        LocalGraph graph = LocalGraphs.of(sideBySide(parts, new SplittableRandom(5)));
        int[] restSize = new int[1];
        Solution solution = DiscreteComponents.solveLarge(graph, rest -> {
            restSize[0] = rest.size();
            return solver().solve(rest);
        }, SearchOptions.defaults().startBudget());
        assertThat(restSize[0]).isEqualTo(5 + 3 + 1500);
        assertThat(solution.order().toBigInteger()).isEqualTo(6 * 10 * 2 * 2);
    }

    @Test
    void withoutDiscreteComponentsAllIsLeft() {
        LocalGraph graph = LocalGraphs.of(TestGraphs.disjointCopies(TestGraphs.cycle(6), 3));
        assertThat(byComponents(graph).order().toBigInteger()).isEqualTo(12 * 12 * 12 * 6);
    }

    /** Colours and edges both count, also where everything else is equal. */
    @Test
    void componentsThatDifferInOneEdgeOrColourAreNotExchanged() {
        List<ColoredGraph> parts = new ArrayList<>();
        for (int variant = 0; variant < 3; variant++) {
            ColoredGraphBuilder b = ColoredGraph.builder(5);
            for (int v = 0; v < 5; v++) {
                b.color(v, v == 4 && variant == 1 ? 9 : v);
                b.edge(v, variant == 2 && v == 0 ? 2 : (v + 1) % 5);
            }
            parts.add(b.build());
        }
        LocalGraph graph = LocalGraphs.of(sideBySide(parts, new SplittableRandom(6)));
        Solution solution = byComponents(graph);
        assertThat(solution.generators()).isEmpty();
        assertThat(solution.order().isOne()).isTrue();
    }

    /** More than 2^14 vertices in random order: by definition, whatever the certifier says. */
    @Test
    void generatorsOfALargeGraphAreAutomorphismsOfTheInput() {
        ColoredGraph g = TestGraphs.shuffled(TestGraphs.studentCurriculum(2000, 3), new SplittableRandom(1));
        GraphSymmetry found = GraphSymmetry.compute(g, true, LocalGraphs.unlimited());
        assertThat(found.generators()).isNotEmpty().hasSize(found.generatorCount());
        UnionFind orbits = found.orbits();
        for (Permutation p : found.generators()) {
            p.forEachMoved((v, w) -> {
                assertThat(orbits.find(v)).isEqualTo(orbits.find(w));
                assertThat(g.color(v)).isEqualTo(g.color(w));
                assertThat(g.degree(v)).isEqualTo(g.degree(w));
                for (int i = 0; i < g.degree(v); i++) {
                    assertThat(g.hasEdge(w, p.image(g.neighbour(v, i)))).isTrue();
                }
            });
        }
        assertThat(found.canonicalVertices()).hasSize(g.vertexCount()).doesNotHaveDuplicates();
    }
}
