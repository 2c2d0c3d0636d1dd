package org.orbifold.logic;

import java.util.List;

/**
 * A formula whose variables have types.
 *
 * @param body  what it says
 * @param slots all its variables, by index; which of them are free they know themselves
 */
record TypedFormula(Node body, List<Slot> slots) {

    List<Slot> free() {
        return slots.stream().filter(Slot::isFree).toList();
    }

    List<Slot> perConstant() {
        return slots.stream().filter(Slot::isPerConstant).toList();
    }
}
