package org.orbifold.experiments.explore;

import java.util.List;
import org.orbifold.inference.InferenceResult;
import org.orbifold.pgm.marginal.Marginals;

/**
 * Marginals with their errors and where they come from: of an inference, or known otherwise.
 */
public interface Answers {

    /**
     * The marginals.
     *
     * @return marginals of all variables of the original model
     */
    Marginals marginals();

    /**
     * The standard error of a marginal.
     *
     * @param variable a variable of the original model
     * @param value    one of its values
     * @return 0 where it is exact, NaN where it is not known
     */
    double standardError(int variable, int value);

    /**
     * How a variable was answered.
     *
     * @param variable a variable of the original model that is not observed
     * @return a route, or {@code fixed} where only one value is left
     */
    String route(int variable);

    /**
     * How the parts were answered.
     *
     * @return sentences for people
     */
    List<String> summary();

    /**
     * The answers of an inference.
     *
     * @param result what was found
     * @return its answers
     */
    static Answers of(InferenceResult result) {
        return new Answers() {
            @Override
            public Marginals marginals() {
                return result.marginals();
            }

            @Override
            public double standardError(int variable, int value) {
                return result.standardError(variable, value);
            }

            @Override
            public String route(int variable) {
                return result.plan().route(variable).map(route -> switch (route) {
                    case COUNTING -> "counting";
                    case SAMPLE -> "sampled";
                    case AUTO, EXACT -> "exact";
                }).orElse("fixed");
            }

            @Override
            public List<String> summary() {
                return result.plan().lines().stream().map(String::strip).toList();
            }
        };
    }
}
