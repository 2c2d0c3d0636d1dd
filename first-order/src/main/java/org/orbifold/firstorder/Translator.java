package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.KnownAtoms;
import org.orbifold.logic.Predicate;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.Sentence.Connective;
import org.orbifold.logic.Term;

/**
 * Brings sentences into two-variable form: types of variables, constants as elements of their own, universal
 * quantifiers as negated existential ones, conjunctions of hard formulas as formulas of their own.
 */
final class Translator {

    private final Theory theory;
    private final KnownAtoms known;
    /** Of the sentence at hand: the type of each element, −1 until it is known, and its constant, −1 for a variable. */
    private final List<int[]> elements = new ArrayList<>();
    private final List<int[]> equalities = new ArrayList<>();
    private final Map<Role, Integer> constants = new HashMap<>();
    private Sentence sentence = Sentence.atom("");
    private int signs;
    private int choice;

    /** The variables that are known at a place; free ones belong to the outermost scope. */
    private static final class Scope {
        private final @Nullable Scope outer;
        private final Map<String, Integer> own = new HashMap<>();

        Scope(@Nullable Scope outer) {
            this.outer = outer;
        }
    }

    Translator(Theory theory, KnownAtoms known) {
        this.theory = theory;
        this.known = known;
    }

    /** Adds a weighted sentence; a hard one if its weight is 0 where it does not hold. */
    void add(Sentence formula, Weight ifTrue, Weight ifFalse) {
        int copies = 1;
        for (int c = 0; c < copies; c++) {
            begin(formula, c);
            Scope outermost = new Scope(null);
            Form form = raw(stripped(formula), outermost);
            copies = 1 << signs;
            resolveTypes();
            if (outermost.own.values().stream().anyMatch(this::isEmpty)) {
                // A formula about elements of an empty type has no groundings.
                continue;
            } else if (ifFalse.isZero() && ifTrue.equals(Weight.ONE)) {
                addHard(form);
            } else {
                // The weight counts for all values of a free variable, also if the truth does not depend on it.
                addClosed(form, outermost.own.values(), ifTrue, ifFalse);
            }
        }
    }

    private void begin(Sentence formula, int signChoice) {
        sentence = formula;
        elements.clear();
        equalities.clear();
        constants.clear();
        signs = 0;
        choice = signChoice;
    }

    /** Free variables stand for all constants anyway. */
    private static Sentence stripped(Sentence formula) {
        Sentence open = formula;
        while (open instanceof Sentence.Quantified quantified && quantified.forall()) {
            open = quantified.body();
        }
        return open;
    }

    /** A universal quantifier around a whole formula makes its variables free; over an empty type it holds. */
    private Form opened(Form form) {
        Form open = form;
        while (open instanceof Form.Not not && not.part() instanceof Form.Block block && Form.isExistential(block)) {
            open = block.bound().stream().anyMatch(this::isEmpty) ? Form.TRUE : Form.not(block.body());
        }
        return open;
    }

    /** Whether there is nothing that an element of the sentence could be. */
    private boolean isEmpty(int element) {
        return known.database().constants(theory.types().get(elements.get(element)[0])).isEmpty();
    }

    private void addHard(Form form) {
        Form open = opened(form);
        if (Form.junction(true, List.of(open)) instanceof Form.Junction junction && junction.conjunction()) {
            junction.parts().forEach(this::addHard);
            return;
        } else if (open instanceof Form.Junction junction) {
            open = pulled(junction);
        }
        addClosed(open, List.of(), Weight.ONE, Weight.ZERO);
    }

