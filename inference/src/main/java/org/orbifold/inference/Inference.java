package org.orbifold.inference;

import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.PartitionBounds;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.time.Budget;

/**
 * The front door: a model in, marginals with error estimates out. An immutable value; start from {@link #on}.
 * <pre>{@code
 * InferenceResult result = Inference.on(model).withEvidence(evidence).run();
 * double p = result.marginals().probability(variable, value);
 * }</pre>
 *
 * <p>By default each part of the model is answered by the cheapest {@link Route}: exactly, by a contraction tree or by
 * counting, where the time and memory allow, and else by the Markov chain that short trials show to be the best, with
 * conditionals averaged over the orbits of the model's symmetries; ten seconds in all. {@link InferencePlan} says which
 * route and which chain were taken, and why. Chains, estimators and the time are a matter of {@link InferenceOptions}.
 *
 * <p>The time asked for is kept in every phase. An interrupt of the calling thread ends any question: the answer is
 * what there is by then, and the thread's interrupt status stays set. Where there is nothing yet, an
 * {@link org.orbifold.pgm.time.OutOfTimeException} says so.
 */
public final class Inference {

    private final ConditionedModel model;
    private final InferenceOptions options;
    private final Reuse reuse;

    private Inference(ConditionedModel model, InferenceOptions options, Reuse reuse) {
        this.model = Objects.requireNonNull(model, "the model is null");
        this.options = Objects.requireNonNull(options, "the options are null");
        this.reuse = reuse;
        // Also where no chain runs: a misspelt name must not wait for the first model that is sampled.
        options.context().forEach(name -> model.original().variable(name));
        if (options.partitions() instanceof Partitions.Given given) {
            given.check(model.original());
        }
    }

    /**
     * Inference on a model, with the defaults.
     *
     * @param model the model
     * @return an inference to be set up further or run
     */
    public static Inference on(GraphicalModel model) {
        return on(Objects.requireNonNull(model, "the model is null").condition(Evidence.none()));
    }

    /**
     * Inference on a model given evidence, with the defaults.
     *
     * @param model the model with the evidence put in
     * @return an inference to be set up further or run
     */
    public static Inference on(ConditionedModel model) {
        return new Inference(model, InferenceOptions.defaults(), new Reuse());
    }

    /**
     * Sets the evidence. What the change does not touch is used again: exact answers of components that stay as they
     * were, what chains that had converged found about such components with the same options, and the elimination trees
     * of those in which the same variables are observed.
     *
     * @param observed values of some variables
     * @return a new value
     * @throws IllegalArgumentException if the evidence contradicts the model
     */
    public Inference withEvidence(Evidence observed) {
        return new Inference(model.original().condition(observed), options, reuse);
    }

    /**
     * Sets chain, estimator and all else.
     *
     * @param wanted the options
     * @return a new value
     */
    public Inference withOptions(InferenceOptions wanted) {
        return new Inference(model, wanted, reuse);
    }

    /**
     * Sets how long to run, on how many chains and threads, and the seed; the other options stay.
     *
     * @param sampling the options of the run
     * @return a new value
     */
    public Inference withSampling(SamplingOptions sampling) {
        return withOptions(options.withSampling(sampling));
    }

    /**
     * Sets the time limit; the other options stay.
     *
     * @param seconds for each question, more than 0; infinite for no limit
     * @return a new value
     */
    public Inference withSeconds(double seconds) {
        return withSampling(options.sampling().withSeconds(seconds));
    }

    /**
     * Sets the seed; the other options stay.
     *
     * @param seed any number
     * @return a new value
     */
    public Inference withSeed(long seed) {
        return withSampling(options.sampling().withSeed(seed));
    }

    /** How many results of components, exact or of chains, and how many elimination trees were used again. */
    int[] reused() {
        return reuse.reused();
    }

    /**
     * Chooses the chain that samples all that is unknown, and leaves the sampling to the caller.
     *
     * @return the chain and its estimator
     */
    public PreparedInference prepare() {
        return explained(() -> new InferenceRun(model, options, reuse, null).prepare());
    }

