package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Sentence.BothSigns;
import org.orbifold.logic.Sentence.Connective;
import org.orbifold.logic.Sentence.Counted;
import org.orbifold.logic.Sentence.Equal;
import org.orbifold.logic.Sentence.Joined;
import org.orbifold.logic.Sentence.Not;
import org.orbifold.logic.Sentence.Quantified;

/**
 * Finds the types of a sentence's variables and brings it into the form for grounding.
 *
 * <p>Two walks in the same order: the first one meets every variable and learns its type from the predicates and,
 * through equalities, from other variables; the second one, which meets the variables in the same order, builds the
 * nodes.
 * A constant that is new is added to its type, unless a declaration lists the type's constants.
 */
final class TypeInference {

    private final Map<String, Predicate> predicates;
    private final Map<String, Constants> types;
    private final List<Slot> slots = new ArrayList<>();
    private final List<@Nullable Slot[]> equalities = new ArrayList<>();
    private final List<Equal> equalSentences = new ArrayList<>();
    private int metQuantified;
    private final Scope root = new Scope(null);

    private TypeInference(Map<String, Predicate> predicates, Map<String, Constants> types) {
        this.predicates = predicates;
        this.types = types;
    }

    /** Types a sentence; a mistake in it is a {@link UnlocatedError}. */
    static TypedFormula of(Sentence sentence, Map<String, Predicate> predicates, Map<String, Constants> types) {
        TypeInference typing = new TypeInference(predicates, types);
        typing.learn(sentence, typing.root);
        typing.resolveEqualities();
        Node body = typing.build(sentence, typing.root, true);
        return new TypedFormula(body, List.copyOf(typing.slots));
    }

    /** The variables that are known at a place. */
    private final class Scope {
        private final @Nullable Scope outer;
        private final Map<String, Slot> own = new HashMap<>();

        Scope(@Nullable Scope outer) {
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
            learnEqual(equal, scope);
        } else if (sentence instanceof Not not) {
            learn(not.part(), scope);
        } else if (sentence instanceof Joined joined) {
            learn(joined.left(), scope);
            learn(joined.right(), scope);
        } else if (sentence instanceof Counted counted) {
            learn(counted.body(), binding(counted.variables(), counted, scope));
        } else {
            Quantified quantified = (Quantified) sentence;
            learn(quantified.body(), binding(quantified.variables(), quantified, scope));
        }
    }

    private Scope binding(List<String> variables, Sentence where, Scope scope) {
        Scope inner = new Scope(scope);
        for (String name : variables) {
            Slot slot = new Slot(slots.size(), name, false, where);
            slots.add(slot);
            inner.own.put(name, slot);
        }
        return inner;
    }

    private void learnAtom(Atom atom, Scope scope) {
        Predicate predicate = predicates.get(atom.predicate());
        if (predicate == null) {
            throw new UnlocatedError(atom, "the predicate '" + atom.predicate() + "' is not declared",
                    "a declaration " + atom.predicate() + "(TYPE,…) on a line of its own, before its first use");
        } else if (predicate.function()) {
            throw new UnlocatedError(atom, "'" + atom.predicate() + "' is a function, not a predicate",
                    "its value within a predicate or an equality, as in x = " + atom);
        }
        learnArguments(atom, predicate, atom.arguments(), scope);
    }

    /** Learns from a function's arguments, and returns the type of its value. */
    private Constants learnApplication(Term.Application term, Scope scope) {
        Predicate function = predicates.get(term.function());
        if (function == null || !function.function()) {
            throw new UnlocatedError(term, "the function '" + term.function() + "' is not declared",
                    "a declaration TYPE " + term.function() + "(TYPE,…) on a line of its own, before its first use");
        }
        learnArguments(term, function, term.arguments(), scope);
        return type(function.resultType());
    }

    /** The constants of a type that some predicate has. */
    private Constants type(String name) {
        return Objects.requireNonNull(types.get(name));
    }

    /** A predicate or function that the first walk found declared. */
    private Predicate declared(String name) {
        return Objects.requireNonNull(predicates.get(name));
    }

