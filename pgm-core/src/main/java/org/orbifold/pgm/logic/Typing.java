package org.orbifold.pgm.logic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.pgm.logic.Sentence.Atom;
import org.orbifold.pgm.logic.Sentence.BothSigns;
import org.orbifold.pgm.logic.Sentence.Connective;
import org.orbifold.pgm.logic.Sentence.Equal;
import org.orbifold.pgm.logic.Sentence.Joined;
import org.orbifold.pgm.logic.Sentence.Not;
import org.orbifold.pgm.logic.Sentence.Quantified;

/**
 * Finds the types of a sentence's variables and brings it into the form for grounding.
 *
 * <p>Two walks in the same order: the first one meets every variable and learns its type from the predicates and,
 * through equalities, from other variables; the second one, which meets the variables in the same order, builds the
 * nodes.
 * A constant that is new is added to its type, unless a declaration lists the type's constants.
 */
final class Typing {

    private static final int SHOWN_CONSTANTS = 5;

    private final Map<String, Predicate> predicates;
    private final Map<String, Constants> types;
    private final List<Slot> slots = new ArrayList<>();
    private final List<Slot[]> equalities = new ArrayList<>();
    private final List<Equal> equalSentences = new ArrayList<>();
    private int metQuantified;
    private Scope root;

    private Typing(Map<String, Predicate> predicates, Map<String, Constants> types) {
        this.predicates = predicates;
        this.types = types;
    }

    /** Types a sentence; a mistake in it is a {@link Fault}. */
    static TypedFormula of(Sentence sentence, Map<String, Predicate> predicates, Map<String, Constants> types) {
        Typing typing = new Typing(predicates, types);
        typing.root = typing.new Scope(null);
        typing.learn(sentence, typing.root);
        typing.resolveEqualities();
        Node body = typing.build(sentence, typing.root, true);
        return new TypedFormula(body, List.copyOf(typing.slots));
    }

    /** The variables that are known at a place. */
    private final class Scope {
        private final Scope outer;
        private final Map<String, Slot> own = new HashMap<>();

        Scope(Scope outer) {
            this.outer = outer;
        }

        Slot find(Term.Variable variable) {
            for (Scope scope = this; scope != null; scope = scope.outer) {
                Slot slot = scope.own.get(variable.name());
                if (slot != null) {
                    return slot;
                }
            }
            Slot slot = new Slot(slots.size(), variable.name(), true, variable);
            slots.add(slot);
            root.own.put(variable.name(), slot);
            return slot;
        }
    }

    private void learn(Sentence sentence, Scope scope) {
        if (sentence instanceof Atom atom) {
            learnAtom(atom, scope);
        } else if (sentence instanceof BothSigns both) {
            learnAtom(both.atom(), scope);
        } else if (sentence instanceof Equal equal) {
            equalities.add(new Slot[] {meet(equal.left(), scope), meet(equal.right(), scope)});
            equalSentences.add(equal);
        } else if (sentence instanceof Not not) {
            learn(not.part(), scope);
        } else if (sentence instanceof Joined joined) {
            learn(joined.left(), scope);
            learn(joined.right(), scope);
        } else {
            Quantified quantified = (Quantified) sentence;
            Scope inner = new Scope(scope);
            for (String name : quantified.variables()) {
                Slot slot = new Slot(slots.size(), name, false, quantified);
                slots.add(slot);
                inner.own.put(name, slot);
            }
            learn(quantified.body(), inner);
        }
    }

    private void learnAtom(Atom atom, Scope scope) {
        Predicate predicate = predicates.get(atom.predicate());
        if (predicate == null) {
            throw new Fault(atom, "the predicate '" + atom.predicate() + "' is not declared",
                    "a declaration " + atom.predicate() + "(TYPE,…) on a line of its own, before its first use");
        } else if (predicate.arity() != atom.arguments().size()) {
            throw new Fault(atom, "'" + atom.predicate() + "' has " + atom.arguments().size() + " arguments here",
                    predicate.arity() + " as in its declaration " + predicate);
        }
        for (int i = 0; i < predicate.arity(); i++) {
            Term term = atom.arguments().get(i);
            Slot slot = meet(term, scope);
            Constants type = types.get(predicate.arguments().get(i).type());
            if (slot != null && slot.type() == null) {
                slot.setType(type);
            } else if (slot != null && slot.type() != type) {
                throw new Fault(term, "the variable '" + slot.name() + "' stands for a " + slot.type().type()
                        + " elsewhere in the formula", "a " + type.type() + " as argument " + (i + 1) + " of "
                        + predicate);
            }
        }
    }

