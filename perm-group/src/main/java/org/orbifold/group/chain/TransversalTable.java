package org.orbifold.group.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The transversal elements of a chain, multiplied out when first needed: an element of the group is then a product of
 * one factor per level, not of one per edge of the Schreier trees. Safe to share between threads: an element is
 * immutable and made at most twice.
 */
final class TransversalTable {

    /** Bytes that the elements of one chain may take. */
    private static final long BUDGET = 96L << 20;

    private final FrozenLevel[] levels;

    /** Per level and position in its orbit. */
    private final AtomicReferenceArray<char[]>[] elements;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic type
    TransversalTable(FrozenLevel[] levels) {
        this.levels = levels;
        elements = new AtomicReferenceArray[levels.length];
        for (int i = 0; i < levels.length; i++) {
            elements[i] = new AtomicReferenceArray<>(levels[i].orbit.length);
        }
    }

    /** Whether the elements of a chain may be multiplied out. */
    static boolean fits(FrozenLevel[] levels, int degree) {
        long bytes = 0;
        for (FrozenLevel level : levels) {
            bytes += (long) Character.BYTES * degree * level.orbit.length;
        }
        return degree <= CharImages.LARGEST_DEGREE && bytes <= BUDGET;
    }

    /** The transversal element of a point of a level's orbit other than the base point. */
    char[] element(int level, int point) {
        char[] element = elements[level].getAcquire(levels[level].position(point));
        return element != null ? element : make(level, point);
    }

    /** Makes the elements along the path to a point as far as they are missing, so that each costs one product. */
    private char[] make(int number, int point) {
        FrozenLevel level = levels[number];
        AtomicReferenceArray<char[]> made = elements[number];
        IntArrayList missing = new IntArrayList();
        char[] element = null;
        for (int x = point; x != level.base && element == null; x = level.parent(x)) {
            element = made.getAcquire(level.position(x));
            if (element == null) {
                missing.add(x);
            }
        }
        while (!missing.isEmpty()) {
            int next = missing.popInt();
            int[] edge = level.entering(next);
            element = element == null ? CharImages.of(edge) : CharImages.product(element, edge);
            made.setRelease(level.position(next), element);
        }
        return Objects.requireNonNull(element, "the base point has no factor");
    }
}
