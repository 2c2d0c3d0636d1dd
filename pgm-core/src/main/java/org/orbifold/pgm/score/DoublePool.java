package org.orbifold.pgm.score;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.doubles.DoubleArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;

/**
 * Small tables in one flat array, equal ones stored once: models repeat the same few weights, and shared
 * tables stay in the cache.
 */
final class DoublePool {

    private final DoubleArrayList entries = new DoubleArrayList();
    private final Object2IntOpenCustomHashMap<double[]> offsets =
            new Object2IntOpenCustomHashMap<>(DoubleArrays.HASH_STRATEGY);

    DoublePool() {
        offsets.defaultReturnValue(-1);
    }

    /** Returns where the table stands; it must not be changed afterwards. */
    int add(double[] table) {
        int offset = offsets.getInt(table);
        if (offset < 0) {
            offset = entries.size();
            offsets.put(table, offset);
            entries.addElements(offset, table);
        }
        return offset;
    }

    /** The number of entries stored. */
    int size() {
        return entries.size();
    }

    double[] toArray() {
        return entries.toDoubleArray();
    }
}
