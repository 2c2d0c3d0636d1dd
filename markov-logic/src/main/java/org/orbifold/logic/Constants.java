package org.orbifold.logic;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** The constants of a type, numbered in the order of their appearance. */
final class Constants {

    /** Constants that a message lists. */
    private static final int SHOWN = 5;

    private final String type;
    private final Naming naming;
    private final List<String> names;
    private final Object2IntOpenHashMap<String> ids;
    /** Whether a declaration lists them all. */
    private boolean complete;
    /** Whether databases may name more: the declaration lists none, or it was asked for. */
    private boolean extensible;

    Constants(String type, Naming naming) {
        this(type, naming, new ArrayList<>(), new Object2IntOpenHashMap<>());
        ids.defaultReturnValue(-1);
    }

    private Constants(String type, Naming naming, List<String> names, Object2IntOpenHashMap<String> ids) {
        this.type = type;
        this.naming = naming;
        this.names = names;
        this.ids = ids;
    }

    Constants copy() {
        Constants copy = new Constants(type, naming, new ArrayList<>(names), ids.clone());
        copy.complete = complete;
        copy.extensible = extensible;
        return copy;
    }

    /** A copy to which databases may add constants. */
    Constants extensible() {
        Constants copy = copy();
        copy.extensible = true;
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

    /** A constant as results write it. */
    String text(int id) {
        return naming.text(names.get(id));
    }

    /** The first constants, for a message. */
    String shown() {
        return String.join(", ", names.subList(0, Math.min(names.size(), SHOWN)))
                + (names.size() > SHOWN ? ", …" : "");
    }

    Naming naming() {
        return naming;
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
        extensible = names.isEmpty();
    }

    /** Whether a constant that is new may be added. */
    boolean isExtensible() {
        return !complete || extensible;
    }
}
