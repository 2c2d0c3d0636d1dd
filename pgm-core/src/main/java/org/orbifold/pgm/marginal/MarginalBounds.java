package org.orbifold.pgm.marginal;

import java.util.Arrays;

/** For each value of each variable of a model an interval that contains its probability for certain. Immutable. */
public final class MarginalBounds {

    private final double[][] lower;
    private final double[][] upper;

    private MarginalBounds(double[][] lower, double[][] upper) {
        this.lower = lower;
        this.upper = upper;
    }

    /**
     * Returns intervals.
     *
     * @param lower the lower ends, by variable and value
     * @param upper the upper ends
     * @return the intervals
     * @throws IllegalArgumentException if one of them is empty or reaches beyond 0 or 1
     */
    public static MarginalBounds of(double[][] lower, double[][] upper) {
        for (int v = 0; v < lower.length; v++) {
            for (int x = 0; x < lower[v].length; x++) {
                if (!(0 <= lower[v][x] && lower[v][x] <= upper[v][x] && upper[v][x] <= 1)) {
                    throw new IllegalArgumentException("value " + x + " of variable " + v + " has a probability "
                            + "between " + lower[v][x] + " and " + upper[v][x]
                            + "; expected 0 ≤ lower end ≤ upper end ≤ 1");
                }
            }
        }
        return new MarginalBounds(copy(lower), copy(upper));
    }

    private static double[][] copy(double[][] ends) {
        return Arrays.stream(ends).map(double[]::clone).toArray(double[][]::new);
    }

    /**
     * The number of variables.
     *
     * @return the number
     */
    public int variableCount() {
        return lower.length;
    }

    /**
     * The number of values of a variable.
     *
     * @param variable the variable's index
     * @return its domain size
     */
    public int size(int variable) {
        return lower[variable].length;
    }

    /**
     * The lower end of an interval.
     *
     * @param variable the variable's index
     * @param value    the value's index
     * @return at most P(variable = value)
     */
    public double lower(int variable, int value) {
        return lower[variable][value];
    }

    /**
     * The upper end of an interval.
     *
     * @param variable the variable's index
     * @param value    the value's index
     * @return at least P(variable = value)
     */
    public double upper(int variable, int value) {
        return upper[variable][value];
    }

    /**
     * How much is left open about a variable.
     *
     * @param variable the variable's index
     * @return the width of the widest interval of its values
     */
    public double width(int variable) {
        double most = 0;
        for (int x = 0; x < size(variable); x++) {
            most = Math.max(most, upper[variable][x] - lower[variable][x]);
        }
        return most;
    }
}
