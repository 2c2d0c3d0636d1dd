package org.orbifold.learning;

import java.io.UncheckedIOException;
import java.util.List;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * The log-likelihood of data under a network, exactly; missing values are summed out.
 *
 * @param rows  rows of data
 * @param value the log-likelihood of what they observe; −∞ if a row is impossible
 */
public record DataLikelihood(long rows, double value) {

    /**
     * Computes it.
     *
     * @param model   the network
     * @param data    the rows
     * @param kind    conditional tables, whose log Z is 0, or log-linear weights
     * @param threads how many threads may work
     * @param budget  the time
     * @return the log-likelihood
     * @throws UncheckedIOException     if the data cannot be read
     * @throws IllegalArgumentException if they do not fit the model, or exact sums are not affordable
     */
    public static DataLikelihood of(GraphicalModel model, Observations data, ParameterKind kind, int threads,
            Budget budget) {
        NetworkTables tables = new NetworkTables(model);
        DataCases cases = DataCases.of(tables, data, budget);
        double[] logs = new double[tables.entries()];
        int[] state = new int[tables.sizes.length];
        double value = 0;
        for (int f = 0; f < tables.features(); f++) {
            for (int e = tables.first[f]; e < tables.first[f + 1]; e++) {
                tables.putValues(f, e - tables.first[f], state);
                logs[e] = model.features().get(f).logPotential(state);
                value += cases.counts()[e] == 0 ? 0 : cases.counts()[e] * logs[e];
            }
        }
        List<DataCases.Pattern> patterns = cases.patterns();
        if (!patterns.isEmpty() && value > Double.NEGATIVE_INFINITY) {
            try (Spread spread = Spread.threads(threads)) {
                value += new MissingSums(tables, patterns).add(logs, new double[logs.length], spread, budget);
            } catch (org.orbifold.pgm.model.ContradictionException e) {
                value = Double.NEGATIVE_INFINITY;
            }
        }
        if (kind == ParameterKind.LOG_LINEAR) {
            ExactOptions options = ExactOptions.defaults().withThreads(threads).withBudget(budget);
            value -= cases.rows() * ContractionPlan.of(model, List.of(), options).logPartition(options);
        }
        return new DataLikelihood(cases.rows(), value);
    }
}