    /**
     * Plans without running: routes and, for what is sampled, the chain. Trials of chains take up to two fifths of the
     * time.
     *
     * @return the route of each part, and what it costs
     * @throws org.orbifold.pgm.model.ContradictionException if evidence and hard zeros leave no state
     * @throws org.orbifold.pgm.exact.TooLargeException      if an exact route is asked for that needs too much memory
     */
    public InferencePlan plan() {
        return explained(() -> new InferenceRun(model, options, reuse, null).plan());
    }

    /**
     * Finds the most probable state (MAP, or MPE): exactly where the time and memory allow, by max-product on a
     * contraction tree or by counting, else by a search that takes the time there is and says what it proved.
     *
     * <p>Auxiliary variables ({@link Variable#auxiliary}) are summed out: the result is the most probable value of all
     * others. In its state they have their most probable values given the others.
     *
     * <p>Without a time limit ({@link SamplingOptions#withSamples}) a search makes so many rounds, and its result
     * depends on the seed alone. An error to be reached ({@link SamplingOptions#withUntilError}) says nothing of a
     * search: it takes the default time.
     *
     * @return the state
     * @throws org.orbifold.pgm.model.ContradictionException if evidence and hard zeros leave no state
     * @throws org.orbifold.pgm.exact.TooLargeException      if an exact route is asked for that needs too much memory
     * @throws IllegalArgumentException if no possible state is found
     */
    public MapResult mostProbable() {
        GraphicalModel whole = model.original();
        if (whole.ownVariables().size() == whole.variableCount()) {
            return explained(() -> new MapRun(model, options, reuse).run());
        }
        MarginalMapResult own = mostProbable(whole.ownVariables().stream().mapToInt(Variable::index).toArray());
        Map<Integer, Integer> values = new HashMap<>();
        for (int v : model.evidence().variables()) {
            values.put(v, model.evidence().value(v));
        }
        for (int i = 0; i < own.values().length; i++) {
            values.put(own.variables()[i], own.values()[i]);
        }
        // What is left is the insides of single nodes, so this is quick.
        int[] state = new MapRun(whole.condition(model.evidence().withValues(values)), options, reuse).run().state();
        return new MapResult(whole, state, own.logWeight(), own.logBound(), Optional.empty(), own.routes(),
                own.seconds());
    }

    /**
     * Finds the most probable joint value of some variables, summed over the others (marginal MAP). Exact where the
     * sums leave tables that the time and memory allow, and the most probable state of what they leave is found
     * exactly; else the best that a search finds, with its weight computed exactly and an upper bound.
     *
     * @param variables the variables to maximise, each once
     * @return their values
     * @throws org.orbifold.pgm.model.ContradictionException if evidence and hard zeros leave no state
     * @throws org.orbifold.pgm.exact.TooLargeException      if not even the sum given all of these is affordable, or
     *                                                       an exact route is asked for and is not
     * @throws IllegalArgumentException if there are none, or one of them is unknown or repeated
     */
    public MarginalMapResult mostProbable(int[] variables) {
        return explained(() -> new MarginalMapRun(model, variables, options).run());
    }

    /**
     * As {@link #mostProbable(int[])}, with the names of the variables.
     *
     * @param variables the names of the variables to maximise, each once
     * @return their values
     */
    public MarginalMapResult mostProbable(List<String> variables) {
        return mostProbable(Objects.requireNonNull(variables, "the names of the variables are null").stream()
               .mapToInt(name -> model.original().variable(name).index()).toArray());
    }

    /**
     * Finds an interval that contains log Z for certain, by weighted mini-buckets and by sums over a cutset; it becomes
     * narrower with the time there is. Without a time limit it takes a fixed amount of work.
     *
     * @return the interval; both ends −∞ if it is proved that no state is possible
     */
    public PartitionBounds logPartitionBounds() {
        Budget budget = options.newSearchBudget();
        return PartitionBounds.of(model, options.exact(budget));
    }