    private Slot meet(Term term, Scope scope) {
        if (!(term instanceof Term.Variable variable)) {
            return null;
        }
        Slot slot = scope.find(variable);
        if (variable.perConstant()) {
            if (!slot.isFree()) {
                throw new Fault(term, "'" + variable + "' is bound by a quantifier",
                        "a '+' before a free variable only");
            }
            slot.setPerConstant();
        }
        return slot;
    }

    private void resolveEqualities() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Slot[] sides : equalities) {
                changed |= pass(sides[0], sides[1]) || pass(sides[1], sides[0]);
            }
        }
        for (int i = 0; i < equalities.size(); i++) {
            Slot left = equalities.get(i)[0];
            Slot right = equalities.get(i)[1];
            if (left != null && right != null && left.type() != right.type()) {
                throw new Fault(equalSentences.get(i).right(), "'" + right.name() + "' is a " + right.type().type(),
                        "a " + left.type().type() + " to compare with '" + left.name() + "'");
            }
        }
        for (Slot slot : slots) {
            if (slot.type() == null) {
                throw new Fault(slot.firstUse(), "nothing tells the type of the variable '" + slot.name() + "'",
                        "it as an argument of some predicate");
            }
        }
    }

    private static boolean pass(Slot from, Slot to) {
        if (from == null || to == null || from.type() == null || to.type() != null) {
            return false;
        }
        to.setType(from.type());
        return true;
    }

    private Node build(Sentence sentence, Scope scope, boolean positive) {
        if (sentence instanceof Atom atom) {
            return literal(atom, scope, positive);
        } else if (sentence instanceof BothSigns both) {
            return literal(both.atom(), scope, positive);
        } else if (sentence instanceof Equal equal) {
            return equality(equal, scope, positive);
        } else if (sentence instanceof Not not) {
            return build(not.part(), scope, !positive);
        } else if (sentence instanceof Joined joined) {
            return joined(joined, scope, positive);
        }
        return quantifier((Quantified) sentence, scope, positive);
    }

    private Node joined(Joined joined, Scope scope, boolean positive) {
        if (joined.connective() == Connective.IFF) {
            Node left = build(joined.left(), scope, positive);
            return new Node.Equivalence(left, build(joined.right(), scope, true));
        }
        boolean implication = joined.connective() == Connective.IMPLIES;
        Node left = build(joined.left(), scope, implication != positive);
        Node right = build(joined.right(), scope, positive);
        return Node.junction(joined.connective() == Connective.AND == positive, List.of(left, right));
    }

    private Node quantifier(Quantified quantified, Scope scope, boolean positive) {
        Scope inner = new Scope(scope);
        List<Slot> bound = new ArrayList<>();
        for (String name : quantified.variables()) {
            while (slots.get(metQuantified).isFree()) {
                metQuantified++;
            }
            Slot slot = slots.get(metQuantified++);
            inner.own.put(name, slot);
            bound.add(slot);
        }
        return new Node.Quantifier(quantified.forall() == positive, List.copyOf(bound),
                build(quantified.body(), inner, positive));
    }

    private Node literal(Atom atom, Scope scope, boolean positive) {
        Predicate predicate = predicates.get(atom.predicate());
        int[] terms = new int[predicate.arity()];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = term(atom.arguments().get(i), types.get(predicate.arguments().get(i).type()), scope);
        }
        return new Node.Literal(predicate, terms, positive);
    }

    private Node equality(Equal equal, Scope scope, boolean positive) {
        Constants type = equal.left() instanceof Term.Variable left ? scope.find(left).type()
                : equal.right() instanceof Term.Variable right ? scope.find(right).type() : null;
        if (type == null) {
            return Node.decided(equal.left().equals(equal.right()) == positive);
        }
        int left = term(equal.left(), type, scope);
        int right = term(equal.right(), type, scope);
        return left == right ? Node.decided(positive) : new Node.Equality(left, right, positive);
    }

    private int term(Term term, Constants type, Scope scope) {
        if (term instanceof Term.Variable variable) {
            return scope.find(variable).index();
        }
        return Node.constant(constant(term, ((Term.Constant) term).name(), type));
    }

    /** The number of a constant, which is added unless all constants of the type are declared. */
    static int constant(Object where, String name, Constants type) {
        int id = type.id(name);
        if (id < 0 && type.isComplete()) {
            List<String> known = type.names();
            throw new Fault(where, "'" + name + "' is no constant of type " + type.type(), "one of "
                    + String.join(", ", known.subList(0, Math.min(known.size(), SHOWN_CONSTANTS)))
                    + (known.size() > SHOWN_CONSTANTS ? ", …" : ""));
        }
        return id < 0 ? type.add(name) : id;
    }
}
