package org.orbifold.group.sample;

import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.kernel.Images;

/**
 * Product replacement with accumulator ("rattle"; Leedham-Green and Murray 2002, after Celler et al. 1995) on image
 * arrays. A step replaces a random slot by its product, on a random side, with another slot or its inverse, and
 * multiplies the accumulator by the changed slot. Invariant: the slots generate the group, the accumulator lies in it.
 * Cost: two or three passes over the points per step, nothing allocated.
 */
final class ProductReplacementState {

    private final int[][] slots;
    private final int[] accumulator;
    private final int[] scratch;

    /**
     * Starts from generators, repeated until all slots are full.
     *
     * @param degree the number of points
     * @param generators the generators; copied; may be empty
     * @param slotCount how many slots; raised to the number of generators, and to two
     */
    ProductReplacementState(int degree, List<int[]> generators, int slotCount) {
        int count = generators.isEmpty() ? 0 : Math.max(Math.max(slotCount, generators.size()), 2);
        slots = new int[count][];
        for (int i = 0; i < count; i++) {
            slots[i] = generators.get(i % generators.size()).clone();
        }
        accumulator = Images.identity(degree);
        scratch = new int[degree];
    }

    private ProductReplacementState(int[][] slots, int[] accumulator) {
        this.slots = slots;
        this.accumulator = accumulator;
        this.scratch = new int[accumulator.length];
    }

    /**
     * Goes on from a state.
     *
     * @param rows what {@link #rows} gave: the slots, and last the accumulator; copied
     * @return a new object in the same state
     */
    static ProductReplacementState ofRows(int[][] rows) {
        int[][] slots = new int[rows.length - 1][];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = rows[i].clone();
        }
        return new ProductReplacementState(slots, rows[slots.length].clone());
    }

    /**
     * The whole state.
     *
     * @return copies of all slots, and last of the accumulator
     */
    int[][] rows() {
        int[][] rows = new int[slots.length + 1][];
        for (int i = 0; i < slots.length; i++) {
            rows[i] = slots[i].clone();
        }
        rows[slots.length] = accumulator.clone();
        return rows;
    }

    /**
     * Makes one step.
     *
     * @param random where the choices come from
     * @return the accumulator: valid until the next step, to be read only
     */
    int[] step(RandomGenerator random) {
        if (slots.length == 0) {
            return accumulator;
        }
        int[] changed = replace(random);
        if (random.nextBoolean()) {
            Images.multiply(accumulator, changed, accumulator);
        } else {
            Images.multiply(changed, accumulator, scratch);
            System.arraycopy(scratch, 0, accumulator, 0, scratch.length);
        }
        return accumulator;
    }

    /**
     * Makes one step of plain product replacement, without the accumulator.
     *
     * @param random where the choices come from
     * @return the changed slot: valid until the next step, to be read only; the identity if there are no generators
     */
    int[] replace(RandomGenerator random) {
        if (slots.length == 0) {
            return accumulator;
        }
        int i = random.nextInt(slots.length);
        int j = random.nextInt(slots.length - 1);
        if (j >= i) {
            j++;
        }
        int choice = random.nextInt();
        int[] changed = slots[i];
        int[] factor = slots[j];
        if ((choice & 1) != 0) {
            Images.invert(factor, scratch);
            factor = scratch;
        }
        if ((choice & 2) != 0) {
            Images.multiply(changed, factor, changed);
        } else {
            // From the left: read the factor, write the slot anew.
            multiplyLeft(factor, changed);
        }
        return changed;
    }

    private void multiplyLeft(int[] factor, int[] changed) {
        if (factor == scratch) {
            for (int x = 0; x < scratch.length; x++) {
                scratch[x] = changed[scratch[x]];
            }
        } else {
            Images.multiply(factor, changed, scratch);
        }
        System.arraycopy(scratch, 0, changed, 0, scratch.length);
    }
}