    /**
     * Finds for each value of each variable an interval that contains its marginal for certain; they become narrower
     * with the time there is. Parts with an exact route are computed, and their intervals are as narrow as rounding.
     * Without a time limit it takes a fixed amount of work.
     *
     * @return the intervals, by the variables of the model; an observed variable has its value with certainty
     * @throws org.orbifold.pgm.model.ContradictionException if evidence and hard zeros leave no state
     */
    public MarginalBounds marginalBounds() {
        return marginalBounds(IntStream.range(0, model.original().variableCount()).toArray());
    }

    /**
     * As {@link #marginalBounds()}, with all the time for some variables.
     *
     * @param variables the variables that are asked for
     * @return the intervals; from 0 to 1 for the values of variables that are neither asked for nor answered exactly
     * @throws org.orbifold.pgm.model.ContradictionException if evidence and hard zeros leave no state
     * @throws IllegalArgumentException if there is no such variable
     */
    public MarginalBounds marginalBounds(int[] variables) {
        return explained(() -> new MarginalBoundsRun(model, variables, options, reuse).run());
    }

    /**
     * Draws states: exactly and independently where that is affordable, else from chains, so far apart that
     * they hardly depend on each other.
     *
     * @param count how many, at least 1
     * @param seed  the seed of the draws, in place of that of the options: the same seed gives the same states, so a
     *              service that answers several requests takes another one for each
     * @return the states
     * @throws org.orbifold.pgm.model.ContradictionException if evidence and hard zeros leave no state
     * @throws IllegalArgumentException if no possible state is found
     */
    public Samples sample(int count, long seed) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " samples; expected at least 1");
        }
        InferenceOptions seeded = options.withSampling(options.sampling().withSeed(seed));
        return explained(() -> new SampleRun(model, seeded, reuse).run(count));
    }

    /**
     * Answers queries: joint and conditional probabilities, probabilities of formulas, expectations of features.
     *
     * @param queries what is asked
     * @return an answer to each, exact where that is affordable, else from chains with standard errors
     * @throws org.orbifold.pgm.model.ContradictionException if evidence, condition and hard zeros leave no state
     * @throws IllegalArgumentException if no possible state is found
     */
    public List<Query.Answer> ask(List<Query> queries) {
        List<Query> named = Objects.requireNonNull(queries, "the queries are null").stream()
                .map(query -> Objects.requireNonNull(query, "a query is null").in(model.original())).toList();
        return new QueryRun(model, options, reuse).run(named);
    }

    /**
     * Runs without reports.
     *
     * @return the result
     * @throws UncheckedIOException     if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if no possible state is found
     */
    public InferenceResult run() {
        return run((seconds, samples, share, now) -> { });
    }

    /**
     * Runs. What was found before, by this or with other evidence, is not found again: exact results, and estimates of
     * chains that had converged.
     *
     * @param progress is called with how far the sampling is
     * @return the result
     * @throws UncheckedIOException     if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if no possible state is found
     * @throws org.orbifold.pgm.exact.TooLargeException if an exact route is asked for that needs too much memory
     */
    public InferenceResult run(Progress progress) {
        Objects.requireNonNull(progress, "the progress is null");
        return explained(() -> new InferenceRun(model, options, reuse, null).run(progress));
    }

    /**
     * Runs with other machines: exact parts and chains are given to them, all else is done here. Where no time limit
     * ends it, the result is that of {@link #run(Progress)}, bit for bit.
     *
     * @param progress is called with how far the sampling is
     * @param machines who works
     * @return the result
     * @throws UncheckedIOException     if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if no possible state is found
     * @throws org.orbifold.pgm.exact.TooLargeException  if an exact route is asked for that needs too much memory
     * @throws org.orbifold.mcmc.run.MachineFailure      if the machines fail
     */
    public InferenceResult run(Progress progress, Machines machines) {
        Objects.requireNonNull(progress, "the progress is null");
        Objects.requireNonNull(machines, "the machines are null");
        return explained(() -> new InferenceRun(model, options, reuse, machines).run(progress));
    }

    private <T> T explained(Supplier<T> question) {
        return Contradictions.explained(model, options.newSearchBudget(), question);
    }
}
