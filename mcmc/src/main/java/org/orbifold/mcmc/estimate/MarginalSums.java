package org.orbifold.mcmc.estimate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;

/** The sums that estimators of one model keep, an entry for each value of each variable, and what they estimate. */
public final class MarginalSums {

    private final GraphicalModel model;
    private final int[] offsets;
    /** Compiled when a variable is met that was not drawn yet, which is rare. */
    private @Nullable CompiledModel compiled;

    private MarginalSums(GraphicalModel model) {
        this.model = model;
        this.offsets = offsets(model);
    }

    /**
     * The sums of a model.
     *
     * @param model the model
     * @return where its entries are
     */
    public static MarginalSums of(GraphicalModel model) {
        return new MarginalSums(model);
    }

    /**
     * Where the entries of each variable begin.
     *
     * @param model the model
     * @return a fresh array, with the number of all entries at its end
     */
    public static int[] offsets(GraphicalModel model) {
        int[] offsets = new int[model.variableCount() + 1];
        for (int v = 0; v < model.variableCount(); v++) {
            offsets[v + 1] = Math.addExact(offsets[v], model.size(v));
        }
        return offsets;
    }

    /**
     * The number of entries.
     *
     * @return the sizes of all variables together
     */
    public int entries() {
        return offsets[model.variableCount()];
    }

    /**
     * Copies the entries of a variable.
     *
     * @param sums     all entries
     * @param variable the variable
     * @return a fresh array
     */
    public double[] of(double[] sums, int variable) {
        return Arrays.copyOfRange(sums, offsets[variable], offsets[variable + 1]);
    }

    /**
     * Makes entries of one variable add up to 1.
     *
     * @param sums the entries, changed in place where there is anything to divide
     * @return whether there is
     */
    public static boolean normalize(double[] sums) {
        double total = 0;
        for (double sum : sums) {
            total += sum;
        }
        for (int x = 0; x < sums.length && total > 0; x++) {
            sums[x] = Math.min(1, sums[x] / total);
        }
        return total > 0;
    }

    /**
     * The estimates.
     *
     * @param sums what estimators have added
     * @return marginals of all variables; uniform for those that were never drawn
     */
    public Marginals marginals(double[] sums) {
        double[][] result = new double[model.variableCount()][];
        for (int v = 0; v < result.length; v++) {
            result[v] = of(sums, v);
            if (!normalize(result[v])) {
                Arrays.fill(result[v], 1.0 / result[v].length);
            }
        }
        return Marginals.of(result);
    }

    /**
     * The estimates.
     *
     * @param sums  what estimators have added
     * @param state a current state, for variables that were never drawn: their conditional there is the best there is
     * @return marginals of all variables
     */
    public Marginals marginals(double[] sums, int[] state) {
        double[][] result = new double[model.variableCount()][];
        for (int v = 0; v < result.length; v++) {
            result[v] = of(sums, v);
            if (!normalize(result[v])) {
                compiled = compiled == null ? CompiledModel.of(model) : compiled;
                compiled.conditional(state, v, result[v]);
            }
        }
        return Marginals.of(result);
    }
}
