package org.orbifold.logic;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What the plans of a formula are made from: its slots, the evidence on predicates and on its quantified parts. */
final class PlanContext {

    private final Function<Predicate, AtomTable> tables;
    private final List<Slot> slots;
    private final long planning;
    private final Map<Node.Quantifier, Optional<Facts>> quantified = new IdentityHashMap<>();

    /**
     * Makes a context.
     *
     * @param tables   the atoms of each predicate
     * @param slots    the slots of the formula, by index
     * @param planning how many instances of a quantified part planning may go through
     */
    PlanContext(Function<Predicate, AtomTable> tables, List<Slot> slots, long planning) {
        this.tables = tables;
        this.slots = slots;
        this.planning = planning;
    }

    AtomTable table(Predicate predicate) {
        return tables.apply(predicate);
    }

    /** A place for the constants of all slots. */
    int[] binding() {
        return new int[slots.size()];
    }

    /** How many instances of a quantified part planning may go through. */
    long planning() {
        return planning;
    }

    /** The slots of a quantified part that are bound outside of it. */
    List<Slot> outer(Node.Quantifier quantifier) {
        return Node.free(quantifier).stream().mapToObj(slots::get).toList();
    }

    /** What the evidence says about a quantified part, as a relation of the slots around it, if known. */
    Optional<Facts> facts(Node.Quantifier quantifier) {
        Optional<Facts> known = quantified.get(quantifier);
        if (known == null) {
            known = QuantifierFacts.of(quantifier, this);
            quantified.put(quantifier, known);
        }
        return known;
    }
}
