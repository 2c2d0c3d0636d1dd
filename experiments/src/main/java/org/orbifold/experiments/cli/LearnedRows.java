package org.orbifold.experiments.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.orbifold.experiments.report.LearningReport;
import org.orbifold.learning.LearnedFormula;
import org.orbifold.learning.LearningObjective;
import org.orbifold.learning.LearningResult;
import org.orbifold.learning.WorldScore;

/** Learned weights of Markov logic, for the report. */
final class LearnedRows {

    private LearnedRows() { }

    /**
     * Collects what the report shows.
     *
     * @param test   the scores of other data
     * @param before their scores without learned weights
     */
    static LearningReport.Learned of(LearningResult result, Optional<WorldScore> test, Optional<WorldScore> before) {
        Map<String, OptionalDouble> likelihoods = new LinkedHashMap<>();
        if (result.objective() == LearningObjective.PSEUDO) {
            likelihoods.put("Pseudo-log-likelihood", OptionalDouble.of(result.value()));
        }
        likelihoods.put("Log-likelihood", result.logLikelihood());
        likelihoods.put("Without learned weights", result.logLikelihoodAtZero());
        List<String> remarks = new ArrayList<>(result.remarks());
        test.ifPresent(score -> {
            likelihoods.put("Test log-likelihood", score.logLikelihood());
            likelihoods.put("Test pseudo-log-likelihood", score.pseudoLogLikelihood());
        });
        before.ifPresent(score -> {
            likelihoods.put("Test, without learned weights", score.logLikelihood());
            double learned = test.orElseThrow().logLikelihood().orElse(Double.NaN);
            double none = score.logLikelihood().orElse(Double.NaN);
            if (learned < none) {
                remarks.add(String.format(Locale.ROOT, "the test data are less likely with these weights, %.6f, than "
                        + "with no weights at all, %.6f", learned, none));
            }
        });
        return new LearningReport.Learned("weight", result.objective().name().toLowerCase(Locale.ROOT),
                result.method(), result.converged(), result.sampled(), result.iterations(), result.gradientNorm(),
                result.curve(), result.formulas().stream().map(LearnedRows::row).toList(),
                List.of((long) result.parameters(), (long) result.classes()), likelihoods,
                test.map(score -> OptionalLong.of(score.atoms())).orElse(OptionalLong.empty()), remarks,
                result.seconds());
    }

    private static LearningReport.Parameter row(LearnedFormula formula) {
        String note = !formula.learned() ? "given" : formula.bounded() ? "bounded by a prior: infinite without" : "";
        return new LearningReport.Parameter(formula.text(), formula.weight(), formula.standardError(),
                formula.dataCount(), formula.expectedCount(), note + (formula.samplingError() > 0
                ? String.format(Locale.ROOT, "sampling error %.3g", formula.samplingError()) : ""));
    }
}
