package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A formula ready for grounding: in negation normal form, junctions flattened, terms as numbers. A term ≥ 0 is the
 * index of a {@link Slot}, a term t &lt; 0 the constant −1 − t.
 */
sealed interface Node {

    /** The formula that always holds. */
    Node TRUE = new Decided(true);
    /** The formula that never holds. */
    Node FALSE = new Decided(false);

    /** TruthValue or falsity. */
    record Decided(boolean value) implements Node { }

    /** An atom or its negation. */
    record Literal(Predicate predicate, int[] terms, boolean positive) implements Node { }

    /** An equality or its negation. */
    record Equality(int left, int right, boolean equal) implements Node { }

    /** A conjunction or a disjunction of at least two parts, of which none is of the same kind. */
    record Junction(boolean conjunction, List<Node> parts) implements Node { }

    /** An equivalence. */
    record Equivalence(Node left, Node right) implements Node { }

    /** A quantified formula. */
    record Quantifier(boolean forall, List<Slot> slots, Node body) implements Node { }

    /** Whether the number of instances that hold is, or is not, between bounds. */
    record Count(int least, int most, boolean positive, List<Slot> slots, Node body) implements Node { }

    /** A constant as a term. */
    static int constant(int id) {
        return -1 - id;
    }

    /** The value of a term under a binding of the slots. */
    static int value(int term, int[] binding) {
        return term >= 0 ? binding[term] : -1 - term;
    }

    static Node decided(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** A junction, simplified. */
    static Node junction(boolean conjunction, List<Node> parts) {
        List<Node> flat = new ArrayList<>();
        for (Node part : parts) {
            if (part instanceof Decided decided) {
                if (decided.value != conjunction) {
                    return part;
                }
            } else if (part instanceof Junction inner && inner.conjunction == conjunction) {
                flat.addAll(inner.parts);
            } else {
                flat.add(part);
            }
        }
        if (flat.isEmpty()) {
            return decided(conjunction);
        }
        return flat.size() == 1 ? flat.get(0) : new Junction(conjunction, List.copyOf(flat));
    }

    /** The slots of a node that no quantifier inside it binds. */
    static BitSet free(Node node) {
        BitSet free = new BitSet();
        if (node instanceof Literal literal) {
            Arrays.stream(literal.terms).filter(term -> term >= 0).forEach(free::set);
        } else if (node instanceof Equality equality) {
            IntStream.of(equality.left, equality.right).filter(term -> term >= 0).forEach(free::set);
        } else if (node instanceof Junction junction) {
            junction.parts.forEach(part -> free.or(free(part)));
        } else if (node instanceof Equivalence equivalence) {
            free.or(free(equivalence.left));
            free.or(free(equivalence.right));
        } else if (node instanceof Quantifier quantifier) {
            free.or(free(quantifier.body));
            quantifier.slots.forEach(slot -> free.clear(slot.index()));
        } else if (node instanceof Count count) {
            free.or(free(count.body));
            count.slots.forEach(slot -> free.clear(slot.index()));
        }
        return free;
    }
}
