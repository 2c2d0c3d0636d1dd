package org.orbifold.logic;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A variable of one formula: a place in the array of bindings. */
final class Slot {

    private final int index;
    private final String name;
    private final boolean free;
    private final Object firstUse;
    private @Nullable Constants type;
    private boolean perConstant;

    Slot(int index, String name, boolean free, Object firstUse) {
        this.index = index;
        this.name = name;
        this.free = free;
        this.firstUse = firstUse;
    }

    /** A fresh variable of the same type; it is free, as only clausal form makes such. */
    Slot renamed(int newIndex) {
        Slot copy = new Slot(newIndex, name, true, firstUse);
        copy.type = type;
        return copy;
    }

    int index() {
        return index;
    }

    String name() {
        return name;
    }

    /** Whether no quantifier binds it. */
    boolean isFree() {
        return free;
    }

    Object firstUse() {
        return firstUse;
    }

    /** Whether its type is known. */
    boolean isTyped() {
        return type != null;
    }

    /** Its type, once something told it. */
    Constants type() {
        return Objects.requireNonNull(type);
    }

    void setType(Constants known) {
        type = known;
    }

    int size() {
        return type().size();
    }

    /** Whether each of its constants has a weight of its own. */
    boolean isPerConstant() {
        return perConstant;
    }

    void setPerConstant() {
        perConstant = true;
    }
}
