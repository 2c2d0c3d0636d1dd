package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.detect.Automorphisms;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.hard.HardClauses;

/** Oracles for the search: graphs of all blocks and all terms of Ĝ, without colours, by level sets and row by row. */
final class WholeGraph {

    private final BlockModel model;
    private final BlockValuePairs pairs;

    WholeGraph(SymmetryFinder finder, BlockPartition partition) {
        this.model = finder.blockModel(partition);
        this.pairs = model.pairs();
    }

    /** The graph that the search would make if it had to search all blocks. */
    ColoredGraph levelSets() {
        return levels().graph();
    }

    private BlockGraph levels() {
        BlockGraph graph = new BlockGraph(model, IntStream.range(0, pairs.blockCount()).toArray(), pairClasses(),
                SymmetryOptions.defaults());
        graph.addTerms(terms());
        graph.addMasks(model.masks());
        graph.addRigid(model.rigid());
        graph.addBoxes(model.boxes());
        return graph;
    }

    PermutationGroup groupByLevelSets() {
        BlockGraph graph = levels();
        Automorphisms found = Automorphisms.of(graph.graph());
        return PermutationGroup.of(pairs.pairCount(), found.generators().stream().map(graph::onPairs).toList());
    }

    /** By the graph with one vertex per row of every table over whole blocks; the model must have no boxes. */
    Automorphisms byRows() {
        GraphSketch sketch = new GraphSketch();
        for (int color : pairClasses()) {
            sketch.vertex(GraphSketch.Kind.PAIR, color);
        }
        for (int b = 0; b < pairs.blockCount(); b++) {
            int hub = sketch.vertex(GraphSketch.Kind.HUB, 0);
            for (int p = pairs.firstPair(b); p < pairs.firstPair(b + 1); p++) {
                sketch.edge(hub, p);
            }
        }
        addRows(sketch, terms(), GraphSketch.Kind.ENTRY);
        addRows(sketch, model.masks(), GraphSketch.Kind.MASK);
        addRows(sketch, model.rigid(), GraphSketch.Kind.RIGID);
        return Automorphisms.of(sketch.build());
    }

    private void addRows(GraphSketch sketch, List<BlockTable> tables, GraphSketch.Kind kind) {
        ValueClasses classes = new ValueClasses();
        tables.forEach(table -> {
            for (double value : table.values()) {
                classes.add(value, table.tolerance());
            }
        });
        for (BlockTable table : tables) {
            int[] strides = BlockTable.strides(table.sizes());
            int[] value = new int[table.arity()];
            boolean more = true;
            while (more) {
                int at = 0;
                for (int k = 0; k < value.length; k++) {
                    at += strides[k] * model.projection(table, k)[value[k]];
                }
                int vertex = sketch.vertex(kind, classes.classOf(classes.add(table.values()[at], table.tolerance())));
                for (int k = 0; k < value.length; k++) {
                    sketch.edge(vertex, pairs.pair(table.blocks()[k], value[k]));
                }
                int k = value.length - 1;
                while (k >= 0 && ++value[k] == pairs.valueCount(table.blocks()[k])) {
                    value[k--] = 0;
                }
                more = k >= 0;
            }
        }
    }

    private List<BlockTable> terms() {
        Map<int[], BlockTable> byScope = new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (int b = 0; b < pairs.blockCount(); b++) {
            model.around(b).forEach(term -> byScope.put(term.table().blocks(), term.table()));
        }
        return new ArrayList<>(byScope.values());
    }

    private int[] pairClasses() {
        ValueClasses classes = new ValueClasses();
        int[] handles = new int[pairs.pairCount()];
        for (int b = 0; b < pairs.blockCount(); b++) {
            double[] inside = new double[pairs.valueCount(b)];
            double tolerance = model.addInside(b, inside);
            for (int value = 0; value < inside.length; value++) {
                handles[pairs.pair(b, value)] = classes.add(inside[value], tolerance);
            }
        }
        int[] result = new int[handles.length];
        int[] impossible = new int[pairs.blockCount()];
        for (int p = 0; p < result.length; p++) {
            int block = pairs.blockOf(p);
            // Impossible values go along in their order; blocks of one possible value stay.
            result[p] = model.isPinned(block) || model.isDecided(block) ? classes.count() + result.length + p
                    : model.isImpossible(p) ? classes.count() + impossible[block]++ : classes.classOf(handles[p]);
        }
        return result;
    }

    /** The order of the group by rows as it acts on possible states. */
    BigInteger orderByRows() {
        if (!HardClauses.areIn(model.original())) {
            return byRows().order();
        }
        int count = pairs.pairCount();
        return BlockOracle.orderOnStates(pairs, model.original(), byRows().generators().stream()
                .map(g -> Permutation.ofImages(IntStream.range(0, count).map(g::image).toArray())).toList());
    }

    /** A group and its generators, for comparisons. */
    static boolean isSame(BlockSymmetries found, PermutationGroup expected) {
        BigInteger order = HardClauses.areIn(found.model())
                ? BlockOracle.orderOnStates(found.pairs(), found.model(), expected.generators()) : expected.order();
        return found.order().equals(order)
                && expected.generators().stream().allMatch((Permutation g) -> found.group().contains(g));
    }
}
