package org.orbifold.logic;

import java.util.List;

/**
 * The weights of a formula: one, or one per choice of constants for its {@code +} variables.
 *
 * @param slots  those variables; empty if there is one weight
 * @param values the weights, the last variable changing fastest
 */
record PerConstantWeights(List<Slot> slots, double[] values) {

    /** Which weight belongs to a binding. */
    int number(int[] binding) {
        int number = 0;
        for (Slot slot : slots) {
            number = number * slot.size() + binding[slot.index()];
        }
        return number;
    }
}
