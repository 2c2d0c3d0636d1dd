package org.orbifold.pgm.score;

import java.util.Arrays;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * A model compiled for samplers: what changes when one variable changes, from flat arrays, with no allocation.
 *
 * <p>Each variable gets the cheapest of three kernels. Where its Markov blanket has few joint values, its conditional
 * distribution is tabulated, and a query is one look-up. A binary variable without hard constraints sums
 * differences of log-potentials; any other variable sums one score per value. Cost of a query: O(variables in
 * the blanket) for the first, O(factors of the variable) for the others.
 *
 * <p>Immutable, so chains on several threads share one. States are not checked: an out-of-range value gives an
 * {@link IndexOutOfBoundsException} or a wrong number; check once with {@link GraphicalModel#checkState}.
 */
public final class CompiledModel {

    private final int[] sizes;
    private final Factors factors;
    /** Per variable: whether its conditional is tabulated. */
    private final boolean[] tabulated;
    private final BlanketKernel blankets;
    private final DifferenceKernel differences;
    private final ScoreKernel scores;
    /** Per variable: whether {@link DifferenceKernel} serves it, where it is not tabulated. */
    private final boolean[] soft;
    private final int[] reads;

    private CompiledModel(ModelCompiler compiler) {
        this.sizes = compiler.sizes();
        this.factors = compiler.factors();
        this.tabulated = compiler.tabulated();
        this.soft = compiler.soft();
        this.blankets = compiler.blankets();
        this.differences = compiler.differences();
        this.scores = compiler.scores();
        this.reads = compiler.reads();
    }

    /**
     * Compiles a model.
     *
     * @param model the model
     * @return its compiled form
     */
    public static CompiledModel of(GraphicalModel model) {
        return new CompiledModel(new ModelCompiler(model, Limits.DEFAULT));
    }

    /** As {@link #of(GraphicalModel)}, with limits that make tests reach every kernel. */
    static CompiledModel of(GraphicalModel model, Limits limits) {
        return new CompiledModel(new ModelCompiler(model, limits));
    }

    /**
     * Returns the number of variables.
     *
     * @return the number
     */
    public int variableCount() {
        return sizes.length;
    }

    /**
     * Returns the domain size of a variable.
     *
     * @param variable the variable's index
     * @return the number of its values
     */
    public int size(int variable) {
        return sizes[variable];
    }

    /**
     * Returns how many other values a query of a variable reads: what it costs, on any machine.
     *
     * @param variable the variable's index
     * @return the size of its blanket where its conditional is tabulated, else the sizes of its factors together
     */
    public int reads(int variable) {
        return reads[variable];
    }

    /**
     * Returns the log-weight of a state. Cost: O(all factors).
     *
     * @param state a value index for every variable
     * @return the log-weight; −∞ if the state is forbidden
     */
    public double logWeight(int[] state) {
        double sum = factors.constant();
        for (Table factor : factors.tables()) {
            sum += factor.logPotential(state);
        }
        for (Feature feature : factors.wide()) {
            sum += feature.logPotential(state);
        }
        return sum;
    }

    /**
     * Returns how the log-weight of a state changes when one variable takes another value.
     *
     * @param state    a value index for every variable
     * @param variable the variable
     * @param value    its new value
     * @return log-weight after minus log-weight before, counting the variable's own factors only: −∞ if they forbid
     *         the new value, else +∞ if they forbid the old one
     */
    public double change(int[] state, int variable, int value) {
        int old = state[variable];
        if (value == old) {
            return 0;
        }
        if (sizes[variable] == 2 && (tabulated[variable] || soft[variable])) {
            double logOdds = logOdds(state, variable);
            double change = value == 1 ? logOdds : -logOdds;
            return Double.isNaN(change) ? Double.NEGATIVE_INFINITY : change;
        }
        double after = score(state, variable, value);
        return after == Double.NEGATIVE_INFINITY ? after : after - score(state, variable, old);
    }

    private double score(int[] state, int variable, int value) {
        return tabulated[variable]
                ? blankets.score(state, variable, value) : scores.score(state, variable, value);
    }

    /**
     * Writes the log-weight of each value of a variable, given the values of all others, up to a common constant.
     *
     * @param state    a value index for every variable; the variable's own is not read
     * @param variable the variable
     * @param out      receives the scores, from index 0; −∞ for a forbidden value
     */
    public void scores(int[] state, int variable, double[] out) {
        if (sizes[variable] == 2 && !tabulated[variable] && soft[variable]) {
            out[0] = 0;
            out[1] = differences.logOdds(state, variable);
        } else if (tabulated[variable]) {
            blankets.scores(state, variable, out);
        } else {
            scores.scores(state, variable, sizes[variable], out);
        }
    }

    /**
     * Writes the conditional distribution of a variable, given the values of all others.
     *
     * @param state    a value index for every variable; the variable's own is not read
     * @param variable the variable
     * @param out      receives the probabilities, from index 0; all 0 if no value is possible
     * @return whether some value is possible
     */
    public boolean conditional(int[] state, int variable, double[] out) {
        if (tabulated[variable]) {
            return blankets.conditional(state, variable, out);
        }
        scores(state, variable, out);
        return normalize(out, sizes[variable]);
    }

    /** Turns scores into probabilities in place, in log space so that nothing overflows. */
    static boolean normalize(double[] scores, int size) {
        double max = Double.NEGATIVE_INFINITY;
        for (int x = 0; x < size; x++) {
            max = Math.max(max, scores[x]);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            Arrays.fill(scores, 0, size, 0);
            return false;
        }
        double sum = 0;
        for (int x = 0; x < size; x++) {
            scores[x] = Math.exp(scores[x] - max);
            sum += scores[x];
        }
        for (int x = 0; x < size; x++) {
            scores[x] /= sum;
        }
        return true;
    }

    /**
     * Returns the log-odds of value 1 against value 0 of a binary variable, given the values of all others.
     *
     * @param state    a value index for every variable; the variable's own is not read
     * @param variable a variable with two values
     * @return the log-odds; ±∞ if one value is forbidden, NaN if both are
     */
    public double logOdds(int[] state, int variable) {
        if (tabulated[variable]) {
            return blankets.logOdds(state, variable);
        }
        if (soft[variable]) {
            return differences.logOdds(state, variable);
        }
        return scores.score(state, variable, 1) - scores.score(state, variable, 0);
    }

    /**
     * Returns the conditional probability of value 1 of a binary variable, given the values of all others: what a
     * Gibbs sampler asks for.
     *
     * @param state    a value index for every variable; the variable's own is not read
     * @param variable a variable with two values
     * @return the probability; NaN if both values are forbidden
     */
    public double probabilityOfOne(int[] state, int variable) {
        return tabulated[variable]
                ? blankets.probabilityOfOne(state, variable) : 1 / (1 + Math.exp(-logOdds(state, variable)));
    }

    /**
     * Draws a binary variable from its conditional distribution: the same as comparing a number with
     * {@link #probabilityOfOne}, but with less memory to be read.
     *
     * @param state    a value index for every variable; the variable's own is not read
     * @param variable a variable with two values
     * @param uniform  a random number from 0 up to 1
     * @return 1 if the number is below the probability of value 1, else 0
     */
    public int drawBinary(int[] state, int variable, double uniform) {
        return tabulated[variable] ? blankets.drawBinary(state, variable, uniform)
                : uniform < probabilityOfOne(state, variable) ? 1 : 0;
    }
}
