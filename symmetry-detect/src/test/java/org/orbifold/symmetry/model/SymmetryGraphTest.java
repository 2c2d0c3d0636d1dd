package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.detect.Automorphisms;
import org.orbifold.group.PermutationGroup;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;

/** The graph for people has the group that the search finds, and says what it is made of. */
class SymmetryGraphTest {

    @Test
    void itsAutomorphismsAreTheSymmetries() {
        for (int seed = 0; seed < 200; seed++) {
            GraphicalModel model = RandomModels.soft(seed);
            SymmetryFinder finder = SymmetryFinder.of(model);
            BlockPartition partition = TinyModels.partition(model, new Random(seed));
            for (BlockSymmetries found : new BlockSymmetries[] {finder.variable(), finder.variableValue(),
                finder.blockValue(partition)}) {
                SymmetryGraph graph = finder.graph(found);
                Automorphisms whole = Automorphisms.of(graph.graph());
                assertThat(whole.order()).as("seed " + seed).isEqualTo(found.order());
                assertThat(PermutationGroup.of(found.pairs().pairCount(),
                        whole.generators().stream().map(graph::onPairs).toList()).isSameGroupAs(found.group()))
                        .as("seed " + seed).isTrue();
            }
        }
    }

    @Test
    void namesAndMeanings() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3)
                .table(new int[] {0, 1}, new double[] {1, 2, 3, 3})
                .table(new int[] {1, 2}, new double[] {0, 0, Double.NEGATIVE_INFINITY, 1, 2, 2}).build();
        SymmetryFinder finder = SymmetryFinder.of(model);
        SymmetryGraph graph = finder.graph(finder.variableValue());
        assertThat(graph.name(0)).isEqualTo("(0=0)");
        assertThat(graph.name(7)).isEqualTo("block 0");
        for (int v = 0; v < graph.graph().vertexCount(); v++) {
            int color = graph.graph().color(v);
            assertThat(graph.meanings()).containsKey(color);
            assertThat(graph.kind(color)).isIn("pair", "hub", "level", "entry", "mask", "corner");
            assertThat(graph.name(v)).isNotEmpty();
        }
        assertThat(graph.meanings().values()).contains("possible values that are forbidden together",
                "a block, joined to its values");
    }
}
