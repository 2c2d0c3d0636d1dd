package org.orbifold.pgm.marginal;

import java.util.Arrays;
import org.orbifold.pgm.model.ConditionedModel;

/** A probability distribution for each variable of a model. Immutable. */
public final class Marginals {

    /** How far a distribution's sum may be from 1: files round to six digits. */
    private static final double SUM_TOLERANCE = 1e-3;

    /** Variable v has the probabilities from offsets[v] to offsets[v+1]. */
    private final int[] offsets;
    private final double[] probabilities;

    private Marginals(int[] offsets, double[] probabilities) {
        this.offsets = offsets;
        this.probabilities = probabilities;
    }

    /**
     * Returns marginals.
     *
     * @param distributions for each variable the probabilities of its values; each sums to 1
     * @return the marginals
     */
    public static Marginals of(double[][] distributions) {
        int[] offsets = new int[distributions.length + 1];
        for (int v = 0; v < distributions.length; v++) {
            offsets[v + 1] = Math.addExact(offsets[v], distributions[v].length);
        }
        double[] flat = new double[offsets[distributions.length]];
        for (int v = 0; v < distributions.length; v++) {
            check(v, distributions[v]);
            System.arraycopy(distributions[v], 0, flat, offsets[v], distributions[v].length);
        }
        return new Marginals(offsets, flat);
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
        if (value < 0 || value >= size(variable)) {
            throw new IndexOutOfBoundsException("value " + value + " of variable " + variable + " of size "
                    + size(variable));
        }
        return probabilities[offsets[variable] + value];
    }

    /**
     * Returns the distribution of a variable.
     *
     * @param variable the variable's index
     * @return a fresh array of probabilities
     */
    public double[] distribution(int variable) {
        return Arrays.copyOfRange(probabilities, offsets[variable], offsets[variable + 1]);
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
        return of(all);
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
        StringBuilder text = new StringBuilder("marginals of ").append(variableCount()).append(" variables");
        for (int v = 0; v < Math.min(variableCount(), 10); v++) {
            text.append("\n  ").append(v).append(' ').append(Arrays.toString(distribution(v)));
        }
        return text.append(variableCount() > 10 ? "\n  …" : "").toString();
    }
}