    private void learnArguments(Object where, Predicate predicate, List<Term> arguments, Scope scope) {
        if (predicate.written() != arguments.size()) {
            throw new UnlocatedError(where, "'" + predicate.name() + "' has " + arguments.size() + " arguments here",
                    predicate.written() + " as in its declaration " + predicate);
        }
        for (int i = 0; i < arguments.size(); i++) {
            learnArgument(arguments.get(i), type(predicate.arguments().get(i).type()), scope,
                    "as argument " + (i + 1) + " of " + predicate);
        }
    }

    private void learnArgument(Term term, Constants type, Scope scope, String place) {
        if (term instanceof Term.Application application) {
            Constants value = learnApplication(application, scope);
            if (value != type) {
                throw new UnlocatedError(term, "the value of '" + application.function() + "' is a " + value.type(),
                        "a " + type.type() + " " + place);
            }
            return;
        }
        Slot slot = meet(term, scope);
        if (slot != null && !slot.isTyped()) {
            slot.setType(type);
        } else if (slot != null && slot.type() != type) {
            throw new UnlocatedError(term, "the variable '" + slot.name() + "' stands for a " + slot.type().type()
                    + " elsewhere in the formula", "a " + type.type() + " " + place);
        }
    }

    private void learnEqual(Equal equal, Scope scope) {
        Constants left = equal.left() instanceof Term.Application one ? learnApplication(one, scope) : null;
        Constants right = equal.right() instanceof Term.Application other ? learnApplication(other, scope) : null;
        if (left != null && right != null) {
            if (left != right) {
                throw new UnlocatedError(equal.right(), "the value of '" + equal.right() + "' is a " + right.type(),
                        "a " + left.type() + " to compare with '" + equal.left() + "'");
            }
        } else if (left != null) {
            learnArgument(equal.right(), left, scope, "like the value of the function");
        } else if (right != null) {
            learnArgument(equal.left(), right, scope, "like the value of the function");
        } else {
            equalities.add(new @Nullable Slot[] {meet(equal.left(), scope), meet(equal.right(), scope)});
            equalSentences.add(equal);
        }
    }

