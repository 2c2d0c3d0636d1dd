package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.group.element.Permutation;

/**
 * The coloured graph of a model and a partition: its automorphisms are the symmetries. It has all blocks and all terms;
 * the search draws only what colours leave open.
 *
 * <p>First there is a vertex per block-value pair, in their numbering, coloured by what concerns the block alone, then
 * one per block, joined to its values; then sets of values that a table does not tell apart, and entries of tables,
 * joined to sets or values. No automorphism but the identity fixes all pairs. Immutable.
 */
public final class SymmetryGraph {

    private final ColoredGraph graph;
    private final BlockGraph drawn;
    private final List<String> names;
    private final SortedMap<Integer, String> meanings;

    private SymmetryGraph(BlockGraph drawn) {
        this.drawn = drawn;
        this.graph = drawn.graph();
        this.names = List.copyOf(drawn.sketch().names());
        this.meanings = new TreeMap<>(drawn.sketch().meanings());
    }

    static SymmetryGraph of(BlockModel model, SymmetryKind kind, SymmetryOptions options) {
        BlockValuePairs pairs = model.pairs();
        long[] first = PairColoring.firstClasses(model, kind == SymmetryKind.VARIABLE);
        int[] classes = new int[first.length];
        Long2IntLinkedOpenHashMap numbers = new Long2IntLinkedOpenHashMap();
        for (int p = 0; p < classes.length; p++) {
            classes[p] = numbers.computeIfAbsent(first[p], key -> numbers.size());
        }
        BlockGraph drawn = new BlockGraph(model, IntStream.range(0, pairs.blockCount()).toArray(), classes, options,
                true);
        explainPairs(model, kind, classes, drawn.sketch());
        drawn.addTerms(terms(model));
        drawn.addMasks(model.masks());
        drawn.addRigid(model.rigid());
        drawn.addBoxes(model.boxes());
        drawn.addFormulas(model.formulas());
        return new SymmetryGraph(drawn);
    }

    private static void explainPairs(BlockModel model, SymmetryKind kind, int[] classes, GraphSketch sketch) {
        BlockValuePairs pairs = model.pairs();
        for (int b = 0; b < pairs.blockCount(); b++) {
            double[] inside = new double[pairs.valueCount(b)];
            model.addInside(b, inside);
            for (int x = 0; x < inside.length; x++) {
                int pair = pairs.pair(b, x);
                String value = kind == SymmetryKind.VARIABLE ? "value " + x + " of a variable"
                        : "a value of a block";
                double own = inside[x];
                sketch.explain(GraphSketch.Kind.PAIR, classes[pair], () -> model.isImpossible(pair)
                        ? value + " that no possible state has" : value + ", alone worth " + own);
            }
        }
    }

    private static List<BlockTable> terms(BlockModel model) {
        Map<int[], BlockTable> byScope = new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (int b = 0; b < model.pairs().blockCount(); b++) {
            model.around(b).forEach(term -> byScope.put(term.table().blocks(), term.table()));
        }
        return new ArrayList<>(byScope.values());
    }

    /**
     * The graph.
     *
     * @return vertices and edges with colours
     */
    public ColoredGraph graph() {
        return graph;
    }

    /**
     * What a vertex stands for.
     *
     * @param vertex a vertex
     * @return such as {@code (X1=0)}, {@code block {X1,X2}} or {@code entry of X1, X2}
     */
    public String name(int vertex) {
        return names.get(vertex);
    }

    /**
     * The kind of vertices of a colour.
     *
     * @param color a colour of the graph
     * @return {@code pair}, {@code hub} (a block), {@code level} (a set of values), {@code entry} (of a zero-sum term),
     *     {@code corner} (a term that is a product of value sets), {@code mask} (forbidden), {@code box},
     *     {@code rigid}, {@code gate} (a part of a wide formula) or {@code formula} (its weight)
     */
    public String kind(int color) {
        return GraphSketch.kindOf(color).name().toLowerCase(Locale.ROOT);
    }

    /**
     * What colours mean.
     *
     * @return a phrase for each colour
     */
    public SortedMap<Integer, String> meanings() {
        return java.util.Collections.unmodifiableSortedMap(meanings);
    }

    /**
     * What an automorphism of the graph does to block-value pairs.
     *
     * @param automorphism a permutation of the vertices
     * @return a permutation of the pairs
     */
    public Permutation onPairs(Permutation automorphism) {
        return drawn.onPairs(automorphism);
    }
}
