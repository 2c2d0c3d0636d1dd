package org.orbifold.pgm.marginal;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** For each value of each variable of a model an interval that contains its probability for certain. Immutable. */
public final class MarginalBounds {

    /** Variables, and values of each, that {@link #toString} lists. */
    private static final int SHOWN = 20;

    private final double[][] lower;
    private final double[][] upper;
    private final @Nullable GraphicalModel names;

    private MarginalBounds(double[][] lower, double[][] upper, @Nullable GraphicalModel names) {
        this.lower = lower;
        this.upper = upper;
        this.names = names;
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
        return new MarginalBounds(copy(lower), copy(upper), null);
    }

    /**
     * Returns these intervals with the names of a model's variables and values.
     *
     * @param model a model with as many variables, of the same sizes
     * @return the same intervals
     */
    public MarginalBounds named(GraphicalModel model) {
        if (!Arrays.equals(model.sizes(), Arrays.stream(lower).mapToInt(ends -> ends.length).toArray())) {
            throw new IllegalArgumentException("these are not bounds for a model with " + model.variableCount()
                    + " variables: numbers of variables or values differ");
        }
        return new MarginalBounds(lower, upper, model);
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
        return lower[checked(variable)].length;
    }

    /**
     * The lower end of an interval.
     *
     * @param variable the variable's index
     * @param value    the value's index
     * @return at most P(variable = value)
     */
    public double lower(int variable, int value) {
        return lower[checked(variable)][checked(variable, value)];
    }

    /**
     * The lower end of an interval by names.
     *
     * @param variable the variable's name
     * @param value    the label of one of its values
     * @return at most P(variable = value)
     * @throws IllegalArgumentException that suggests the nearest name, if there is no such variable or value
     * @throws IllegalStateException    if these bounds have no names, see {@link #named}
     */
    public double lower(String variable, String value) {
        Variable found = model().variable(variable);
        return lower(found.index(), found.value(value));
    }

    /**
     * The upper end of an interval by names.
     *
     * @param variable the variable's name
     * @param value    the label of one of its values
     * @return at least P(variable = value)
     * @throws IllegalArgumentException that suggests the nearest name, if there is no such variable or value
     * @throws IllegalStateException    if these bounds have no names, see {@link #named}
     */
    public double upper(String variable, String value) {
        Variable found = model().variable(variable);
        return upper(found.index(), found.value(value));
    }

    private GraphicalModel model() {
        if (names == null) {
            throw new IllegalStateException("these bounds have no names; give them those of a model with named(model)");
        }
        return names;
    }

    /**
     * The upper end of an interval.
     *
     * @param variable the variable's index
     * @param value    the value's index
     * @return at least P(variable = value)
     */
    public double upper(int variable, int value) {
        return upper[checked(variable)][checked(variable, value)];
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

    private int checked(int variable) {
        if (variable < 0 || variable >= lower.length) {
            throw new IndexOutOfBoundsException("variable " + variable + " of " + lower.length + "; expected 0 to "
                    + (lower.length - 1));
        }
        return variable;
    }

    private int checked(int variable, int value) {
        if (value < 0 || value >= lower[variable].length) {
            throw new IndexOutOfBoundsException("value " + value + " of variable " + variable + " of size "
                    + lower[variable].length);
        }
        return value;
    }

    /** A line for each variable, with the interval of each value. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int v = 0; v < Math.min(variableCount(), SHOWN); v++) {
            text.append(v > 0 ? "\n" : "").append(names == null ? "variable " + v : names.variable(v).name());
            for (int x = 0; x < Math.min(size(v), SHOWN); x++) {
                text.append(x > 0 ? ", " : ": ").append(names == null ? x : names.variable(v).domain().label(x))
                        .append(String.format(Locale.ROOT, " %.6g to %.6g", lower[v][x], upper[v][x]));
            }
            text.append(size(v) > SHOWN ? ", …" : "");
        }
        return text.append(variableCount() > SHOWN ? "\n… (" + variableCount() + " variables)" : "").toString();
    }
}
