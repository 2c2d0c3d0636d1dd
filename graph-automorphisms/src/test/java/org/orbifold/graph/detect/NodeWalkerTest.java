package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;

/** Walks in the search tree, and the choice of cells on the way. */
class NodeWalkerTest {

    /** Moving from node to node is the same as going to each from the root. */
    @Test
    void movesToAnyNode() {
        LocalGraph g = LocalGraphs.of(ColoredGraph.builder(20).build());
        NodeWalker walker = new NodeWalker(g);
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 200; round++) {
            int[] here = walker.path();
            int[] target = TestGraphs.randomPermutation(20, random);
            int common = random.nextInt(here.length + 1);
            System.arraycopy(here, 0, target, 0, common);
            int[] path = Arrays.stream(target).distinct().limit(Math.max(common, random.nextInt(19))).toArray();
            walker.moveTo(path);
            assertThat(walker.path()).isEqualTo(path);
            assertThat(walker.depth()).isEqualTo(path.length);
            NodeWalker fresh = new NodeWalker(g);
            for (int v : path) {
                fresh.push(v);
            }
            for (int v = 0; v < 20; v++) {
                assertThat(walker.coloring.cellOf(v)).isEqualTo(fresh.coloring.cellOf(v));
            }
            walker.backTo(path.length + 1);
            assertThat(walker.depth()).isEqualTo(path.length);
        }
        walker.backTo(0);
        assertThat(walker.coloring.cellCount()).isEqualTo(1);
    }

    @Test
    void sparseGraphsChooseTheLargestCell() {
        ColoredGraphBuilder b = ColoredGraph.builder(12);
        for (int v = 0; v < 12; v++) {
            b.color(v, v < 3 ? 0 : v < 8 ? 1 : 2);
        }
        LocalGraph g = LocalGraphs.of(b.build());
        NodeWalker walker = new NodeWalker(g);
        CellSelector selector = new CellSelector(g);
        assertThat(walker.coloring.members(selector.select(walker.coloring))).contains(3, 4, 5, 6, 7).hasSize(5);
        walker.moveTo(new int[] {3, 4, 5});
        assertThat(walker.coloring.members(selector.select(walker.coloring))).contains(8, 9, 10, 11).hasSize(4);
        walker.moveTo(new int[] {0, 1, 3, 4, 5, 6, 8, 9, 10});
        assertThat(selector.select(walker.coloring)).isEqualTo(-1);
    }

    /** Cells A (24 vertices) and B (16), C (8): A and B are joined by a part of the edges, C by all or none. */
    @Test
    void denseGraphsChooseTheSmallestOfTheMostJoinedCells() {
        ColoredGraphBuilder b = ColoredGraph.builder(48);
        for (int v = 0; v < 48; v++) {
            b.color(v, v < 24 ? 0 : v < 40 ? 1 : 2);
            for (int w = 0; w < v; w++) {
                boolean mixed = v >= 24 && v < 40 && w < 24;
                if (mixed ? (w + 3 * v) % 48 % 6 != 0 && (w * 16 + v) % 3 != 0 : v >= 40) {
                    b.edge(v, w);
                }
            }
        }
        ColoredGraph graph = b.build();
        LocalGraph g = LocalGraphs.of(graph);
        NodeWalker walker = new NodeWalker(g);
        int most = -1;
        int best = -1;
        for (int c = 0; c < walker.coloring.cellCount(); c++) {
            int joins = 0;
            int v = walker.coloring.vertexAt(walker.coloring.start(c));
            for (int d = 0; d < walker.coloring.cellCount(); d++) {
                int edges = 0;
                for (int w : walker.coloring.members(d)) {
                    edges += graph.hasEdge(v, w) ? 1 : 0;
                }
                joins += walker.coloring.length(d) > 1 && edges > 0 && edges < walker.coloring.length(d) ? 1 : 0;
            }
            boolean smaller = best < 0 || walker.coloring.length(c) < walker.coloring.length(best);
            if (walker.coloring.length(c) > 1 && (joins > most || joins == most && smaller)) {
                most = joins;
                best = c;
            }
        }
        int chosen = new CellSelector(g).select(walker.coloring);
        assertThat(walker.coloring.length(chosen)).isEqualTo(walker.coloring.length(best));
        assertThat(most).isPositive();
        assertThat(new CellSelector(g).select(walker.coloring)).as("again").isEqualTo(chosen);
    }
}
