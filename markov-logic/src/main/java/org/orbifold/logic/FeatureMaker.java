package org.orbifold.logic;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** Chooses the plainest kind of feature for a formula: a clause or a conjunction wherever it is one. */
final class FeatureMaker {

    /** Literals up to which comparing each with each is faster than a table of them. */
    private static final int FEW = 8;

    private final ModelBuilder model;

    FeatureMaker(ModelBuilder model) {
        this.model = model;
    }

    /** The formula without repeated literals; constant if its literals contradict each other or exhaust a variable. */
    Formula simplified(Formula formula) {
        if (formula instanceof Formula.Or or && isFlat(or.parts())) {
            List<Formula> distinct = distinct(or.parts());
            return exhausts(distinct) ? Formula.TRUE : distinct.size() == 1 ? distinct.get(0)
                    : distinct.size() == or.parts().size() ? formula : new Formula.Or(distinct);
        } else if (formula instanceof Formula.And and && isFlat(and.parts())) {
            List<Formula> distinct = distinct(and.parts());
            return contradicts(distinct) ? Formula.FALSE : distinct.size() == 1 ? distinct.get(0)
                    : distinct.size() == and.parts().size() ? formula : new Formula.And(distinct);
        }
        return formula;
    }

    /** The feature of a formula that is not constant. */
    static Feature feature(double weight, Formula formula) {
        if (formula instanceof Formula.Atom atom) {
            return Clause.of(weight, List.of(atom.literal()));
        } else if (formula instanceof Formula.Or or && isFlat(or.parts())) {
            return Clause.of(weight, literals(or.parts()));
        } else if (formula instanceof Formula.And and && isFlat(and.parts())) {
            return Conjunction.of(weight, literals(and.parts()));
        }
        return FormulaFeature.of(weight, formula);
    }

    private static boolean isFlat(List<Formula> parts) {
        for (Formula part : parts) {
            if (!(part instanceof Formula.Atom)) {
                return false;
            }
        }
        return true;
    }

    private static List<Formula> distinct(List<Formula> atoms) {
        return allDiffer(atoms) ? atoms : atoms.stream().distinct().toList();
    }

    private static boolean allDiffer(List<Formula> atoms) {
        if (atoms.size() > FEW) {
            return false;
        }
        for (int i = 1; i < atoms.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (atoms.get(i).equals(atoms.get(j))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Literal literal(Formula atom) {
        return ((Formula.Atom) atom).literal();
    }

    private static List<Literal> literals(List<Formula> atoms) {
        Literal[] literals = new Literal[atoms.size()];
        for (int i = 0; i < literals.length; i++) {
            literals[i] = literal(atoms.get(i));
        }
        return Arrays.asList(literals);
    }

    /** Whether some variable has all its values among different literals. */
    private boolean exhausts(List<Formula> atoms) {
        if (!sharesVariables(atoms)) {
            // Then one literal each: only a variable of one value is exhausted.
            return hasSingleValue(atoms);
        }
        Int2IntOpenHashMap values = new Int2IntOpenHashMap();
        for (Formula atom : atoms) {
            int variable = literal(atom).variable();
            if (values.addTo(variable, 1) + 1 == model.size(variable)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasSingleValue(List<Formula> atoms) {
        for (int i = 0; i < atoms.size(); i++) {
            if (model.size(literal(atoms.get(i)).variable()) == 1) {
                return true;
            }
        }
        return false;
    }

    /** Whether two literals may be about one variable; always true of many. */
    private static boolean sharesVariables(List<Formula> atoms) {
        if (atoms.size() > FEW) {
            return true;
        }
        for (int i = 1; i < atoms.size(); i++) {
            int variable = literal(atoms.get(i)).variable();
            for (int j = 0; j < i; j++) {
                if (literal(atoms.get(j)).variable() == variable) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether some variable has two values among different literals. */
    private static boolean contradicts(List<Formula> atoms) {
        if (!sharesVariables(atoms)) {
            return false;
        }
        Int2IntOpenHashMap values = new Int2IntOpenHashMap();
        for (Formula atom : atoms) {
            if (values.addTo(literal(atom).variable(), 1) > 0) {
                return true;
            }
        }
        return false;
    }
}
