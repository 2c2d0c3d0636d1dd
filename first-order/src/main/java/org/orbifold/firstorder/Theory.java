package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.logic.Predicate;

/**
 * The formulas of a model, in two-variable form: each is about at most two elements, and so is the body of each
 * quantifier. Filled by {@link Translator}; it does not depend on the sizes of the domains.
 */
final class Theory {

    /**
     * A predicate.
     *
     * @param predicate the predicate
     * @param types     the types of its arguments
     * @param ifTrue    the weight of a true atom
     * @param ifFalse   the weight of a false atom
     */
    record Symbol(Predicate predicate, List<Integer> types, Weight ifTrue, Weight ifFalse) {

        String name() {
            return predicate.name();
        }

        int arity() {
            return types.size();
        }
    }

    /**
     * A quantifier: whether the number of elements that make the body true is between bounds.
     *
     * @param roles  the free one first if there is one, then the bound ones
     * @param closed whether there is none that is free
     * @param least  the fewest
     * @param most   the most
     * @param body   over the roles
     */
    record Quantifier(List<Role> roles, boolean closed, int least, int most, Form body) {

        /** Whether it holds for the counts up to {@link #largest}, or for all others. */
        boolean inside() {
            return most < Integer.MAX_VALUE;
        }

        /** The largest count that decides it: those beyond are alike. */
        int largest() {
            return inside() ? most : least - 1;
        }

        /**
         * The same quantifier over as many instances in the form with the smallest {@link #largest}: bounds beyond the
         * instances do not matter, and many true bodies are few false ones.
         */
        Quantifier within(long instances) {
            if (least == 0 || instances < least || instances > Integer.MAX_VALUE / 2) {
                return this;
            }
            Quantifier clipped = most < instances ? this
                    : new Quantifier(roles, closed, least, Integer.MAX_VALUE, body);
            int all = (int) instances;
            int fewest = most < instances ? all - most : 0;
            Quantifier ofFalse = new Quantifier(roles, closed, fewest, all - least, Form.not(body));
            return ofFalse.largest() < clipped.largest() ? ofFalse : clipped;
        }

        /** The smallest of the counts up to {@link #largest} that are alike. */
        int smallest() {
            return inside() ? least : 0;
        }
    }

    /**
     * A weighted formula.
     *
     * @param roles   whom it is about
     * @param form    what it says
     * @param ifTrue  the weight where it holds
     * @param ifFalse the weight where it does not
     */
    record Factor(List<Role> roles, Form form, Weight ifTrue, Weight ifFalse) { }

    private final List<String> types = new ArrayList<>();
    private final List<Symbol> symbols = new ArrayList<>();
    private final Map<String, Integer> symbolNumbers = new LinkedHashMap<>();
    private final Map<Quantifier, Integer> quantifiers = new LinkedHashMap<>();
    private final List<Factor> factors = new ArrayList<>();

    int type(String name) {
        int known = types.indexOf(name);
        if (known < 0) {
            types.add(name);
        }
        return known < 0 ? types.size() - 1 : known;
    }

    List<String> types() {
        return types;
    }

    void add(Predicate predicate, Weight ifTrue, Weight ifFalse) {
        symbolNumbers.put(predicate.name(), symbols.size());
        symbols.add(new Symbol(predicate, predicate.arguments().stream().map(one -> type(one.type())).toList(), ifTrue,
                ifFalse));
    }

    int symbol(String predicate) {
        return symbolNumbers.get(predicate);
    }

    List<Symbol> symbols() {
        return symbols;
    }

    /** The number of a quantifier, the same for the same one. */
    int number(Quantifier quantifier) {
        return quantifiers.computeIfAbsent(quantifier, key -> quantifiers.size());
    }

    List<Quantifier> quantifiers() {
        return List.copyOf(quantifiers.keySet());
    }

    void add(Factor factor) {
        factors.add(factor);
    }

    List<Factor> factors() {
        return factors;
    }

    /** The predicates that formulas, quantifiers or weights distinguish. */
    boolean[] usedSymbols() {
        boolean[] used = new boolean[symbols.size()];
        factors.forEach(factor -> mark(factor.form, used));
        quantifiers.keySet().forEach(quantifier -> mark(quantifier.body, used));
        for (int p = 0; p < used.length; p++) {
            used[p] |= !symbols.get(p).ifTrue.equals(Weight.ONE) || !symbols.get(p).ifFalse.equals(Weight.ONE);
        }
        return used;
    }

    private static void mark(Form form, boolean[] used) {
        Form.forEach(form, part -> {
            if (part instanceof Form.Atom atom) {
                used[atom.predicate()] = true;
            }
        });
    }
}
