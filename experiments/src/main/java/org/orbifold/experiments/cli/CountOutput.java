package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/** Counts in the words of the Model Counting Competitions (2021 and later). */
final class CountOutput {

    /** Counts below this are whole numbers that the rounding of log Z does not reach. */
    private static final double LARGEST_WHOLE = 1e9;

    private CountOutput() { }

    /** Counts the states, with their weights, and prints how many there are. */
    static void print(ConditionedModel given, InferenceOptions options, PrintWriter out) {
        boolean weighted = isWeighted(given.original());
        double log;
        try {
            log = Inference.on(given).withOptions(options).run().logPartition().orElseThrow();
        } catch (ContradictionException e) {
            log = Double.NEGATIVE_INFINITY;
        }
        boolean none = log == Double.NEGATIVE_INFINITY;
        out.println(none ? "s UNSATISFIABLE" : "s SATISFIABLE");
        out.println("c s type " + (weighted ? "wmc" : "mc"));
        double log10 = log / Math.log(10);
        out.println("c s log10-estimate " + (none ? "-inf" : String.format(Locale.ROOT, "%.15g", log10)));
        if (none) {
            out.println("c s exact arb int 0");
        } else if (!weighted && Math.exp(log) < LARGEST_WHOLE) {
            out.println("c s exact arb int " + Math.round(Math.exp(log)));
        } else {
            double exponent = Math.floor(log10);
            // All but the rounding of the last digits.
            out.println(String.format(Locale.ROOT, "c s approx arb float %.10fe%+.0f",
                    Math.pow(10, log10 - exponent), exponent));
        }
        out.flush();
    }

    /** Whether a possible state may weigh anything but 1. */
    private static boolean isWeighted(GraphicalModel model) {
        for (Feature feature : model.features()) {
            if (feature instanceof Table table) {
                for (double entry : table.entries()) {
                    if (entry != 0 && entry != Double.NEGATIVE_INFINITY) {
                        return true;
                    }
                }
            } else if (!Double.isInfinite(((WeightedFeature) feature).weight())) {
                return true;
            }
        }
        return model.constant() != 0;
    }
}
