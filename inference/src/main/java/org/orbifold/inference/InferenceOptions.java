package org.orbifold.inference;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.time.Budget;

/** What {@link Inference} runs: an immutable value. Options are independent of each other and of their order. */
public final class InferenceOptions {

    private static final InferenceOptions DEFAULTS = new InferenceOptions(new Draft());
    /** The most lists of the paper's release, in its larger domain. */
    private static final int PAPER_LISTS = 100;

    private final Route route;
    private final long memory;
    private final ChainKind chain;
    private final EstimatorKind estimator;
    private final OptionalDouble alpha;
    private final Optional<Scan> scan;
    private final MoveExtent extent;
    private final ElementDraw elements;
    private final int blockSize;
    private final Partitions partitions;
    private final SymmetryMoveOptions symmetries;
    private final OptionalInt tableEntries;
    private final SamplingOptions sampling;

    private InferenceOptions(Draft draft) {
        route = draft.route;
        memory = draft.memory;
        chain = draft.chain;
        estimator = draft.estimator;
        alpha = draft.alpha;
        scan = draft.scan;
        extent = draft.extent;
        elements = draft.elements;
        blockSize = draft.blockSize;
        partitions = draft.partitions;
        symmetries = draft.symmetries;
        tableEntries = draft.tableEntries;
        sampling = draft.sampling;
    }

    /** The values while they are set. */
    private static final class Draft {
        private Route route = Route.AUTO;
        private long memory = ExactOptions.defaults().memoryBytes();
        private ChainKind chain = ChainKind.AUTO;
        private EstimatorKind estimator = EstimatorKind.AUTO;
        private OptionalDouble alpha = OptionalDouble.empty();
        private Optional<Scan> scan = Optional.empty();
        private MoveExtent extent = MoveExtent.ALL;
        private ElementDraw elements = ElementDraw.EXACT;
        private int blockSize = 2;
        private Partitions partitions = Partitions.automatic();
        private SymmetryMoveOptions symmetries = SymmetryMoveOptions.defaults();
        private OptionalInt tableEntries = OptionalInt.empty();
        private SamplingOptions sampling = SamplingOptions.defaults();
    }

    private InferenceOptions with(Consumer<Draft> change) {
        Draft draft = new Draft();
        draft.route = route;
        draft.memory = memory;
        draft.chain = chain;
        draft.estimator = estimator;
        draft.alpha = alpha;
        draft.scan = scan;
        draft.extent = extent;
        draft.elements = elements;
        draft.blockSize = blockSize;
        draft.partitions = partitions;
        draft.symmetries = symmetries;
        draft.tableEntries = tableEntries;
        draft.sampling = sampling;
        change.accept(draft);
        return new InferenceOptions(draft);
    }

