package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2DoubleLinkedOpenCustomHashMap;
import java.util.Arrays;
import org.orbifold.graph.detect.Automorphisms;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;

/**
 * The graph as the paper and its predecessor build it, for variable-value symmetries: a hub per variable, a vertex per
 * (variable, value) joined to its hub, a vertex per clause coloured by its weight and joined to its literals. It sees
 * clauses, not the distribution, so that it may show fewer symmetries.
 */
final class ClauseGraph {

    /** The automorphisms of the graph of a model of clauses; the first vertices are the (variable, value) pairs. */
    static Automorphisms automorphisms(GraphicalModel model) {
        BlockValuePairs pairs = BlockValuePairs.of(model, BlockPartition.singletons(model.variableCount()));
        GraphSketch sketch = new GraphSketch();
        for (int p = 0; p < pairs.pairCount(); p++) {
            sketch.vertex(GraphSketch.Kind.PAIR, 0);
        }
        for (int v = 0; v < pairs.blockCount(); v++) {
            int hub = sketch.vertex(GraphSketch.Kind.HUB, 0);
            for (int x = 0; x < pairs.valueCount(v); x++) {
                sketch.edge(hub, pairs.pair(v, x));
            }
        }
        // Clauses of the same literals are one.
        Object2DoubleLinkedOpenCustomHashMap<int[]> weights =
                new Object2DoubleLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (Feature feature : model.features()) {
            weights.mergeDouble(literals((Clause) feature, pairs), ((Clause) feature).weight(), Double::sum);
        }
        ValueClasses classes = new ValueClasses();
        weights.forEach((literals, weight) -> classes.add(weight, 1e-9));
        weights.forEach((literals, weight) -> {
            int vertex = sketch.vertex(GraphSketch.Kind.BOX, classes.classOf(classes.add(weight, 1e-9)));
            for (int literal : literals) {
                sketch.edge(vertex, literal);
            }
        });
        return Automorphisms.of(sketch.build());
    }

    private static int[] literals(LiteralFeature clause, BlockValuePairs pairs) {
        int[] literals = new int[clause.literalCount()];
        Arrays.setAll(literals, i -> pairs.pair(clause.variable(i), clause.value(i)));
        return Arrays.stream(literals).sorted().distinct().toArray();
    }

    private ClauseGraph() { }
}
