package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.inference.ChainChoice;
import org.orbifold.inference.InferenceResult;
import org.orbifold.mcmc.run.Diagnosis;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** The short table at the end of an inference. */
final class InferenceSummary {

    /** Where log Z is nothing but a weight. */
    static final String ALL_KNOWN = "nothing is unknown: log Z is the log-weight of the only state";

    private static final int SHOWN_VARIABLES = 5;
    private static final int SHOWN_PARTITIONS = 3;

    private final GraphicalModel model;
    private final InferenceResult result;

    InferenceSummary(InferenceResult result) {
        this.model = result.model();
        this.result = result;
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** A line of a plan with its first word in a column of its own. */
    static String aligned(String line) {
        int space = line.indexOf(' ');
        return format("%-16s %s", line.substring(0, space), line.substring(space).strip());
    }

    /** Prints the table; what a preset came to stands before the plan. */
    void print(Optional<String> preset, PrintWriter out) {
        result.plan().chain().flatMap(ChainChoice::shortfall).ifPresent(missing ->
                out.println((missing.cutOff() ? "INCOMPLETE       " : "NO MOVES         ") + missing));
        out.println(verdict(result.verdict(), result.verdictText()
                + (result.isExact() ? format(", in %.2f s", result.seconds()) : "")));
        preset.ifPresent(line -> out.println(aligned(line)));
        for (String line : result.plan().lines()) {
            out.println(aligned(line));
        }
        result.logPartition().ifPresent(log -> out.println("log Z            " + log));
        result.logPartitionEstimate().ifPresent(log -> out.println("log Z            about " + log
                + " (standard error; bridge sampling over temperatures"
                + (result.logPartitionBounds().isPresent() ? ")" : "; --bounds proves an interval)")));
        result.logPartitionBounds().ifPresent(bounds -> out.println("log Z            " + bounds + ", proved"));
        result.marginalBounds().ifPresent(bounds -> printBounds(bounds, out));
        result.whyNoLogPartition().ifPresent(why -> out.println("log Z            not estimated: " + why));
        if (result.plan().simplification().given().model().variableCount() == 0) {
            out.println(ALL_KNOWN);
        }
        result.sampled().ifPresent(sampled -> printSampled(sampled, out));
    }

    /** The first line of every summary: what matters most. */
    static String verdict(String verdict, String text) {
        return format("%-16s %s", verdict, text);
    }

    private void printBounds(MarginalBounds bounds, PrintWriter out) {
        double[] widths = model.ownVariables().stream().mapToDouble(v -> bounds.width(v.index())).sorted().toArray();
        if (widths.length > 0) {
            out.println(format("marginals        in intervals that are proved, the widest of each variable: median "
                    + "%.3g, largest %.3g", widths[widths.length / 2], widths[widths.length - 1]));
        }
    }

    private void printSampled(InferenceResult.Sampled sampled, PrintWriter out) {
        SamplingResult sampling = sampled.sampling();
        printSymmetries(sampled.choice().symmetries(), out);
        ChainChoice.Seconds before = sampled.choice().seconds();
        out.println(format("samples          %,d %ss in %.2f s; symmetries took %.2f s, trials of chains %.2f s%s",
                sampling.samples(), sampling.unit().name().toLowerCase(Locale.ROOT), sampling.seconds(),
                before.symmetries(), before.trials(),
                sampling.interrupted() ? " (interrupted)" : ""));
        out.println(format("largest error    %.2g (standard error of a marginal)", sampling.worstError()));
        sampling.diagnosis().rHatText().ifPresent(rHat -> out.println("largest R-hat    " + rHat));
        sampling.roundTrips().ifPresent(trips -> out.println(format(
                "round trips      %,d between the temperatures, %,.0f predicted; communication barrier %.2f",
                trips.observed(), trips.predicted(), trips.barrier())));
        sampling.statistics().stream().filter(one -> !Double.isNaN(one.rHat())).forEach(statistic -> out.println(format(
                "%-24s mean %.5g ± %.2g, R-hat %s, effective samples %.0f", statistic.name(),
                statistic.mean(), statistic.error(), Diagnosis.text(statistic.rHat()), statistic.ess())));
        printLeastCertain(sampled, out);
    }

    private static void printSymmetries(List<ChainChoice.SymmetryUse> uses, PrintWriter out) {
        if (uses.isEmpty()) {
            out.println("symmetries       not used");
        }
        for (int i = 0; i < Math.min(uses.size(), SHOWN_PARTITIONS); i++) {
            ChainChoice.SymmetryUse use = uses.get(i);
            out.println(format("symmetries       10^%.1f on %d blocks: %d orbits of %d block values%s",
                    use.log10Order(), use.blocks(), use.orbits(), use.pairs(),
                    use.limit().isEmpty() ? "" : "; perhaps more (" + use.limit() + ")"));
        }
        if (uses.size() > SHOWN_PARTITIONS) {
            out.println("                 and those of " + (uses.size() - SHOWN_PARTITIONS) + " more partitions");
        }
    }

    private void printLeastCertain(InferenceResult.Sampled sampled, PrintWriter out) {
        SamplingResult sampling = sampled.sampling();
        double[] errors = IntStream.range(0, sampled.variables().size())
                .mapToDouble(v -> sampling.errors().largest(v)).map(error -> Double.isNaN(error) ? 0 : error).toArray();
        int[] order = IntStream.range(0, errors.length).boxed()
                .filter(v -> !model.variable(sampled.variables().get(v)).auxiliary())
                .sorted(Comparator.comparingDouble((Integer v) -> -errors[v])).limit(SHOWN_VARIABLES)
                .mapToInt(Integer::intValue).toArray();
        if (order.length > 0) {
            out.println("the least certain variables:");
        }
        for (int free : order) {
            Variable variable = model.variable(sampled.variables().get(free));
            StringBuilder line = new StringBuilder("  " + variable.name() + " ");
            for (int x = 0; x < variable.size(); x++) {
                line.append(format(" %s: %.6f ± %.1g", variable.domain().label(x),
                        result.marginals().probability(variable.index(), x),
                        result.standardError(variable.index(), x)));
            }
            double rHat = sampling.rHat(free);
            out.println(Double.isNaN(rHat) ? line : line.append("  R-hat ").append(Diagnosis.text(rHat)));
        }
    }
}
