package org.orbifold.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.exact.PartitionBounds;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.simplify.Simplification;

/** Marginals with error estimates, and how they were found. Immutable. */
public final class InferenceResult {

    private final GraphicalModel model;
    private final Marginals marginals;
    private final double[][] errors;
    private final InferencePlan plan;
    private final OptionalDouble logPartition;
    private final PartitionLadder.Outcome estimate;
    private final Optional<Sampled> sampled;
    private final double seconds;
    private final Optional<PartitionBounds> bounds;
    private final Optional<MarginalBounds> marginalBounds;

    InferenceResult(GraphicalModel model, Marginals marginals, double[][] errors, InferencePlan plan,
            OptionalDouble logPartition, PartitionLadder.Outcome estimate, Optional<Sampled> sampled,
            double seconds) {
        this(model, marginals, errors, plan, logPartition, estimate, sampled, seconds, Optional.empty(),
                Optional.empty());
    }

    private InferenceResult(GraphicalModel model, Marginals marginals, double[][] errors, InferencePlan plan,
            OptionalDouble logPartition, PartitionLadder.Outcome estimate, Optional<Sampled> sampled,
            double seconds, Optional<PartitionBounds> bounds, Optional<MarginalBounds> marginalBounds) {
        this.model = model;
        this.marginals = marginals.named(model);
        this.errors = errors;
        this.plan = plan;
        this.logPartition = logPartition;
        this.estimate = estimate;
        this.sampled = sampled;
        this.seconds = seconds;
        this.bounds = bounds;
        this.marginalBounds = marginalBounds;
    }

    /**
     * The same with an interval that contains log Z for certain.
     *
     * @param found the interval, of {@link Inference#logPartitionBounds}
     * @return a new result
     */
    public InferenceResult withLogPartitionBounds(PartitionBounds found) {
        return new InferenceResult(model, marginals, errors, plan, logPartition, estimate, sampled, seconds,
                Optional.of(found), marginalBounds);
    }

    /**
     * The same with intervals that contain the marginals for certain.
     *
     * @param found the intervals, of {@link Inference#marginalBounds()}
     * @return a new result
     */
    public InferenceResult withMarginalBounds(MarginalBounds found) {
        return new InferenceResult(model, marginals, errors, plan, logPartition, estimate, sampled, seconds, bounds,
                Optional.of(found));
    }

    /**
     * Intervals that contain the marginals for certain.
     *
     * @return the intervals; empty unless they were {@linkplain #withMarginalBounds added}
     */
    public Optional<MarginalBounds> marginalBounds() {
        return marginalBounds;
    }

    /**
     * An interval that contains log Z for certain.
     *
     * @return the interval; empty unless it was {@linkplain #withLogPartitionBounds added}
     */
    public Optional<PartitionBounds> logPartitionBounds() {
        return bounds;
    }

    /**
     * What chains found about the variables that were not answered exactly. What was known from runs with other
     * evidence is not among it, only in the marginals and standard errors of the whole result; if all was known, it is
     * the largest such run.
     *
     * @param sampling  estimates, errors and diagnostics, by the numbers of the sampled variables
     * @param variables the variable of the original model that each of them is
     * @param choice    the chain and why it was chosen
     */
    public record Sampled(SamplingResult sampling, List<Integer> variables, ChainChoice choice) { }

    /**
     * The model.
     *
     * @return the model that was asked about, without evidence
     */
    public GraphicalModel model() {
        return model;
    }

    /**
     * The marginals.
     *
     * @return marginals of all variables, the observed ones included
     */
    public Marginals marginals() {
        return marginals;
    }

    /**
     * The standard error of a marginal.
     *
     * @param variable a variable of the model
     * @param value    one of its values
     * @return 0 where the marginal is exact; 0.5 where nothing is known about it
     */
    public double standardError(int variable, int value) {
        marginals.probability(variable, value);
        return errors[variable][value];
    }

    /**
     * The standard error of a marginal, by names.
     *
     * @param variable the name of a variable of the model
     * @param value    the label of one of its values
     * @return as {@link #standardError(int, int)}
     * @throws IllegalArgumentException that suggests the nearest name, if there is no such variable or value
     */
    public double standardError(String variable, String value) {
        Variable named = model.variable(variable);
        return standardError(named.index(), named.value(value));
    }

    /**
     * How the answer was found.
     *
     * @return the route of each part
     */
    public InferencePlan plan() {
        return plan;
    }

    /**
     * Whether all marginals are exact.
     *
     * @return whether no part was sampled and none was left unanswered
     */
    public boolean isExact() {
        return plan.isExact();
    }

    /**
     * The logarithm of Z, the total weight of all states that agree with the evidence.
     *
     * @return log Z; empty if something is not exact
     */
    public OptionalDouble logPartition() {
        return logPartition;
    }

