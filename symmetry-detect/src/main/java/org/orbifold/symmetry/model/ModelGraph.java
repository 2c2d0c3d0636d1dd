package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2DoubleLinkedOpenCustomHashMap;
import java.util.Arrays;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.symmetry.graph.ColoredGraph;

/**
 * The coloured graph whose automorphisms are the symmetries of a model. Its first vertices are the block-value pairs,
 * numbered by {@link #pairs()}; an automorphism that fixes all of them is the identity. Immutable.
 */
public final class ModelGraph {

    private final GraphicalModel model;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final ColoredGraph graph;

    private ModelGraph(GraphicalModel model, BlockPartition partition, BlockValuePairs pairs, ColoredGraph graph) {
        this.model = model;
        this.partition = partition;
        this.pairs = pairs;
        this.graph = graph;
    }

    /**
     * The graph of the distribution: its automorphisms are all symmetries of the kind, however the model is written
     * (exactly so without hard constraints; with them, all that respect the merged tables over blocks).
     *
     * @param model     a model
     * @param partition a partition of its variables; for the kinds other than block-value, into single variables
     * @param kind      what may be permuted
     * @param options   tolerance, encoding, limits
     * @return the graph
     * @throws IllegalArgumentException if the tables needed exceed the limit of the options
     */
    public static ModelGraph of(GraphicalModel model, BlockPartition partition, SymmetryKind kind,
            SymmetryOptions options) {
        return of(Interactions.of(model, options), partition, kind, options);
    }

    static ModelGraph of(Interactions form, BlockPartition partition, SymmetryKind kind, SymmetryOptions options) {
        BlockValuePairs pairs = BlockValuePairs.of(form.model(), partition);
        if (kind != SymmetryKind.BLOCK_VALUE && partition.blockCount() != partition.variableCount()) {
            throw new IllegalArgumentException("symmetries of kind " + kind + " need the partition into single "
                    + "variables, but there are " + partition.blockCount() + " blocks of " + partition.variableCount()
                    + " variables");
        }
        BlockInteractions blocks = new BlockInteractions(form, partition, pairs, options.maxEntries());
        return new ModelGraph(form.model(), partition, pairs,
                GraphEncoder.encode(blocks, kind == SymmetryKind.VARIABLE, options));
    }

    /**
     * The graph as the paper and its predecessor build it, for variable-value symmetries: a hub per variable, a vertex
     * per (variable, value) joined to its hub, a vertex per clause coloured by its weight and joined to its
     * literals. It sees clauses, not the distribution, so that it may find fewer symmetries than {@link #of}. Clauses
     * of the same literals are one, with the sum of their weights.
     *
     * @param model   a model of clauses and conjunctions only
     * @param options the tolerance for weights
     * @return the graph
     * @throws IllegalArgumentException if the model has other features
     */
    public static ModelGraph clauses(GraphicalModel model, SymmetryOptions options) {
        BlockPartition singletons = BlockPartition.singletons(model.variableCount());
        BlockValuePairs pairs = BlockValuePairs.of(model, singletons);
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
        // Clauses and conjunctions are told apart by the first entry of the key.
        Object2DoubleLinkedOpenCustomHashMap<int[]> weights =
                new Object2DoubleLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (Feature feature : model.features()) {
            if (!(feature instanceof LiteralFeature literals)) {
                throw new IllegalArgumentException("the clause graph needs clauses and conjunctions only, but the "
                        + "model has '" + model.describe(feature) + "'; use ModelGraph.of");
            }
            weights.mergeDouble(key(literals, pairs), literals.weight(), Double::sum);
        }
        ValueClasses classes = new ValueClasses();
        weights.forEach((key, weight) -> classes.add(weight, slack(weight, options)));
        weights.forEach((key, weight) -> {
            int weightClass = classes.classOf(classes.add(weight, slack(weight, options)));
            int vertex = sketch.vertex(key[0] == 0 ? GraphSketch.Kind.BOX : GraphSketch.Kind.ENTRY, weightClass);
            for (int i = 1; i < key.length; i++) {
                sketch.edge(vertex, key[i]);
            }
        });
        return new ModelGraph(model, singletons, pairs, sketch.build());
    }

    private static int[] key(LiteralFeature feature, BlockValuePairs pairs) {
        int[] literals = new int[feature.literalCount()];
        Arrays.setAll(literals, i -> pairs.pair(feature.variable(i), feature.value(i)));
        literals = Arrays.stream(literals).sorted().distinct().toArray();
        int[] key = new int[literals.length + 1];
        key[0] = feature instanceof Clause ? 0 : 1;
        System.arraycopy(literals, 0, key, 1, literals.length);
        return key;
    }

    private static double slack(double weight, SymmetryOptions options) {
        return Double.isInfinite(weight) ? 0 : options.tolerance() * Math.abs(weight);
    }

    /**
     * The graph.
     *
     * @return the coloured graph
     */
    public ColoredGraph graph() {
        return graph;
    }

    /**
     * The numbering of the first vertices.
     *
     * @return which vertex is which block-value pair
     */
    public BlockValuePairs pairs() {
        return pairs;
    }

    /**
     * The partition.
     *
     * @return the blocks
     */
    public BlockPartition partition() {
        return partition;
    }

    /**
     * The model.
     *
     * @return the model that the graph was made of
     */
    public GraphicalModel model() {
        return model;
    }
}
