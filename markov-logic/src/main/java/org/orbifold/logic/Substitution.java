package org.orbifold.logic;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Sentence.BothSigns;
import org.orbifold.logic.Sentence.Counted;
import org.orbifold.logic.Sentence.Equal;
import org.orbifold.logic.Sentence.Joined;
import org.orbifold.logic.Sentence.Not;
import org.orbifold.logic.Sentence.Quantified;

/** Puts constants in the place of variables, and signs in the place of {@code *}. */
final class Substitution {

    private final UnaryOperator<Term> terms;
    private final Function<BothSigns, Sentence> signs;
    private final Consumer<String> predicates;

    private Substitution(UnaryOperator<Term> terms, Function<BothSigns, Sentence> signs) {
        this(terms, signs, name -> { });
    }

    private Substitution(UnaryOperator<Term> terms, Function<BothSigns, Sentence> signs, Consumer<String> predicates) {
        this.predicates = predicates;
        this.terms = terms;
        this.signs = signs;
    }

    /** The instance of a formula in which {@code +} variables are constants. */
    static Sentence instance(Sentence sentence, Map<String, String> constants) {
        return new Substitution(term -> term instanceof Term.Variable variable && constants.containsKey(variable.name())
                ? new Term.Constant(constants.get(variable.name())) : term, both -> both).apply(sentence);
    }

    /** A formula without the FORALLs around it: free variables stand for all constants anyway. */
    static Sentence opened(Sentence sentence) {
        Sentence open = sentence;
        while (open instanceof Quantified quantified && quantified.forall()) {
            open = quantified.body();
        }
        return open;
    }

    /** The formulas that {@code *} stands for, one per choice of signs; all positive first. */
    static List<Sentence> signs(Sentence sentence) {
        int count = starred(sentence);
        List<Sentence> expanded = new ArrayList<>();
        for (int choice = 0; choice < 1 << count; choice++) {
            int chosen = choice;
            int[] seen = {count};
            expanded.add(new Substitution(term -> term, both ->
                    (chosen >> --seen[0] & 1) == 0 ? both.atom() : new Not(both.atom())).apply(sentence));
        }
        return expanded;
    }

    /** The formula with other terms; steps of arithmetic are asked for as a whole. */
    static Sentence terms(Sentence sentence, UnaryOperator<Term> terms) {
        return new Substitution(terms, both -> both).apply(sentence);
    }

    /** Whether a variable is written {@code +x}. */
    static boolean isPerConstant(Sentence sentence) {
        boolean[] found = {false};
        new Substitution(term -> {
            found[0] |= term instanceof Term.Variable variable && variable.perConstant();
            return term;
        }, both -> both).apply(sentence);
        return found[0];
    }

    /** How many atoms are written with {@code *}. */
    static int starred(Sentence sentence) {
        int[] count = {0};
        new Substitution(term -> term, both -> {
            count[0]++;
            return both;
        }).apply(sentence);
        return count[0];
    }

    /** The predicates of a formula's atoms. */
    static Set<String> predicates(Sentence sentence) {
        Set<String> found = new LinkedHashSet<>();
        new Substitution(term -> term, both -> both, found::add).apply(sentence);
        return found;
    }

    private Term apply(Term term) {
        return term instanceof Term.Application application && !Arithmetic.isStep(application)
                ? new Term.Application(application.function(),
                        application.arguments().stream().map(this::apply).toList()) : terms.apply(term);
    }

    private Sentence apply(Sentence sentence) {
        if (sentence instanceof Atom atom) {
            predicates.accept(atom.predicate());
            return new Atom(atom.predicate(), atom.arguments().stream().map(this::apply).toList());
        } else if (sentence instanceof BothSigns both) {
            return signs.apply(new BothSigns((Atom) apply(both.atom())));
        } else if (sentence instanceof Equal equal) {
            return new Equal(apply(equal.left()), apply(equal.right()));
        } else if (sentence instanceof Not not) {
            return new Not(apply(not.part()));
        } else if (sentence instanceof Joined joined) {
            return new Joined(joined.connective(), apply(joined.left()), apply(joined.right()));
        }
        if (sentence instanceof Counted counted) {
            return new Counted(counted.least(), counted.most(), counted.variables(), apply(counted.body()));
        }
        Quantified quantified = (Quantified) sentence;
        return new Quantified(quantified.forall(), quantified.variables(), apply(quantified.body()));
    }
}
