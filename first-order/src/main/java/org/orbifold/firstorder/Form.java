package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * A formula over one or two elements of the domain. Elements are numbers: variables of a {@link Translator} at first,
 * places in the {@linkplain Role roles} of a formula or quantifier in the end. Predicates and quantifiers are numbers
 * of the {@link Theory}.
 */
sealed interface Form {

    /** The formula that always holds. */
    Form TRUE = new Decided(true);
    /** The formula that never holds. */
    Form FALSE = new Decided(false);

    /** Truth or falsity. */
    record Decided(boolean value) implements Form { }

    /** An atom of no, one or two elements. */
    record Atom(int predicate, List<Integer> elements) implements Form { }

    /** Whether two elements are the same. */
    record Same(int left, int right) implements Form { }

    /** Whether an element is a constant of its type, by name until it is known of which type. */
    record Is(int element, String name) implements Form { }

    /** A quantified formula before it has a number: how many elements make the body true. */
    record Block(int least, int most, List<Integer> bound, Form body) implements Form { }

    /** Whether a quantified formula holds, of an element or, where that is −1, of the domain. */
    record Counted(int quantifier, int element) implements Form { }

    /** A negation. */
    record Not(Form part) implements Form { }

    /** A conjunction or disjunction. */
    record Junction(boolean conjunction, List<Form> parts) implements Form { }

    /** An equivalence. */
    record Iff(Form left, Form right) implements Form { }

    static Form not(Form form) {
        if (form instanceof Decided decided) {
            return decided.value ? FALSE : TRUE;
        }
        return form instanceof Not not ? not.part : new Not(form);
    }

    /** A junction, flattened. */
    static Form junction(boolean conjunction, List<Form> parts) {
        List<Form> flat = new ArrayList<>();
        for (Form part : parts) {
            if (part instanceof Junction inner && inner.conjunction == conjunction) {
                flat.addAll(inner.parts);
            } else if (part instanceof Not not && not.part instanceof Junction inner
                    && inner.conjunction != conjunction) {
                inner.parts.forEach(one -> flat.add(not(one)));
            } else {
                flat.add(part);
            }
        }
        return flat.size() == 1 ? flat.get(0) : new Junction(conjunction, List.copyOf(flat));
    }

    /** Some element makes the body true. */
    static Form exists(List<Integer> bound, Form body) {
        return new Block(1, Integer.MAX_VALUE, bound, body);
    }

    /** Whether a block is an existential quantifier. */
    static boolean isExistential(Block block) {
        return block.least == 1 && block.most == Integer.MAX_VALUE;
    }

    /** The parts of a formula, itself first. */
    static void forEach(Form form, Consumer<Form> visitor) {
        visitor.accept(form);
        if (form instanceof Not not) {
            forEach(not.part, visitor);
        } else if (form instanceof Junction junction) {
            junction.parts.forEach(part -> forEach(part, visitor));
        } else if (form instanceof Iff iff) {
            forEach(iff.left, visitor);
            forEach(iff.right, visitor);
        } else if (form instanceof Block block) {
            forEach(block.body, visitor);
        }
    }

    /** The elements that no block inside binds, ascending. */
    static Set<Integer> free(Form form) {
        Set<Integer> free = new TreeSet<>();
        Set<Integer> bound = new TreeSet<>();
        forEach(form, part -> {
            if (part instanceof Atom atom) {
                free.addAll(atom.elements);
            } else if (part instanceof Same same) {
                free.add(same.left);
                free.add(same.right);
            } else if (part instanceof Is is) {
                free.add(is.element);
            } else if (part instanceof Counted counted && counted.element >= 0) {
                free.add(counted.element);
            } else if (part instanceof Block block) {
                bound.addAll(block.bound);
            }
        });
        // Every block binds variables of its own.
        free.removeAll(bound);
        return free;
    }

    /** The formula, without blocks, with other numbers of elements. */
    static Form renumbered(Form form, IntUnaryOperator number) {
        if (form instanceof Atom atom) {
            return new Atom(atom.predicate, atom.elements.stream().map(number::applyAsInt).toList());
        } else if (form instanceof Same same) {
            return new Same(number.applyAsInt(same.left), number.applyAsInt(same.right));
        } else if (form instanceof Is is) {
            return new Is(number.applyAsInt(is.element), is.name);
        } else if (form instanceof Counted counted) {
            return counted.element < 0 ? form : new Counted(counted.quantifier, number.applyAsInt(counted.element));
        } else if (form instanceof Not not) {
            return new Not(renumbered(not.part, number));
        } else if (form instanceof Junction junction) {
            return new Junction(junction.conjunction,
                    junction.parts.stream().map(part -> renumbered(part, number)).toList());
        } else if (form instanceof Iff iff) {
            return new Iff(renumbered(iff.left, number), renumbered(iff.right, number));
        }
        return form;
    }
}
