package org.orbifold.pgm.score;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;

/** Small arrays of whole numbers in one flat array, equal ones stored once; see {@link DoublePool}. */
final class IntPool {

    private final IntArrayList entries = new IntArrayList();
    private final Object2IntOpenCustomHashMap<int[]> offsets =
            new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);

    /** Returns where the array stands; it must not be changed afterwards. */
    int add(int[] array) {
        return offsets.computeIfAbsent(array, missing -> {
            entries.addElements(entries.size(), array);
            return entries.size() - array.length;
        });
    }

    int[] toArray() {
        return entries.toIntArray();
    }
}
