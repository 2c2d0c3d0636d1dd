package org.orbifold.logic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Terms such as {@code t + 1} on types of whole numbers. A formula with them stands for its instances with a number in
 * the place of {@code t}; where {@code t + 1} is no constant of the type there is no instance.
 */
final class Arithmetic {

    /** No function of a file can be called so. */
    private static final String STEP = "+";

    /** The term "variable + step". */
    static Term step(Term variable, int by) {
        if (variable instanceof Term.Application before && isStep(before)) {
            return step(before.arguments().get(0), by + by(before));
        }
        return new Term.Application(STEP, List.of(variable, new Term.Constant(Integer.toString(by))));
    }

    static boolean isStep(Term.Application term) {
        return term.function().equals(STEP);
    }

    private static int by(Term.Application step) {
        return Integer.parseInt(((Term.Constant) step.arguments().get(1)).name());
    }

    static String text(Term.Application step) {
        int by = by(step);
        return step.arguments().get(0) + (by < 0 ? " - " + -by : " + " + by);
    }

    /** The formula with {@code t} in the place of {@code t + 1}: of the same types. */
    static Sentence plain(Sentence sentence) {
        return variables(sentence).isEmpty() ? sentence
                : Substitution.terms(sentence, term -> term instanceof Term.Application step && isStep(step)
                ? step.arguments().get(0) : term);
    }

    /** The names of the variables that are counted on. */
    static Set<String> variables(Sentence sentence) {
        Set<String> found = new LinkedHashSet<>();
        Substitution.terms(sentence, term -> {
            if (term instanceof Term.Application step && isStep(step)) {
                found.add(((Term.Variable) step.arguments().get(0)).name());
            }
            return term;
        });
        return found;
    }

    /** The instances of a formula whose free variables have been typed, with numbers for those counted on. */
    static List<Sentence> instances(Sentence sentence, TypedFormula typed) {
        List<Sentence> instances = List.of(sentence);
        for (String name : variables(sentence)) {
            Slot slot = typed.free().stream().filter(free -> free.name().equals(name)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + sentence + "' counts on the variable '" + name
                            + "' of a quantifier; expected a free variable"));
            List<Sentence> more = new ArrayList<>();
            for (Sentence instance : instances) {
                for (String constant : slot.type().names()) {
                    Sentence next = instance(instance, name, number(slot.type(), constant), slot.type());
                    if (next != null) {
                        more.add(next);
                    }
                }
            }
            instances = more;
        }
        return instances;
    }

    private static long number(Constants type, String constant) {
        if (!constant.matches("-?[0-9]{1,18}")) {
            throw new IllegalArgumentException("a formula counts on constants of type '" + type.type() + "', but '"
                    + constant + "' is no whole number; expected a type such as {1,...,20}");
        }
        return Long.parseLong(constant);
    }

    private static @Nullable Sentence instance(Sentence sentence, String variable, long number, Constants type) {
        boolean[] missing = {false};
        Map<String, Term> cache = new LinkedHashMap<>();
        Sentence instance = Substitution.terms(sentence, term -> {
            if (term instanceof Term.Variable plain && plain.name().equals(variable)) {
                return cache.computeIfAbsent("", key -> new Term.Constant(Long.toString(number)));
            } else if (term instanceof Term.Application step && isStep(step)
                    && ((Term.Variable) step.arguments().get(0)).name().equals(variable)) {
                String stepped = Long.toString(number + by(step));
                missing[0] |= type.id(stepped) < 0;
                return new Term.Constant(stepped);
            }
            return term;
        });
        return missing[0] ? null : instance;
    }

    private Arithmetic() { }
}
