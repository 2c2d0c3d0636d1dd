package org.orbifold.logic;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** The constants of a type, numbered in the order of their appearance. */
final class Constants {

    private final String type;
    private final List<String> names;
    private final Object2IntOpenHashMap<String> ids;
    /** Whether a declaration lists them all. */
    private boolean complete;
    /** Whether the declaration lists none, so that databases may name some. */
    private boolean declaredEmpty;

    Constants(String type) {
        this(type, new ArrayList<>(), new Object2IntOpenHashMap<>());
        ids.defaultReturnValue(-1);
    }

    private Constants(String type, List<String> names, Object2IntOpenHashMap<String> ids) {
        this.type = type;
        this.names = names;
        this.ids = ids;
    }

    Constants copy() {
        Constants copy = new Constants(type, new ArrayList<>(names), ids.clone());
        copy.complete = complete;
        copy.declaredEmpty = declaredEmpty;
        return copy;
    }

    String type() {
        return type;
    }

    int size() {
        return names.size();
    }

    List<String> names() {
        return names;
    }

    String name(int id) {
        return names.get(id);
    }

    /** The number of a constant, or −1. */
    int id(String name) {
        return ids.getInt(name);
    }

    /** The number of a constant, which is added if it is new. */
    int add(String name) {
        int id = ids.putIfAbsent(name, names.size());
        if (id >= 0) {
            return id;
        }
        names.add(name);
        return names.size() - 1;
    }

    boolean isComplete() {
        return complete;
    }

    void setComplete() {
        complete = true;
        declaredEmpty = names.isEmpty();
    }

    /** Whether a constant that is new may be added. */
    boolean isExtensible() {
        return !complete || declaredEmpty;
    }
}
