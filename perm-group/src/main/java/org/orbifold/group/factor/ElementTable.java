package org.orbifold.group.factor;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/**
 * All elements of a small group, listed: a uniform element is a uniform row, membership a look-up by the images of the
 * base and one comparison, both about ten times faster than by the group's structure. Immutable, so threads share it.
 */
final class ElementTable extends GroupEvaluator {

    private static final int MOST_ELEMENTS = 2048;

    /** Entries of one table: a quarter of a megabyte. */
    private static final int MOST_ENTRIES = 1 << 16;

    private final int[] base;
    private final int[][] rows;

    /** The rows again, as objects. */
    private final Permutation[] elements;

    /** Open addressing by {@link #hash}: 1 + row, or 0 for an empty slot. */
    private final int[] slots;

    private ElementTable(int degree, int[] base, int order) {
        super(degree, true);
        this.base = base;
        this.rows = new int[order][];
        this.elements = new Permutation[order];
        this.slots = new int[Integer.highestOneBit(order) * 4];
    }

    /** Whether a group is proved and small enough to be listed. */
    static boolean fits(GroupStructure group) {
        return group.isVerified() && group.order().bitLength() < Integer.SIZE
            && group.order().intValue() <= MOST_ELEMENTS
            && group.order().longValue() * group.degree() <= MOST_ENTRIES;
    }

    /** Lists a group that {@linkplain #fits fits}, by closing the identity under generators. */
    static ElementTable of(GroupStructure group) {
        ElementTable table = new ElementTable(group.degree(), group.base(), group.order().intValue());
        List<int[]> generators = group.stabilizer().stream().map(Permutation::images).toList();
        int count = 0;
        count += table.add(Images.identity(group.degree()), count);
        for (int head = 0; head < count; head++) {
            for (int[] generator : generators) {
                count += table.add(Images.product(table.rows[head], generator), count);
            }
        }
        if (count != table.rows.length) {
            throw new AssertionError("a group of order " + group.order() + " with " + count + " elements");
        }
        for (int i = 0; i < count; i++) {
            table.elements[i] = Permutation.ofImages(table.rows[i]);
        }
        return table;
    }

    private int add(int[] element, int count) {
        int slot = find(element);
        if (slots[slot] != 0) {
            return 0;
        }
        if (count == rows.length) {
            throw new AssertionError("more than " + count + " elements in a group of that order");
        }
        rows[count] = element;
        slots[slot] = count + 1;
        return 1;
    }

    /** The slot of an element, or the empty one where it would go. */
    private int find(int[] element) {
        int mask = slots.length - 1;
        int slot = hash(element) & mask;
        while (slots[slot] != 0 && !Arrays.equals(rows[slots[slot] - 1], element)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private int hash(int[] element) {
        int hash = 0;
        for (int point : base) {
            hash = (hash + element[point]) * 0x9E3779B1;
        }
        return hash >>> 15 ^ hash;
    }

    @Override
    public boolean contains(int[] images) {
        return slots[find(images)] != 0;
    }

    /** Permutations are immutable, so those of the table are handed out themselves. */
    @Override
    public Permutation sample(RandomGenerator random) {
        return elements[random.nextInt(elements.length)];
    }

    @Override
    public void sampleInto(RandomGenerator random, int[] images) {
        System.arraycopy(rows[random.nextInt(rows.length)], 0, images, 0, images.length);
    }
}