    /** P(x) v FORALL y Q(x,y) is FORALL y (P(x) v Q(x,y)): no quantifier is left of a hard formula. */
    private static Form pulled(Form.Junction disjunction) {
        List<Form> parts = new ArrayList<>(disjunction.parts());
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Form.Not not && not.part() instanceof Form.Block block
                    && Form.isExistential(block)) {
                List<Form> pulled = new ArrayList<>(parts);
                pulled.set(i, Form.not(block.body()));
                Form candidate = Form.junction(false, pulled);
                if (Form.free(candidate).size() <= 2) {
                    return candidate instanceof Form.Junction junction && !junction.conjunction()
                            ? pulled(junction) : candidate;
                }
            }
        }
        return disjunction;
    }

    private void addClosed(Form form, Collection<Integer> variables, Weight ifTrue, Weight ifFalse) {
        Form closed = close(form);
        Set<Integer> all = Form.free(closed);
        all.addAll(variables);
        List<Integer> free = List.copyOf(all);
        refuseMany(free);
        theory.add(new Theory.Factor(roles(free), Form.renumbered(closed, free::indexOf), ifTrue, ifFalse));
    }

    private List<Role> roles(List<Integer> free) {
        return free.stream().map(e -> new Role(elements.get(e)[0], elements.get(e)[1])).toList();
    }

    private void refuseMany(List<Integer> free) {
        if (free.size() > 2) {
            long named = free.stream().filter(e -> elements.get(e)[1] >= 0).count();
            throw new NotLiftableException((named == 0 ? free.size() + " logical variables"
                    : free.size() - named + " logical variables and " + named + " constants") + " in formula '"
                    + sentence + "'");
        }
    }

    private Form raw(Sentence part, Scope scope) {
        if (part instanceof Sentence.Atom atom) {
            return atom(atom, scope);
        } else if (part instanceof Sentence.BothSigns both) {
            Form atom = atom(both.atom(), scope);
            return (choice >> signs++ & 1) == 0 ? atom : Form.not(atom);
        } else if (part instanceof Sentence.Equal equal) {
            return equal(equal, scope);
        } else if (part instanceof Sentence.Not not) {
            return Form.not(raw(not.part(), scope));
        } else if (part instanceof Sentence.Joined joined) {
            Form left = raw(joined.left(), scope);
            Form right = raw(joined.right(), scope);
            return joined.connective() == Connective.IFF ? new Form.Iff(left, right)
                    : Form.junction(joined.connective() == Connective.AND, List.of(
                    joined.connective() == Connective.IMPLIES ? Form.not(left) : left, right));
        } else if (part instanceof Sentence.Counted counted) {
            List<Integer> bound = bind(counted.variables());
            Form body = raw(counted.body(), inner(counted.variables(), bound, scope));
            return counted.least() == 0 && counted.most() == Integer.MAX_VALUE ? Form.TRUE
                    : new Form.Block(counted.least(), counted.most(), bound, body);
        }
        Sentence.Quantified quantified = (Sentence.Quantified) part;
        List<Integer> bound = bind(quantified.variables());
        Form body = raw(quantified.body(), inner(quantified.variables(), bound, scope));
        return quantified.forall() ? Form.not(Form.exists(bound, Form.not(body))) : Form.exists(bound, body);
    }

    /** Gives bound variables elements of their own, in a scope inside another. */
    private static Scope inner(List<String> variables, List<Integer> bound, Scope outer) {
        Scope scope = new Scope(outer);
        for (int i = 0; i < bound.size(); i++) {
            scope.own.put(variables.get(i), bound.get(i));
        }
        return scope;
    }

    private List<Integer> bind(List<String> variables) {
        return variables.stream().map(name -> fresh()).toList();
    }

    private int fresh() {
        elements.add(new int[] {-1, -1});
        return elements.size() - 1;
    }

    private Form atom(Sentence.Atom atom, Scope scope) {
        Predicate predicate = known.database().network().predicate(atom.predicate());
        if (predicate.exactlyOne()) {
            throw new NotLiftableException("the predicate " + predicate
                    + (predicate.function() ? " is a function" : " has an argument with '!'"));
        } else if (predicate.arity() > 2) {
            throw new NotLiftableException("the predicate " + predicate + " has " + predicate.arity() + " arguments");
        }
        int symbol = theory.symbol(predicate.name());
        List<Integer> arguments = new ArrayList<>();
        for (int i = 0; i < predicate.arity(); i++) {
            arguments.add(element(atom.arguments().get(i), theory.symbols().get(symbol).types().get(i), scope));
        }
        return new Form.Atom(symbol, List.copyOf(arguments));
    }

    private int element(Term term, int type, Scope scope) {
        if (term instanceof Term.Variable variable) {
            int element = variable(variable, scope);
            elements.get(element)[0] = type;
            return element;
        } else if (term instanceof Term.Constant constant) {
            Role role = new Role(type, known.constant(theory.types().get(type), constant.name()));
            if (role.constant() < 0) {
                throw new NotLiftableException("the constant " + constant + ", which is no " + theory.types().get(type)
                        + ", in formula '" + sentence + "'");
            }
            return constants.computeIfAbsent(role, key -> {
                elements.add(new int[] {role.type(), role.constant()});
                return elements.size() - 1;
            });
        }
        throw new NotLiftableException("the term " + term + " in formula '" + sentence + "'");
    }

    private int variable(Term.Variable variable, Scope scope) {
        if (variable.perConstant()) {
            throw new NotLiftableException("a weight for each constant in the place of " + variable + " in formula '"
                    + sentence + "'");
        }
        Scope root = scope;
        for (Scope at = scope; at != null; at = at.outer) {
            Integer element = at.own.get(variable.name());
            if (element != null) {
                return element;
            }
            root = at;
        }
        int element = fresh();
        root.own.put(variable.name(), element);
        return element;
    }

    private Form equal(Sentence.Equal equal, Scope scope) {
        if (equal.left() instanceof Term.Variable left && equal.right() instanceof Term.Variable right) {
            int[] sides = {variable(left, scope), variable(right, scope)};
            equalities.add(sides);
            return sides[0] == sides[1] ? Form.TRUE : new Form.Same(sides[0], sides[1]);
        } else if (equal.left() instanceof Term.Constant left && equal.right() instanceof Term.Constant right) {
            return left.equals(right) ? Form.TRUE : Form.FALSE;
        } else if (equal.left() instanceof Term.Variable variable && equal.right() instanceof Term.Constant constant) {
            return new Form.Is(variable(variable, scope), constant.name());
        } else if (equal.right() instanceof Term.Variable variable && equal.left() instanceof Term.Constant constant) {
            return new Form.Is(variable(variable, scope), constant.name());
        }
        throw new NotLiftableException("the terms of " + equal + " in formula '" + sentence + "'");
    }

    private void resolveTypes() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int[] sides : equalities) {
                int[] left = elements.get(sides[0]);
                int[] right = elements.get(sides[1]);
                if (left[0] != right[0]) {
                    int type = Math.max(left[0], right[0]);
                    left[0] = type;
                    right[0] = type;
                    changed = true;
                }
            }
        }
        for (int[] element : elements) {
            if (element[0] < 0) {
                throw new NotLiftableException("a variable without a type in formula '" + sentence + "'");
            }
        }
    }

    /** Gives numbers to the quantifiers of a formula, from the inside. */
    private Form close(Form form) {
        if (form instanceof Form.Not not) {
            return Form.not(close(not.part()));
        } else if (form instanceof Form.Junction junction) {
            return Form.junction(junction.conjunction(), junction.parts().stream().map(this::close).toList());
        } else if (form instanceof Form.Iff iff) {
            return new Form.Iff(close(iff.left()), close(iff.right()));
        } else if (!(form instanceof Form.Block block)) {
            return form;
        } else {
            return closeBlock(block);
        }
    }

    private Form closeBlock(Form.Block given) {
        Form.Block block = given;
        while (Form.isExistential(block) && block.body() instanceof Form.Block inner && Form.isExistential(inner)) {
            List<Integer> both = new ArrayList<>(block.bound());
            both.addAll(inner.bound());
            block = new Form.Block(1, Integer.MAX_VALUE, List.copyOf(both), inner.body());
        }
        Form body = close(block.body());
        Set<Integer> free = new TreeSet<>(Form.free(body));
        free.removeAll(block.bound());
        if (block.bound().size() > 1 && (!free.isEmpty() || block.bound().size() > 2)) {
            if (!Form.isExistential(block)) {
                throw new NotLiftableException("a count over " + block.bound().size() + " variables "
                        + (free.isEmpty() ? "" : "beside free ones ") + "in formula '" + sentence + "'");
            }
            int last = block.bound().size() - 1;
            return closeBlock(new Form.Block(1, Integer.MAX_VALUE, block.bound().subList(0, last),
                    closeOne(1, Integer.MAX_VALUE, block.bound().subList(last, last + 1), body)));
        }
        return closeOne(block.least(), block.most(), block.bound(), body);
    }

    private Form closeOne(int least, int most, List<Integer> bound, Form body) {
        Set<Integer> free = new TreeSet<>(Form.free(body));
        free.removeAll(bound);
        List<Integer> all = new ArrayList<>(free);
        all.addAll(bound);
        refuseMany(all);
        int number = theory.number(new Theory.Quantifier(roles(all), free.isEmpty(), least, most,
                Form.renumbered(body, all::indexOf)));
        return new Form.Counted(number, free.isEmpty() ? -1 : all.get(0));
    }
}