    private static void requirePositive(int value, String what) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " is " + value + "; expected at least 1");
        }
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
        return switch (chain) {
            case AUTO, BLOCK_GIBBS, BV, AGGREGATE, NEAR, CLUSTERS -> true;
            case GIBBS -> estimator.averagesOverOrbits();
            case WIDE, TEMPERED, TEMPERED_WIDE -> estimator.averagesOverOrbits() || alpha.orElse(0) > 0;
            case ORBITAL, VV, CONTEXTS -> false;
        };
    }

    /**
     * Sets the way to the answer.
     *
     * @param way a route for all parts of the model, or the cheapest for each
     * @return new options
     */
    public InferenceOptions withRoute(Route way) {
        return with(draft -> draft.route = way);
    }

    /**
     * Sets how much memory the tables of exact routes may take.
     *
     * @param bytes at least 0
     * @return new options
     */
    public InferenceOptions withMemory(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("the memory is " + bytes + " bytes; expected at least 0");
        }
        return with(draft -> draft.memory = bytes);
    }

    /**
     * Sets the chain.
     *
     * @param kind which chain
     * @return new options
     */
    public InferenceOptions withChain(ChainKind kind) {
        return with(draft -> draft.chain = kind);
    }

    /**
     * Sets the estimator.
     *
     * @param kind which estimator
     * @return new options
     */
    public InferenceOptions withEstimator(EstimatorKind kind) {
        return with(draft -> draft.estimator = kind);
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
        return with(draft -> draft.alpha = OptionalDouble.of(probability));
    }

    /**
     * Sets the order in which variables or blocks are drawn.
     *
     * @param order random or systematic
     * @return new options
     */
    public InferenceOptions withScan(Scan order) {
        return with(draft -> draft.scan = Optional.of(order));
    }

    /**
     * Sets which factors a move of BV-MCMC makes random.
     *
     * @param which all, or those near the block just drawn
     * @return new options
     */
    public InferenceOptions withMoveExtent(MoveExtent which) {
        return with(draft -> draft.extent = which);
    }

    /**
     * Sets how moves draw the elements of larger factors of a group.
     *
     * @param way exactly, or by product replacement as in the paper
     * @return new options
     */
    public InferenceOptions withElements(ElementDraw way) {
        return with(draft -> draft.elements = way);
    }

    /**
     * Sets the largest number of variables in a block.
     *
     * @param variables at least 1; or {@link PartitionFinder#AUTOMATIC}
     * @return new options
     */
    public InferenceOptions withBlockSize(int variables) {
        if (variables != PartitionFinder.AUTOMATIC) {
            requirePositive(variables, "the block size");
        }
        return with(draft -> draft.blockSize = variables);
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
        return with(draft -> draft.partitions = which);
    }

    /**
     * Sets what chains move by that use approximate symmetries, clusters or contexts.
     *
     * @param how tolerance and context
     * @return new options
     */
    public InferenceOptions withSymmetries(SymmetryMoveOptions how) {
        return with(draft -> draft.symmetries = how);
    }

    /**
     * Sets the most entries of a table of tree-width-bounded blocks.
     *
     * @param most at least 2; more makes blocks wider and their draws slower
     * @return new options
     */
    public InferenceOptions withTableEntries(int most) {
        requirePositive(most, "the number of entries of a table of tree-width-bounded blocks");
        return with(draft -> draft.tableEntries = OptionalInt.of(most));
    }

    /**
     * Sets how long to run, on how many chains and threads, and the seed.
     *
     * @param options the options of the run
     * @return new options
     */
    public InferenceOptions withSampling(SamplingOptions options) {
        return with(draft -> draft.sampling = options);
    }

    /**
     * The way to the answer.
     *
     * @return the route; by default {@link Route#AUTO}
     */
    public Route route() {
        return route;
    }

    /**
     * The memory of tables.
     *
     * @return the most bytes that tables of exact routes, and of tree-width-bounded blocks, may take; by default
     *         what {@link ExactOptions} says
     */
    public long memory() {
        return memory;
    }

    /**
     * The chain.
     *
     * @return which chain; by default {@link ChainKind#AUTO}
     */
    public ChainKind chain() {
        return chain;
    }

    /**
     * The estimator.
     *
     * @return which estimator; by default {@link EstimatorKind#AUTO}
     */
    public EstimatorKind estimator() {
        return estimator;
    }

    /**
     * The probability of an orbit move after each step.
     *
     * @return α; empty, the default, for 1 with the chains that are defined by moves (orbital, VV, BV, aggregate),
     *         and for no moves with the others
     */
    public OptionalDouble alpha() {
        return alpha;
    }

    /**
     * The order in which variables or blocks are drawn.
     *
     * @return the order; empty, the default, for a random one with chains of the paper that were asked for by name,
     *         and a systematic one else: errors are then smaller
     */
    public Optional<Scan> scan() {
        return scan;
    }

    /**
     * The factors that a move of BV-MCMC makes random.
     *
     * @return which; by default all
     */
    public MoveExtent extent() {
        return extent;
    }

    /**
     * How moves draw the elements of larger factors of a group.
     *
     * @return the way; by default exactly uniformly
     */
    public ElementDraw elements() {
        return elements;
    }

    /**
     * The largest number of variables in a block.
     *
     * @return the number; by default 2; 0 if it is chosen for the model
     */
    public int blockSize() {
        return blockSize;
    }

    /**
     * Which partitions into blocks are used.
     *
     * @return the choice; by default {@link Partitions#automatic()}
     */
    public Partitions partitions() {
        return partitions;
    }

    /**
     * What chains move by that use approximate symmetries, clusters or contexts.
     *
     * @return tolerance and contexts
     */
    public SymmetryMoveOptions symmetries() {
        return symmetries;
    }

    /**
     * The most entries of a table of tree-width-bounded blocks.
     *
     * @return the number; empty, the default, for what trials choose
     */
    public OptionalInt tableEntries() {
        return tableEntries;
    }

    /**
     * How long to run, on how many chains and threads, and the seed.
     *
     * @return the options of the run
     */
    public SamplingOptions sampling() {
        return sampling;
    }

    /** The time of a question that begins now; exact routes that were asked for take the time they need. */
    Budget newBudget() {
        return route == Route.AUTO || route == Route.SAMPLE ? sampling.budget() : Budget.unlimited();
    }

    /** As {@link #newBudget}, for a search: an error to be reached says nothing of it, so it takes the default time. */
    Budget newSearchBudget() {
        return sampling.seconds().isPresent() || sampling.samples().isPresent() ? newBudget()
                : Budget.ofSeconds(sampling.plannedSeconds());
    }

    private List<Object> values() {
        return List.of(route, memory, chain, estimator, alpha, scan, extent, elements, blockSize, partitions,
                symmetries, tableEntries, sampling);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InferenceOptions that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }
}
