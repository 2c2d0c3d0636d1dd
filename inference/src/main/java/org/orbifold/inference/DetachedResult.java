package org.orbifold.inference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.orbifold.mcmc.chain.RoundTrips;
import org.orbifold.pgm.exact.PartitionBounds;
import org.orbifold.pgm.io.Json;

/**
 * Marginals with their errors as names and numbers: small, without a reference to a model. Immutable.
 *
 * @param verdict           EXACT, or what the chains' diagnostics say
 * @param largestError      the largest standard error of a marginal
 * @param logPartition      log Z, computed or estimated; empty if it is neither
 * @param logPartitionError its standard error, 0 if it was computed; empty if there is no log Z
 * @param logPartitionBounds an interval that contains log Z for certain; empty if it was not asked for
 * @param roundTrips        how well tempering carried states between the temperatures; empty if none was used
 * @param seconds           the time the answer took, planning included
 * @param routes            how each part was answered, a line each
 * @param marginals         the distribution of each variable
 */
public record DetachedResult(String verdict, double largestError, OptionalDouble logPartition,
        OptionalDouble logPartitionError, Optional<PartitionBounds> logPartitionBounds,
        Optional<RoundTrips> roundTrips, double seconds, List<String> routes, List<Marginal> marginals) {

    /** Variables, and values of each, that {@link #toString} lists. */
    private static final int SHOWN = 20;

    /**
     * Makes a result.
     *
     * @param verdict           EXACT, or what the chains' diagnostics say
     * @param largestError      the largest standard error of a marginal
     * @param logPartition      log Z
     * @param logPartitionError its standard error
     * @param logPartitionBounds an interval that contains it
     * @param roundTrips        of tempering
     * @param seconds           the time the answer took
     * @param routes            how each part was answered
     * @param marginals         the distribution of each variable
     */
    public DetachedResult {
        routes = List.copyOf(routes);
        marginals = List.copyOf(marginals);
    }

    /**
     * The distribution of a variable.
     *
     * @param variable      its name
     * @param values        the labels of its values
     * @param probabilities the probability of each
     * @param errors        the standard error of each probability; 0 if it is exact
     * @param bounds        for each value an interval that contains its probability for certain; empty if that was not
     *                      asked for
     */
    public record Marginal(String variable, List<String> values, List<Double> probabilities, List<Double> errors,
            List<Interval> bounds) { }

    /**
     * An interval.
     *
     * @param lower its lower end
     * @param upper its upper end
     */
    public record Interval(double lower, double upper) { }

    /**
     * The same with the distributions of some variables only.
     *
     * @param some distributions
     * @return a new result
     */
    public DetachedResult withMarginals(List<Marginal> some) {
        return new DetachedResult(verdict, largestError, logPartition, logPartitionError, logPartitionBounds,
                roundTrips, seconds, routes, some);
    }

    /** The verdict and log Z, then a line for each of the first variables. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(verdict);
        text.append(largestError == 0 ? "" : String.format(Locale.ROOT, ", largest standard error %.2g", largestError));
        logPartition.ifPresent(log -> text.append(logPartitionError.orElse(0) == 0 ? ", log Z = " : ", log Z about ")
                .append(log));
        text.append(String.format(Locale.ROOT, ", %.2f s", seconds));
        marginals.stream().limit(SHOWN).forEach(one -> {
            text.append('\n').append(one.variable());
            for (int x = 0; x < Math.min(SHOWN, one.values().size()); x++) {
                text.append(x > 0 ? ", " : ": ").append(one.values().get(x))
                        .append(String.format(Locale.ROOT, " %.6g", one.probabilities().get(x)));
            }
            text.append(one.values().size() > SHOWN ? ", …" : "");
        });
        return text.append(marginals.size() > SHOWN ? "\n… (" + marginals.size() + " variables)" : "").toString();
    }

    /**
     * This result as JSON, on one line; the schema is docs/schema/marginals.json.
     *
     * @return verdict, log Z, marginals with their standard errors, and the route of each part
     */
    public String toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("question", "marginals");
        all.put("verdict", verdict);
        all.put("largestError", largestError);
        all.put("logPartition", logPartition);
        all.put("logPartitionError", logPartitionError);
        logPartitionBounds.ifPresent(bounds -> all.put("logPartitionBounds",
                new double[] {bounds.lower(), bounds.upper()}));
        roundTrips.ifPresent(trips -> {
            Map<String, Object> tempering = new LinkedHashMap<>();
            tempering.put("barrier", trips.barrier());
            tempering.put("roundTrips", trips.observed());
            tempering.put("predictedRoundTrips", trips.predicted());
            all.put("tempering", tempering);
        });
        all.put("seconds", seconds);
        all.put("routes", routes);
        all.put("marginals", marginals.stream().map(one -> {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("variable", one.variable());
            row.put("values", one.values());
            row.put("probabilities", one.probabilities());
            row.put("errors", one.errors());
            if (!one.bounds().isEmpty()) {
                row.put("bounds", one.bounds().stream().map(ends -> new double[] {ends.lower(), ends.upper()})
                        .toList());
            }
            return row;
        }).toList());
        return Json.text(all);
    }
}
