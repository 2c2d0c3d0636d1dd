package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.BitSet;

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
    /** Per block the sets as bits, if the block has at most 64 values, beside their vertices. */
    private final LongArrayList[] masks;
    private final IntArrayList[] vertices;
    private final Object2IntOpenHashMap<BitSet>[] large;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generics cannot be made otherwise
    LevelSets(BlockValuePairs pairs, GraphSketch sketch, int[] firstVertex, int[] hubs) {
        this.pairs = pairs;
        this.sketch = sketch;
        this.firstVertex = firstVertex;
        this.hubs = hubs;
        masks = new LongArrayList[pairs.blockCount()];
        vertices = new IntArrayList[pairs.blockCount()];
        large = new Object2IntOpenHashMap[pairs.blockCount()];
    }

    /** The vertex of the values of a block whose place on an axis belongs to a class. */
    int vertex(int block, int[] projection, int[] classOfPlace, int level) {
        int size = pairs.valueCount(block);
        if (size > Long.SIZE) {
            BitSet set = new BitSet(size);
            for (int value = 0; value < size; value++) {
                set.set(value, classOfPlace[projection[value]] == level);
            }
            return vertex(block, set);
        }
        long mask = 0;
        for (int value = 0; value < size; value++) {
            mask |= classOfPlace[projection[value]] == level ? 1L << value : 0;
        }
        return vertex(block, mask);
    }

    /** The vertex of a set of values. */
    int vertex(int block, BitSet set) {
        int size = pairs.valueCount(block);
        if (size <= Long.SIZE) {
            long[] words = set.toLongArray();
            return vertex(block, words.length == 0 ? 0 : words[0]);
        }
        int count = set.cardinality();
        if (count == 1) {
            return firstVertex[block] + set.nextSetBit(0);
        } else if (count == size) {
            return hubs[block];
        }
        if (large[block] == null) {
            large[block] = new Object2IntOpenHashMap<>();
            large[block].defaultReturnValue(-1);
        }
        int vertex = large[block].getInt(set);
        if (vertex < 0) {
            vertex = newVertex(block, set);
            large[block].put(set, vertex);
        }
        return vertex;
    }

    private int vertex(int block, long mask) {
        int count = Long.bitCount(mask);
        if (count == 1) {
            return firstVertex[block] + Long.numberOfTrailingZeros(mask);
        } else if (count == pairs.valueCount(block)) {
            return hubs[block];
        }
        if (masks[block] == null) {
            masks[block] = new LongArrayList(2);
            vertices[block] = new IntArrayList(2);
        }
        int index = masks[block].indexOf(mask);
        if (index >= 0) {
            return vertices[block].getInt(index);
        }
        int vertex = newVertex(block, BitSet.valueOf(new long[] {mask}));
        masks[block].add(mask);
        vertices[block].add(vertex);
        return vertex;
    }

    private int newVertex(int block, BitSet set) {
        int vertex = sketch.vertex(GraphSketch.Kind.LEVEL, 0);
        set.stream().forEach(value -> sketch.edge(vertex, firstVertex[block] + value));
        return vertex;
    }
}
