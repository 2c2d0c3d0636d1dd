package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Classes of numbers that come one by one: those of a finished {@link ValueClasses} where they fall into one, else new
 * ones. Not thread-safe, unlike what it builds on.
 */
final class KnownClasses {

    private final ValueClasses known;
    private final Long2IntOpenHashMap byBits = new Long2IntOpenHashMap();
    private final TreeMap<Double, Fresh> fresh = new TreeMap<>();

    private record Fresh(int number, double tolerance) { }

    KnownClasses(ValueClasses known) {
        this.known = known;
        byBits.defaultReturnValue(-1);
    }

    /** The class of a number, which counts as equal to those no further away than the tolerance. */
    int classOf(double value, double tolerance) {
        long bits = Double.doubleToLongBits(value + 0.0);
        int found = byBits.get(bits);
        if (found < 0) {
            found = known.find(value, tolerance);
            if (found < 0) {
                found = freshClass(value + 0.0, tolerance);
            }
            byBits.put(bits, found);
        }
        return found;
    }

    private int freshClass(double value, double tolerance) {
        Map.Entry<Double, Fresh> below = fresh.floorEntry(value);
        Map.Entry<Double, Fresh> above = fresh.ceilingEntry(value);
        int number = known.count() + fresh.size();
        if (isNear(below, value, tolerance)) {
            number = below.getValue().number;
        } else if (isNear(above, value, tolerance)) {
            number = above.getValue().number;
        }
        fresh.put(value, new Fresh(number, tolerance));
        return number;
    }

    private static boolean isNear(Map.Entry<Double, Fresh> entry, double value, double tolerance) {
        return entry != null && Math.abs(entry.getKey() - value) <= Math.max(tolerance, entry.getValue().tolerance);
    }
}
