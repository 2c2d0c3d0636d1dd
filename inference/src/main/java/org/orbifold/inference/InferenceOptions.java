package org.orbifold.inference;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.option.OptionValues;
import org.orbifold.pgm.option.OptionValues.Option;
import org.orbifold.pgm.time.Budget;

/** What {@link Inference} runs: an immutable value. Options are independent of each other and of their order. */
public final class InferenceOptions {

    private static final Option<Route> ROUTE = new Option<>("route", Route.AUTO);
    private static final Option<Long> MEMORY = new Option<>("memory", ExactOptions.defaults().memoryBytes());
    private static final Option<ChainKind> CHAIN = new Option<>("chain", ChainKind.AUTO);
    private static final Option<EstimatorKind> ESTIMATOR = new Option<>("estimator", EstimatorKind.AUTO);
    private static final Option<OptionalDouble> ALPHA = new Option<>("alpha", OptionalDouble.empty());
    private static final Option<Optional<Scan>> SCAN = new Option<>("scan", Optional.empty());
    private static final Option<MoveExtent> EXTENT = new Option<>("extent", MoveExtent.ALL);
    private static final Option<ElementDraw> ELEMENTS = new Option<>("elements", ElementDraw.EXACT);
    private static final Option<Integer> BLOCK_SIZE = new Option<>("blockSize", 2);
    private static final Option<Partitions> PARTITIONS = new Option<>("partitions", Partitions.automatic());
    private static final Option<List<String>> CONTEXT = new Option<>("context", List.of());
    private static final Option<OptionalDouble> TOLERANCE = new Option<>("tolerance", OptionalDouble.empty());
    private static final Option<OptionalInt> TABLE_ENTRIES = new Option<>("tableEntries", OptionalInt.empty());
    private static final Option<SamplingOptions> SAMPLING = new Option<>("sampling", SamplingOptions.defaults());

    private static final InferenceOptions DEFAULTS = new InferenceOptions(OptionValues.DEFAULTS);
    /** The most lists of the paper's release, in its larger domain. */
    private static final int PAPER_LISTS = 100;

    private final OptionValues values;

    private InferenceOptions(OptionValues values) {
        this.values = values;
    }

    private <T> InferenceOptions with(Option<T> option, T value) {
        return new InferenceOptions(values.with(option, value));
    }

    /**
     * The defaults.
     *
     * @return options
     */
    public static InferenceOptions defaults() {
        return DEFAULTS;
    }

    /**
     * The chain of the paper's evaluation, run as its release runs it: the aggregate of BV-MCMC(α) over the first-fit
     * lists of pairs of binary variables, at most 100; Gibbs steps in random order; α = 1, as in Job Search (Student
     * Curriculum has 0.02); moves over whole orbits, with elements by product replacement; counts of every state from
     * a random start on, so no burn-in; one chain; a sample is a step. The other chains of the paper are these options
     * with {@link ChainKind#GIBBS}, {@link ChainKind#ORBITAL} or {@link ChainKind#VV}.
     *
     * @return options
     */
    public static InferenceOptions paper() {
        return DEFAULTS.withRoute(Route.SAMPLE).withChain(ChainKind.AGGREGATE).withEstimator(EstimatorKind.COUNTS)
                .withAlpha(1).withScan(Scan.RANDOM).withElements(ElementDraw.PRODUCT_REPLACEMENT)
                .withPartitions(Partitions.firstFit(PAPER_LISTS))
                .withSampling(SamplingOptions.defaults().withBurnIn(0).withChains(1).withUnit(SampleUnit.STEP));
    }

    /**
     * Whether the chain or the estimator uses {@link #partitions()}.
     *
     * @return false for chains that are about single variables only
     */
    public boolean usesPartitions() {
        return switch (chain()) {
            case AUTO, BLOCK_GIBBS, BV, AGGREGATE, NEAR, CLUSTERS -> true;
            case GIBBS -> estimator().averagesOverOrbits();
            case WIDE, TEMPERED, TEMPERED_WIDE -> estimator().averagesOverOrbits() || alpha().orElse(0) > 0;
            case ORBITAL, VV, CONTEXTS -> false;
        };
    }