    /**
     * An estimate of log Z where it cannot be computed: by bridge sampling over a ladder of temperatures.
     *
     * @return the estimate with its standard error; empty if log Z is exact, or if there was no time for an estimate
     */
    public Optional<LogPartitionEstimate> logPartitionEstimate() {
        return estimate.estimate();
    }

    /**
     * Why there is neither log Z nor an estimate of it.
     *
     * @return the reason; empty if there is one of them
     */
    public Optional<String> whyNoLogPartition() {
        return logPartition.isPresent() || estimate.estimate().isPresent() ? Optional.empty()
                : Optional.of(estimate.reason());
    }

    /**
     * What was sampled.
     *
     * @return estimates and diagnostics; empty if everything is exact, or if the time was over before any sample
     */
    public Optional<Sampled> sampled() {
        return sampled;
    }

    /**
     * The marginals of all variables, had chains found these for the sampled ones.
     *
     * @param ofSampled marginals by the numbers of the sampled variables
     * @return the exact marginals with these put in
     */
    public Marginals completed(Marginals ofSampled) {
        double[][] all = new double[model.variableCount()][];
        for (int v = 0; v < all.length; v++) {
            all[v] = marginals.distribution(v);
        }
        for (int s = 0; s < ofSampled.variableCount(); s++) {
            int v = sampled.orElseThrow().variables().get(s);
            int[] values = possibleValues(v);
            Arrays.fill(all[v], 0);
            for (int x = 0; x < values.length; x++) {
                all[v][values[x]] = ofSampled.probability(s, x);
            }
        }
        return Marginals.of(all).named(model);
    }

    /**
     * The values that evidence and hard zeros leave to a variable that is not fixed; samples number them from 0.
     *
     * @param variable a variable of the model
     * @return a fresh array, ascending
     */
    public int[] possibleValues(int variable) {
        Simplification parts = plan.simplification();
        model.variable(variable);
        return parts.values(parts.component(variable), parts.fromOriginal(variable));
    }

    /**
     * How long it took.
     *
     * @return seconds, planning included
     */
    public double seconds() {
        return seconds;
    }

    /**
     * The largest standard error of a marginal.
     *
     * @return 0 if all are exact
     */
    public double largestError() {
        return Arrays.stream(errors).flatMapToDouble(Arrays::stream).max().orElse(0);
    }

    /**
     * What can be said about the answer in one word.
     *
     * @return EXACT, a verdict of the chains, or TOO_SHORT if the time was over before any sample
     */
    public String verdict() {
        return isExact() ? "EXACT"
                : sampled.map(found -> found.sampling().verdict()).orElse(SamplingResult.Verdict.TOO_SHORT).name();
    }

    /**
     * What the verdict means, and what to do about it.
     *
     * @return a sentence without a full stop
     */
    public String verdictText() {
        return isExact() ? "all marginals are exact" : sampled.map(found -> found.sampling().diagnosis().text())
                .orElse("the run ended before any sample: marginals without an exact route are uniform, with an "
                        + "error of 0.5");
    }

    /**
     * This result as JSON, on one line; the schema is docs/schema/marginals.json.
     *
     * @return verdict, log Z, marginals with their standard errors, and the route of each part
     */
    public String toJson() {
        return detached().toJson();
    }

    /**
     * What people and other programs want of this result, without the model, plans and chains that it keeps alive.
     *
     * @return names and numbers only
     */
    public DetachedResult detached() {
        Optional<LogPartitionEstimate> found = estimate.estimate();
        OptionalDouble log = logPartition.isPresent() ? logPartition
                : found.map(one -> OptionalDouble.of(one.value())).orElse(OptionalDouble.empty());
        OptionalDouble error = logPartition.isPresent() ? OptionalDouble.of(0)
                : found.map(one -> OptionalDouble.of(one.standardError())).orElse(OptionalDouble.empty());
        return new DetachedResult(verdict(), largestError(), log, error, bounds,
                sampled.flatMap(part -> part.sampling().roundTrips()), seconds, plan.lines(),
                model.ownVariables().stream().map(variable -> new DetachedResult.Marginal(variable.name(),
                        IntStream.range(0, variable.size()).mapToObj(variable.domain()::label).toList(),
                        boxed(marginals.distribution(variable.index())), boxed(errors[variable.index()]),
                        intervals(variable.index()))).toList());
    }

    private List<DetachedResult.Interval> intervals(int variable) {
        return marginalBounds.map(ends -> IntStream.range(0, model.size(variable)).mapToObj(x ->
                new DetachedResult.Interval(ends.lower(variable, x), ends.upper(variable, x))).toList())
                .orElse(List.of());
    }

    private static List<Double> boxed(double[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(verdict());
        text.append(isExact() ? "" : String.format(Locale.ROOT, ", largest standard error %.2g", largestError()));
        logPartition.ifPresent(log -> text.append(", log Z = ").append(log));
        estimate.estimate().ifPresent(log -> text.append(", log Z about ").append(log));
        return text.append(String.format(Locale.ROOT, ", %.2f s%n", seconds)).append(marginals).toString();
    }
}
