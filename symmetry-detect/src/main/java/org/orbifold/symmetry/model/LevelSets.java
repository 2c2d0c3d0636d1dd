package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.BitSet;
import java.util.function.Function;

/**
 * The vertices that stand for sets of values of a block: the pair itself for one value, the block's hub for all of
 * them, else a vertex joined to its values, one per set whoever needs it.
 */
final class LevelSets {

    private final BlockValuePairs pairs;
    private final GraphSketch sketch;
    /** By block: the vertex of its value 0, others following, and its hub. */
    private final int[] firstVertex;
    private final int[] hubs;
    private final Object2IntOpenHashMap<ValueSet> known = new Object2IntOpenHashMap<>();

    private final Function<ValueSet, String> naming;

    /** Some values of a block. */
    record ValueSet(int block, BitSet values) { }

    LevelSets(BlockValuePairs pairs, GraphSketch sketch, int[] firstVertex, int[] hubs,
            Function<ValueSet, String> naming) {
        this.naming = naming;
        this.pairs = pairs;
        this.sketch = sketch;
        this.firstVertex = firstVertex;
        this.hubs = hubs;
    }

    /** The vertex of the values of a block whose place on an axis belongs to a class. */
    int vertex(int block, int[] projection, int[] classOfPlace, int level) {
        BitSet set = new BitSet(projection.length);
        for (int value = 0; value < projection.length; value++) {
            set.set(value, classOfPlace[projection[value]] == level);
        }
        return vertex(block, set);
    }

    /** The vertex of a set of values. */
    int vertex(int block, BitSet set) {
        int count = set.cardinality();
        if (count == 1) {
            return firstVertex[block] + set.nextSetBit(0);
        } else if (count == pairs.valueCount(block)) {
            return hubs[block];
        }
        return known.computeIfAbsent(new ValueSet(block, set), key -> newVertex(block, set));
    }

    private int newVertex(int block, BitSet set) {
        int vertex = sketch.vertex(GraphSketch.Kind.LEVEL, 0);
        sketch.name(() -> naming.apply(new ValueSet(block, set)));
        sketch.explain(GraphSketch.Kind.LEVEL, 0, () -> "a set of values of a block, joined to them");
        set.stream().forEach(value -> sketch.edge(vertex, firstVertex[block] + value));
        return vertex;
    }
}
