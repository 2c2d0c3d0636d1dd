package org.orbifold.pgm.marginal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** A probability distribution for each variable of a model. Immutable. */
public final class Marginals {

    /** How far a distribution's sum may be from 1: files round to six digits. */
    private static final double SUM_TOLERANCE = 1e-3;
    /** Variables, and values of each, that a text shows. */
    private static final int SHOWN = 20;

    /** Variable v has the probabilities from offsets[v] to offsets[v+1]. */
    private final int[] offsets;
    private final double[] probabilities;
    /** The model whose names the variables have; null if they have none. */
    private final @Nullable GraphicalModel names;

    private Marginals(int[] offsets, double[] probabilities, @Nullable GraphicalModel names) {
        this.offsets = offsets;
        this.probabilities = probabilities;
        this.names = names;
    }

    /**
     * Returns marginals.
     *
     * @param distributions for each variable the probabilities of its values; each sums to 1
     * @return the marginals
     */
    public static Marginals of(double[][] distributions) {
        Objects.requireNonNull(distributions, "the distributions are null");
        int[] offsets = new int[distributions.length + 1];
        for (int v = 0; v < distributions.length; v++) {
            if (distributions[v] == null) {
                throw new NullPointerException("the distribution of variable " + v + " is null");
            }
            offsets[v + 1] = Math.addExact(offsets[v], distributions[v].length);
        }
        double[] flat = new double[offsets[distributions.length]];
        for (int v = 0; v < distributions.length; v++) {
            check(v, distributions[v]);
            System.arraycopy(distributions[v], 0, flat, offsets[v], distributions[v].length);
        }
        return new Marginals(offsets, flat, null);
    }

    /**
     * Returns these marginals with the names of a model's variables and values.
     *
     * @param model a model with as many variables, of the same sizes
     * @return the same probabilities
     */
    public Marginals named(GraphicalModel model) {
        boolean fits = model.variableCount() == variableCount();
        for (int v = 0; fits && v < variableCount(); v++) {
            fits = model.size(v) == size(v);
        }
        if (!fits) {
            throw new IllegalArgumentException("these are not marginals of a model with " + model.variableCount()
                    + " variables: numbers of variables or values differ");
        }
        return new Marginals(offsets, probabilities, model);
    }

    private static void check(int variable, double[] distribution) {
        double sum = 0;
        for (double p : distribution) {
            if (!(p >= 0) || p > 1 + SUM_TOLERANCE) {
                throw new IllegalArgumentException("a marginal of variable " + variable + " is " + p
                        + "; expected a probability between 0 and 1");
            }
            sum += p;
        }
        if (Math.abs(sum - 1) > SUM_TOLERANCE) {
            throw new IllegalArgumentException(
                    "the marginals of variable " + variable + " sum to " + sum + "; expected 1");
        }
    }

    /**
     * Returns the number of variables.
     *
     * @return the number
     */
    public int variableCount() {
        return offsets.length - 1;
    }

    /**
     * Returns the number of values of a variable.
     *
     * @param variable the variable's index
     * @return its domain size
     */
    public int size(int variable) {
        checkVariable(variable);
        return offsets[variable + 1] - offsets[variable];
    }

    /**
     * Returns a probability.
     *
     * @param variable the variable's index
     * @param value    the value's index
     * @return P(variable = value)
     */
    public double probability(int variable, int value) {
        checkVariable(variable);
        if (value < 0 || value >= size(variable)) {
            throw new IndexOutOfBoundsException("value " + value + " of variable " + variable + " of size "
                    + size(variable));
        }
        return probabilities[offsets[variable] + value];
    }

    /**
     * Returns a probability by names.
     *
     * @param variable the variable's name
     * @param value    the label of one of its values
     * @return P(variable = value)
     * @throws IllegalArgumentException that suggests the nearest name, if there is no such variable or value
     * @throws IllegalStateException    if these marginals have no names, see {@link #named}
     */
    public double probability(String variable, String value) {
        Variable found = model().variable(variable);
        return probability(found.index(), found.value(value));
    }

    /**
     * Returns the distribution of a variable by its name.
     *
     * @param variable the variable's name
     * @return a fresh array of probabilities, by the values' indices
     * @throws IllegalStateException if these marginals have no names, see {@link #named}
     */
    public double[] distribution(String variable) {
        return distribution(model().variable(variable).index());
    }

    private GraphicalModel model() {
        if (names == null) {
            throw new IllegalStateException("these marginals have no names; give them those of a model with "
                    + "named(model)");
        }
        return names;
    }

    /**
     * Returns the distribution of a variable.
     *
     * @param variable the variable's index
     * @return a fresh array of probabilities
     */
    public double[] distribution(int variable) {
        checkVariable(variable);
        return Arrays.copyOfRange(probabilities, offsets[variable], offsets[variable + 1]);
    }

    private void checkVariable(int variable) {
        if (variable < 0 || variable >= variableCount()) {
            throw new IndexOutOfBoundsException("variable " + variable + " of " + variableCount()
                    + "; expected 0 to " + (variableCount() - 1));
        }
    }

    /**
     * Turns marginals of a conditioned model into marginals of the original one: an observed variable has its value
     * with probability 1.
     *
     * @param conditioned the conditioned model whose marginals these are
     * @return marginals of all variables of the original model
     */
    public Marginals extendTo(ConditionedModel conditioned) {
        if (variableCount() != conditioned.model().variableCount()) {
            throw new IllegalArgumentException("these are marginals of " + variableCount()
                    + " variables, but the conditioned model has " + conditioned.model().variableCount());
        }
        double[][] all = new double[conditioned.original().variableCount()][];
        for (int v = 0; v < all.length; v++) {
            int free = conditioned.fromOriginal(v);
            if (free >= 0) {
                all[v] = distribution(free);
            } else {
                all[v] = new double[conditioned.original().size(v)];
                all[v][conditioned.evidence().value(v)] = 1;
            }
        }
        return of(all).named(conditioned.original());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Marginals that && Arrays.equals(offsets, that.offsets)
                && Arrays.equals(probabilities, that.probabilities);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(offsets) + Arrays.hashCode(probabilities);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int v = 0; v < Math.min(variableCount(), SHOWN); v++) {
            text.append(v > 0 ? "\n" : "").append(names == null ? "variable " + v : names.variable(v).name());
            for (int x = 0; x < Math.min(size(v), SHOWN); x++) {
                text.append(x > 0 ? ", " : ": ").append(names == null ? x : names.variable(v).domain().label(x))
                        .append(String.format(Locale.ROOT, " %.6g", probability(v, x)));
            }
            text.append(size(v) > SHOWN ? ", …" : "");
        }
        return text.append(variableCount() > SHOWN ? "\n… (" + variableCount() + " variables)" : "").toString();
    }
}
