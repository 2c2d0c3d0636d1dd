package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.orbifold.mcmc.InferenceResult;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** The short table at the end of an inference. */
final class InferenceSummary {

    private static final int SHOWN_VARIABLES = 5;
    private static final int SHOWN_PARTITIONS = 3;
    private static final double GOOD_RHAT = 1.05;

    private final GraphicalModel model;
    private final InferenceResult result;
    private final SamplingResult sampling;

    InferenceSummary(GraphicalModel model, InferenceResult result) {
        this.model = model;
        this.result = result;
        this.sampling = result.sampling();
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    void print(PrintWriter out) {
        out.println("chain            " + result.chain());
        out.println("estimator        " + result.estimator());
        printSymmetries(out);
        out.println(format("samples          %,d in %.2f s, symmetries found in %.2f s%s", sampling.samples(),
                sampling.seconds(), result.discoverySeconds(), sampling.interrupted() ? " (interrupted)" : ""));
        out.println(format("largest error    %.2g (Monte Carlo standard error of a marginal)", sampling.worstError()));
        double worst = sampling.worstRhat();
        out.println(format("largest R-hat    %.4f%s", worst,
                worst > GOOD_RHAT ? ": the chains do not agree yet, run longer" : ""));
        for (SamplingResult.Statistic statistic : sampling.statistics()) {
            out.println(format("%-24s mean %.5g ± %.2g, R-hat %.4f, effective samples %.0f", statistic.name(),
                    statistic.mean(), statistic.error(), statistic.rHat(), statistic.ess()));
        }
        printLeastCertain(out);
    }

    private void printSymmetries(PrintWriter out) {
        List<InferenceResult.SymmetryUse> uses = result.symmetries();
        if (uses.isEmpty()) {
            out.println("symmetries       not used");
        }
        for (int i = 0; i < Math.min(uses.size(), SHOWN_PARTITIONS); i++) {
            InferenceResult.SymmetryUse use = uses.get(i);
            out.println(format("symmetries       10^%.1f on %d blocks: %d orbits of %d block values", use.log10Order(),
                    use.blocks(), use.orbits(), use.pairs()));
        }
        if (uses.size() > SHOWN_PARTITIONS) {
            out.println("                 and those of " + (uses.size() - SHOWN_PARTITIONS) + " more partitions");
        }
    }

    private double error(int variable) {
        double error = sampling.errors().largest(variable);
        return Double.isNaN(error) ? 0 : error;
    }

    private void printLeastCertain(PrintWriter out) {
        int[] order = IntStream.range(0, sampling.marginals().variableCount()).boxed()
                .sorted(Comparator.comparingDouble((Integer v) -> -error(v))).limit(SHOWN_VARIABLES)
                .mapToInt(Integer::intValue).toArray();
        if (order.length > 0) {
            out.println("the least certain variables:");
        }
        for (int free : order) {
            Variable variable = model.variable(result.conditioned().toOriginal(free));
            StringBuilder line = new StringBuilder("  " + variable.name() + " ");
            for (int x = 0; x < variable.size(); x++) {
                line.append(format(" %s: %.6f ± %.1g", variable.domain().label(x),
                        result.marginals().probability(variable.index(), x), sampling.standardError(free, x)));
            }
            out.println(line.append(format("  R-hat %.4f", sampling.rHat(free))));
        }
    }
}