    /**
     * Sets the way to the answer. An exact route that is asked for keeps the time that was asked for, or fails with
     * {@link org.orbifold.pgm.time.OutOfTimeException}. The default time does not apply to it; what would take more
     * than 10^12 operations is then refused, and a time limit is the way to try it.
     *
     * @param way a route for all parts of the model, or the cheapest for each
     * @return new options
     */
    public InferenceOptions withRoute(Route way) {
        return with(ROUTE, way);
    }

    /**
     * Sets how much memory the tables of exact routes may take.
     *
     * @param bytes at least 0; {@code Long.MAX_VALUE} for no limit
     * @return new options
     */
    public InferenceOptions withMemory(long bytes) {
        return with(MEMORY, OptionValues.atLeast(0, bytes, "the memory in bytes"));
    }

    /**
     * Sets the chain.
     *
     * @param kind which chain
     * @return new options
     */
    public InferenceOptions withChain(ChainKind kind) {
        return with(CHAIN, kind);
    }

    /**
     * Sets the estimator.
     *
     * @param kind which estimator
     * @return new options
     */
    public InferenceOptions withEstimator(EstimatorKind kind) {
        return with(ESTIMATOR, kind);
    }

    /**
     * Sets α of BV-MCMC and its aggregate.
     *
     * @param probability of an orbit move after a step of the base chain, from 0 to 1
     * @return new options
     */
    public InferenceOptions withAlpha(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("alpha is " + probability + "; expected a probability from 0 to 1");
        }
        return with(ALPHA, OptionalDouble.of(probability));
    }

    /**
     * Sets the order in which variables or blocks are drawn.
     *
     * @param order random or systematic
     * @return new options
     */
    public InferenceOptions withScan(Scan order) {
        return with(SCAN, Optional.of(order));
    }

    /**
     * Sets which factors a move of BV-MCMC makes random.
     *
     * @param which all, or those near the block just drawn
     * @return new options
     */
    public InferenceOptions withMoveExtent(MoveExtent which) {
        return with(EXTENT, which);
    }

    /**
     * Sets how moves draw the elements of larger factors of a group.
     *
     * @param way exactly, or by product replacement as in the paper
     * @return new options
     */
    public InferenceOptions withElements(ElementDraw way) {
        return with(ELEMENTS, way);
    }

    /**
     * Sets the largest number of variables in a block.
     *
     * @param variables at least 1; or {@link PartitionFinder#AUTOMATIC}
     * @return new options
     */
    public InferenceOptions withBlockSize(int variables) {
        int least = variables == PartitionFinder.AUTOMATIC ? variables : 1;
        return with(BLOCK_SIZE, (int) OptionValues.atLeast(least, variables, "the block size"));
    }

    /**
     * Sets the number of partitions.
     *
     * @param count at least 1
     * @return new options
     */
    public InferenceOptions withPartitions(int count) {
        return withPartitions(Partitions.best(count));
    }

    /**
     * Sets partitions of the caller's own.
     *
     * @param list at least one, each of all variables of the model that is asked about
     * @return new options
     */
    public InferenceOptions withPartitions(List<BlockPartition> list) {
        return withPartitions(Partitions.of(list));
    }

    /**
     * Sets which partitions are used.
     *
     * @param which the choice
     * @return new options
     */
    public InferenceOptions withPartitions(Partitions which) {
        return with(PARTITIONS, which);
    }

    /**
     * Sets the variables of the context, for {@link ChainKind#CONTEXTS}.
     *
     * @param names of variables
     * @return new options
     */
    public InferenceOptions withContext(List<String> names) {
        return with(CONTEXT, List.copyOf(Objects.requireNonNull(names, "the names of the context are null")));
    }

    /**
     * Sets how coarsely weights are grouped, for chains that use approximate symmetries or clusters.
     *
     * @param share 0 for exact symmetries only, 1 for the structure only
     * @return new options
     */
    public InferenceOptions withTolerance(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a tolerance of " + share + "; expected 0 to 1");
        }
        return with(TOLERANCE, OptionalDouble.of(share));
    }

    /**
     * Sets the most entries of a table of tree-width-bounded blocks.
     *
     * @param most at least 1; more makes blocks wider and their draws slower
     * @return new options
     */
    public InferenceOptions withTableEntries(int most) {
        OptionValues.atLeast(1, most, "the number of entries of a table of tree-width-bounded blocks");
        return with(TABLE_ENTRIES, OptionalInt.of(most));
    }

    /**
     * Sets how long to run, on how many chains and threads, and the seed.
     *
     * @param options the options of the run
     * @return new options
     */
    public InferenceOptions withSampling(SamplingOptions options) {
        return with(SAMPLING, options);
    }

    /**
     * The way to the answer.
     *
     * @return the route; by default {@link Route#AUTO}
     */
    public Route route() {
        return values.get(ROUTE);
    }

    /**
     * The memory of tables.
     *
     * @return the most bytes that tables of exact routes, and of tree-width-bounded blocks, may take; by default
     *         what {@link ExactOptions} says
     */
    public long memory() {
        return values.get(MEMORY);
    }

    /**
     * The chain.
     *
     * @return which chain; by default {@link ChainKind#AUTO}
     */
    public ChainKind chain() {
        return values.get(CHAIN);
    }

    /**
     * The estimator.
     *
     * @return which estimator; by default {@link EstimatorKind#AUTO}
     */
    public EstimatorKind estimator() {
        return values.get(ESTIMATOR);
    }

    /**
     * The probability of an orbit move after each step.
     *
     * @return α; empty, the default, for 1 with the chains that are defined by moves (orbital, VV, BV, aggregate),
     *         and for no moves with the others
     */
    public OptionalDouble alpha() {
        return values.get(ALPHA);
    }

    /**
     * The order in which variables or blocks are drawn.
     *
     * @return the order; empty, the default, for a random one with chains of the paper that were asked for by name,
     *         and a systematic one else: errors are then smaller
     */
    public Optional<Scan> scan() {
        return values.get(SCAN);
    }

    /**
     * The factors that a move of BV-MCMC makes random.
     *
     * @return which; by default all
     */
    public MoveExtent extent() {
        return values.get(EXTENT);
    }

    /**
     * How moves draw the elements of larger factors of a group.
     *
     * @return the way; by default exactly uniformly
     */
    public ElementDraw elements() {
        return values.get(ELEMENTS);
    }

    /**
     * The largest number of variables in a block.
     *
     * @return the number; by default 2; 0 if it is chosen for the model
     */
    public int blockSize() {
        return values.get(BLOCK_SIZE);
    }

    /**
     * Which partitions into blocks are used.
     *
     * @return the choice; by default {@link Partitions#automatic()}
     */
    public Partitions partitions() {
        return values.get(PARTITIONS);
    }

    /**
     * The variables of the context.
     *
     * @return their names; empty, the default, for hubs that are looked for
     */
    public List<String> context() {
        return values.get(CONTEXT);
    }

    /**
     * How coarsely weights are grouped.
     *
     * @return from 0 to 1; empty, the default, for a few values that are tried
     */
    public OptionalDouble tolerance() {
        return values.get(TOLERANCE);
    }

    /**
     * The most entries of a table of tree-width-bounded blocks.
     *
     * @return the number; empty, the default, for what trials choose
     */
    public OptionalInt tableEntries() {
        return values.get(TABLE_ENTRIES);
    }

    /**
     * How long to run, on how many chains and threads, and the seed.
     *
     * @return the options of the run
     */
    public SamplingOptions sampling() {
        return values.get(SAMPLING);
    }

    /** Whether a part that is not exact may be sampled, or searched: if not, it is an error. */
    boolean maySample() {
        return route() == Route.AUTO || route() == Route.SAMPLE;
    }

    /** The time of a question that begins now; the default time is none for exact routes. */
    Budget newBudget() {
        return maySample() || sampling().askedSeconds().isPresent() ? sampling().budget() : Budget.unlimited();
    }

    /** What exact routes may use. */
    ExactOptions exact(Budget time) {
        return ExactOptions.defaults().withMemoryBytes(memory()).withThreads(sampling().threads()).withBudget(time);
    }

    /** As {@link #newBudget}, for a search: an error to be reached says nothing of it, so it takes the default time. */
    Budget newSearchBudget() {
        return Double.isFinite(sampling().seconds()) || sampling().hasSamples() || !maySample() ? newBudget()
                : Budget.ofSeconds(sampling().plannedSeconds());
    }

    @Override
    public String toString() {
        return values.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InferenceOptions that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }
}
