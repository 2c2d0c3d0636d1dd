package org.orbifold.pgm.logic;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How large a ground network will be, known before it is made.
 *
 * @param formulas  for each formula the number of groundings that the evidence does not decide. A few of them may be
 *                  no features in the end: those that hold whatever their atoms are, as P(x) v !P(y) does for x = y
 * @param variables for each predicate the number of variables for its unknown atoms
 */
public record GroundingSize(List<Count> formulas, List<Count> variables) {

    private static final int SHOWN = 5;

    /**
     * A number of groundings or variables.
     *
     * @param what  the text of the formula or the predicate
     * @param count how many there are
     * @param exact whether there are exactly so many; otherwise there are at most so many
     */
    public record Count(String what, double count, boolean exact) {
        @Override
        public String toString() {
            return number(count, exact) + " of " + what;
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

    /**
     * Tells whether all counts of groundings are exact.
     *
     * @return false if evidence may leave fewer groundings of some formula than its count says
     */
    public boolean isExact() {
        return formulas.stream().allMatch(Count::exact);
    }

    /** A number as a message says it. */
    static String number(double count, boolean exact) {
        return (exact ? "" : "at most ") + String.format(Locale.ROOT, count < 1e15 ? "%,.0f" : "%.3g", count);
    }

    /** The largest counts of a list. */
    static String largest(List<Count> counts) {
        String shown = counts.stream().sorted((a, b) -> Double.compare(b.count, a.count)).limit(SHOWN)
                .map(Count::toString).collect(Collectors.joining("; "));
        return shown + (counts.size() > SHOWN ? "; and " + (counts.size() - SHOWN) + " more" : "");
    }
}