    /** The slot of a variable; null for a constant. */
    private @Nullable Slot meet(Term term, Scope scope) {
        if (!(term instanceof Term.Variable variable)) {
            return null;
        }
        Slot slot = scope.find(variable);
        if (variable.perConstant()) {
            if (!slot.isFree()) {
                throw new UnlocatedError(term, "'" + variable + "' is bound by a quantifier",
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
            for (@Nullable Slot[] sides : equalities) {
                changed |= pass(sides[0], sides[1]) || pass(sides[1], sides[0]);
            }
        }
        for (int i = 0; i < equalities.size(); i++) {
            Slot left = equalities.get(i)[0];
            Slot right = equalities.get(i)[1];
            if (left != null && right != null && left.isTyped() && left.type() != right.type()) {
                throw new UnlocatedError(equalSentences.get(i).right(), "'" + right.name() + "' is a "
                        + right.type().type(), "a " + left.type().type() + " to compare with '" + left.name() + "'");
            }
        }
        for (Slot slot : slots) {
            if (!slot.isTyped()) {
                throw new UnlocatedError(slot.firstUse(), "nothing determines the type of the variable '" + slot.name()
                        + "'", "it as an argument of some predicate");
            }
        }
    }

    private static boolean pass(@Nullable Slot from, @Nullable Slot to) {
        if (from == null || to == null || !from.isTyped() || to.isTyped()) {
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
        Scope inner = new Scope(scope);
        if (sentence instanceof Counted counted) {
            List<Slot> bound = bound(counted.variables(), inner);
            return new Node.Count(counted.least(), counted.most(), positive, bound,
                    build(counted.body(), inner, true));
        }
        Quantified quantified = (Quantified) sentence;
        List<Slot> bound = bound(quantified.variables(), inner);
        return new Node.Quantifier(quantified.forall() == positive, bound, build(quantified.body(), inner, positive));
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

    /** The slots that the first walk made for bound variables. */
    private List<Slot> bound(List<String> variables, Scope inner) {
        List<Slot> bound = new ArrayList<>();
        for (String name : variables) {
            while (slots.get(metQuantified).isFree()) {
                metQuantified++;
            }
            Slot slot = slots.get(metQuantified++);
            inner.own.put(name, slot);
            bound.add(slot);
        }
        return List.copyOf(bound);
    }

    private Node literal(Atom atom, Scope scope, boolean positive) {
        Values values = new Values(scope);
        Predicate predicate = declared(atom.predicate());
        return values.around(new Node.Literal(predicate, values.terms(predicate, atom.arguments()), positive));
    }

    private Node equality(Equal equal, Scope scope, boolean positive) {
        if (equal.left() instanceof Term.Application application) {
            return value(application, equal.right(), scope, positive);
        } else if (equal.right() instanceof Term.Application application) {
            return value(application, equal.left(), scope, positive);
        }
        Constants type = equal.left() instanceof Term.Variable left ? scope.find(left).type()
                : equal.right() instanceof Term.Variable right ? scope.find(right).type() : null;
        if (type == null) {
            return Node.decided(equal.left().equals(equal.right()) == positive);
        }
        int left = term(equal.left(), type, scope);
        int right = term(equal.right(), type, scope);
        return left == right ? Node.decided(positive) : new Node.Equality(left, right, positive);
    }

    /** {@code f(x) = y} is an atom of the function. */
    private Node value(Term.Application application, Term other, Scope scope, boolean positive) {
        Values values = new Values(scope);
        Predicate function = declared(application.function());
        int[] terms = Arrays.copyOf(values.terms(function, application.arguments()), function.arity());
        terms[terms.length - 1] = values.term(other, type(function.resultType()));
        return values.around(new Node.Literal(function, terms, positive));
    }

    private int term(Term term, Constants type, Scope scope) {
        if (term instanceof Term.Variable variable) {
            return scope.find(variable).index();
        }
        return Node.constant(constant(term, ((Term.Constant) term).name(), type));
    }

    /**
     * The values of functions within one literal. {@code P(f(x))} says that P holds of whatever f(x) is:
     * FORALL v (f(x) = v => P(v)), with a variable of its own for each value.
     */
    private final class Values {
        private final Scope scope;
        private final List<Slot> fresh = new ArrayList<>();
        private final List<Node> parts = new ArrayList<>();

        Values(Scope scope) {
            this.scope = scope;
        }

        int[] terms(Predicate predicate, List<Term> arguments) {
            int[] terms = new int[arguments.size()];
            for (int i = 0; i < terms.length; i++) {
                terms[i] = term(arguments.get(i), type(predicate.arguments().get(i).type()));
            }
            return terms;
        }

        int term(Term term, Constants type) {
            if (!(term instanceof Term.Application application)) {
                return TypeInference.this.term(term, type, scope);
            }
            Predicate function = declared(application.function());
            int[] terms = Arrays.copyOf(terms(function, application.arguments()), function.arity());
            Slot value = new Slot(slots.size(), application.toString(), false, term);
            value.setType(type);
            slots.add(value);
            fresh.add(value);
            terms[terms.length - 1] = value.index();
            parts.add(new Node.Literal(function, terms, false));
            return value.index();
        }

        Node around(Node literal) {
            parts.add(literal);
            return fresh.isEmpty() ? literal
                    : new Node.Quantifier(true, List.copyOf(fresh), Node.junction(false, parts));
        }
    }

    /** The number of a constant, which is added unless all constants of the type are declared. */
    static int constant(Object where, String name, Constants type) {
        int id = type.id(name);
        if (id < 0 && !type.isExtensible()) {
            throw new UnlocatedError(where, "'" + name + "' is no constant of type " + type.type(),
                    "one of " + type.shown() + (isOtherDialect(name, type) ? ", or the dialect in which constants "
                    + "begin in lower case and variables with a capital letter" : ""));
        }
        return id < 0 ? type.add(name) : id;
    }

    /** Whether a capitalised name is unknown where all constants begin in lower case: it may be meant as a variable. */
    private static boolean isOtherDialect(String name, Constants type) {
        return name.matches("(?s)\\p{Lu}.*") && !type.names().isEmpty()
                && type.names().stream().allMatch(constant -> constant.matches("(?s)\\p{Ll}.*"));
    }
}
