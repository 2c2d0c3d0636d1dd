package org.orbifold.pgm.logic;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Counts the rows of a join without going through them all: where the rest of the join falls apart into parts that
 * share no slot, their counts are multiplied, and the last relation of a part is counted by its index.
 *
 * <p>Cost: the partial matches up to where the join falls apart; a star, for example, costs one of its relations.
 */
final class JoinCount {

    private final Relation relation;
    private final Relation.Index index;
    private final int[] terms;
    private final int newColumns;
    private final boolean countedByIndex;
    private final List<JoinCount> parts;
    private final Effort effort;

    private JoinCount(Guard.Fact fact, BitSet bound, List<Guard.Fact> rest, Effort effort) {
        this.relation = fact.relation();
        this.terms = fact.terms();
        this.effort = effort;
        int columns = columns(terms, bound);
        this.index = relation.index(columns);
        this.newColumns = (1 << terms.length) - 1 & ~columns;
        BitSet inner = (BitSet) bound.clone();
        boolean repeated = false;
        for (int i = 0; i < terms.length; i++) {
            if ((newColumns >> i & 1) == 1) {
                repeated |= inner.get(terms[i]);
                inner.set(terms[i]);
            }
        }
        this.parts = parts(rest, inner, effort);
        this.countedByIndex = parts.isEmpty() && !repeated;
    }

    /**
     * Splits a join into parts that share no slot that is not bound yet.
     *
     * @param facts  what is joined, each few enough to have a relation
     * @param bound  the slots that are bound
     * @param effort counts the partial matches that are tried
     */
    static List<JoinCount> parts(List<Guard.Fact> facts, BitSet bound, Effort effort) {
        List<JoinCount> parts = new ArrayList<>();
        for (List<Guard.Fact> component : components(facts, bound)) {
            Guard.Fact first = component.stream().min(Comparator.comparingDouble((Guard.Fact fact) ->
                    fact.relation().expected(columns(fact.terms(), bound)))).orElseThrow();
            List<Guard.Fact> rest = new ArrayList<>(component);
            rest.remove(first);
            parts.add(new JoinCount(first, bound, rest, effort));
        }
        return parts;
    }

    /** Groups facts that share slots, directly or through others, but for slots that are bound. */
    static List<List<Guard.Fact>> components(List<Guard.Fact> facts, BitSet bound) {
        List<List<Guard.Fact>> components = new ArrayList<>();
        List<BitSet> slots = new ArrayList<>();
        for (Guard.Fact fact : facts) {
            List<Guard.Fact> joined = new ArrayList<>(List.of(fact));
            BitSet own = slots(fact, bound);
            for (int i = components.size() - 1; i >= 0; i--) {
                if (slots.get(i).intersects(own)) {
                    joined.addAll(0, components.remove(i));
                    own.or(slots.remove(i));
                }
            }
            components.add(joined);
            slots.add(own);
        }
        return components;
    }

    private static BitSet slots(Guard.Fact fact, BitSet bound) {
        BitSet slots = new BitSet();
        for (int term : fact.terms()) {
            if (term >= 0 && !bound.get(term)) {
                slots.set(term);
            }
        }
        return slots;
    }

    private static int columns(int[] terms, BitSet bound) {
        int columns = 0;
        for (int i = 0; i < terms.length; i++) {
            columns |= terms[i] < 0 || bound.get(terms[i]) ? 1 << i : 0;
        }
        return columns;
    }

    /** How many rows the join of some parts has; exact as long as it is below 2^53. */
    static double count(List<JoinCount> parts, int[] binding) {
        double product = 1;
        for (int i = 0; i < parts.size() && product != 0; i++) {
            product *= parts.get(i).count(binding);
        }
        return product;
    }

    private double count(int[] binding) {
        int group = index.find(terms, binding);
        if (group < 0) {
            return 0;
        } else if (countedByIndex) {
            return index.end(group) - index.start(group);
        }
        double sum = 0;
        for (int position = index.start(group); position < index.end(group) && effort.spend(); position++) {
            if (relation.bind(index.row(position), terms, newColumns, binding)) {
                sum += count(parts, binding);
            }
        }
        return sum;
    }
}
