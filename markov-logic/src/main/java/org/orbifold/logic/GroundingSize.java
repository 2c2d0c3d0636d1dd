package org.orbifold.logic;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How large a ground network will be, known before it is made.
 *
 * @param formulas  for each formula how many groundings there are at most that the evidence does not decide: joins are
 *                  counted, loops over constants multiplied. A few may be no features in the end: those that hold
 *                  whatever their atoms are, as P(x) v !P(y) does for x = y
 * @param variables for each predicate the number of variables for its unknown atoms
 */
public record GroundingSize(List<Count> formulas, List<Count> variables) {

    private static final int SHOWN = 5;

    /**
     * A number of groundings or variables.
     *
     * @param what  the text of the formula or the predicate
     * @param count how many there are at most; a number of variables is exact
     */
    public record Count(String what, double count) {
        @Override
        public String toString() {
            return number(count) + " of " + what;
        }
    }

    /**
     * Copies the lists.
     *
     * @param formulas  groundings per formula
     * @param variables variables per predicate
     */
    public GroundingSize {
        formulas = List.copyOf(formulas);
        variables = List.copyOf(variables);
    }

    /**
     * Returns the number of groundings of all formulas.
     *
     * @return the sum
     */
    public double features() {
        return formulas.stream().mapToDouble(Count::count).sum();
    }

    /**
     * Returns the number of variables of all predicates.
     *
     * @return the sum
     */
    public double variableCount() {
        return variables.stream().mapToDouble(Count::count).sum();
    }

    /** A number as a message says it. */
    static String number(double count) {
        return String.format(Locale.ROOT, count < 1e15 ? "%,.0f" : "%.3g", count);
    }

    /** The largest counts of a list. */
    static String largest(List<Count> counts) {
        String shown = counts.stream().sorted((a, b) -> Double.compare(b.count, a.count)).limit(SHOWN)
                .map(Count::toString).collect(Collectors.joining("; "));
        return shown + (counts.size() > SHOWN ? "; and " + (counts.size() - SHOWN) + " more" : "");
    }
}
