package org.orbifold.learning;

import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * A network with learned parameters. Immutable.
 *
 * @param model         the network
 * @param kind          what its parameters are
 * @param method        how they were learned
 * @param rows          rows of data
 * @param incomplete    rows that miss a value
 * @param logLikelihood of what the data observe, without the prior
 * @param iterations    steps of EM or of the optimiser; 0 for counts
 * @param converged     whether the optimum was reached
 * @param curve         the objective, with the prior, after each step
 * @param tables        by feature: what was learned about its entries
 * @param parameters    free parameters without ties
 * @param classes       free parameters with ties; as many if none are tied
 * @param remarks       what a user should know
 * @param seconds       the time it took
 */
public record ParameterResult(GraphicalModel model, ParameterKind kind, String method, long rows, long incomplete,
        double logLikelihood, int iterations, boolean converged, List<Double> curve, List<LearnedTable> tables,
        long parameters, long classes, List<String> remarks, double seconds) {

    /**
     * Copies the lists.
     *
     * @param model         the network
     * @param kind          what its parameters are
     * @param method        how they were learned
     * @param rows          rows of data
     * @param incomplete    rows that miss a value
     * @param logLikelihood of what the data observe
     * @param iterations    steps
     * @param converged     whether the optimum was reached
     * @param curve         the objective after each step
     * @param tables        by feature
     * @param parameters    free parameters without ties
     * @param classes       free parameters with ties
     * @param remarks       what a user should know
     * @param seconds       the time it took
     */
    public ParameterResult {
        curve = List.copyOf(curve);
        tables = List.copyOf(tables);
        remarks = List.copyOf(remarks);
    }

    /**
     * What was learned about a feature, by entry of its table: the last variable of its scope changes fastest.
     *
     * @param counts   rows in which the entry holds; expected ones, where values are missing
     * @param expected rows in which it would hold with the learned parameters; for log-linear weights only, else empty
     * @param errors   standard errors: of the probability, or of the weight; NaN where unknown
     */
    public record LearnedTable(double[] counts, double[] expected, double[] errors) { }
}
