package org.orbifold.learning;

import static org.orbifold.pgm.option.OptionValues.atLeast;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.orbifold.pgm.option.OptionValues;
import org.orbifold.pgm.option.OptionValues.Option;

/** How to learn weights; an immutable value. */
public final class LearningOptions {

    private static final Option<LearningObjective> OBJECTIVE = new Option<>("objective", LearningObjective.AUTO);
    private static final Option<List<String>> QUERY = new Option<>("query", List.of());
    private static final Option<Prior> PRIOR = new Option<>("prior", Prior.NONE);
    private static final Option<Boolean> FROM_WEIGHTS = new Option<>("fromWeights", false);
    private static final Option<Double> SECONDS = new Option<>("seconds", Double.POSITIVE_INFINITY);
    private static final Option<Integer> THREADS = new Option<>("threads", Runtime.getRuntime().availableProcessors());
    private static final Option<Long> MAX_GROUND = new Option<>("maxGround", 10_000_000L);
    private static final Option<Long> SEED = new Option<>("seed", 1L);
    private static final Option<Boolean> TIED = new Option<>("tied", false);
    private static final Option<Optional<Path>> CHECKPOINT = new Option<>("checkpoint", Optional.empty());
    private static final Option<Double> CHECKPOINT_SECONDS = new Option<>("checkpointSeconds", 10.0);

    private static final LearningOptions DEFAULTS = new LearningOptions(OptionValues.DEFAULTS);

    private final OptionValues values;

    private LearningOptions(OptionValues values) {
        this.values = values;
    }

    private <T> LearningOptions with(Option<T> option, T value) {
        return new LearningOptions(values.with(option, value));
    }

    /**
     * The defaults.
     *
     * @return options
     */
    public static LearningOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets what is maximised.
     *
     * @param value the objective; by default {@link LearningObjective#AUTO}
     * @return new options
     */
    public LearningOptions withObjective(LearningObjective value) {
        return with(OBJECTIVE, value);
    }

    /**
     * Sets the predicates that are modelled; the others are given.
     *
     * @param predicates their names; by default all, but for those that the network declares with a star
     * @return new options
     */
    public LearningOptions withQuery(String... predicates) {
        return with(QUERY, List.of(predicates));
    }

    /**
     * Sets the prior of the weights.
     *
     * @param value by default {@link Prior#NONE}
     * @return new options
     */
    public LearningOptions withPrior(Prior value) {
        return with(PRIOR, value);
    }

    /**
     * Sets whether the weights that the network gives are starting points.
     *
     * @param value by default false: they stay as they are
     * @return new options
     */
    public LearningOptions withFromWeights(boolean value) {
        return with(FROM_WEIGHTS, value);
    }

    /**
     * Sets the time limit.
     *
     * @param value seconds, more than 0; infinite, the default, for no limit
     * @return new options
     */
    public LearningOptions withSeconds(double value) {
        return with(SECONDS, OptionValues.seconds(value));
    }

    /**
     * Sets the number of threads; the result does not depend on it.
     *
     * @param value at least 1; by default the number of processors
     * @return new options
     */
    public LearningOptions withThreads(int value) {
        return with(THREADS, (int) atLeast(1, value, "the number of threads"));
    }

    /**
     * Limits the ground features, and the variables.
     *
     * @param value at least 1; by default 10 million, {@code Long.MAX_VALUE} for no limit
     * @return new options
     */
    public LearningOptions withMaxGround(long value) {
        return with(MAX_GROUND, atLeast(1, value, "the limit of ground features"));
    }

    /**
     * Sets the seed of the chains; it matters only where gradients are sampled.
     *
     * @param value any number; by default 1
     * @return new options
     */
    public LearningOptions withSeed(long value) {
        return with(SEED, value);
    }

    /**
     * Sets whether weights that a symmetry of the structure maps to each other are one. The structure is the network
     * grounded over all constants, without data and learned weights.
     *
     * @param value by default false
     * @return new options
     */
    public LearningOptions withTied(boolean value) {
        return with(TIED, value);
    }

    /**
     * Sets a file that learning is resumed from if it exists, and that is kept up to date. Resumed learning ends with
     * the same bits.
     *
     * @param file  the file; by default none
     * @param every the least time between two checkpoints in seconds; 0 for one after each step
     * @return new options
     */
    public LearningOptions withCheckpoint(Path file, double every) {
        return with(CHECKPOINT, Optional.of(file)).with(CHECKPOINT_SECONDS, OptionValues.interval(every));
    }

    LearningObjective objective() {
        return values.get(OBJECTIVE);
    }

    List<String> query() {
        return values.get(QUERY);
    }

    long maxGround() {
        return values.get(MAX_GROUND);
    }

    long seed() {
        return values.get(SEED);
    }

    Prior prior() {
        return values.get(PRIOR);
    }

    boolean tied() {
        return values.get(TIED);
    }

    boolean fromWeights() {
        return values.get(FROM_WEIGHTS);
    }

    double seconds() {
        return values.get(SECONDS);
    }

    int threads() {
        return values.get(THREADS);
    }

    Optional<Path> checkpoint() {
        return values.get(CHECKPOINT);
    }

    double checkpointSeconds() {
        return values.get(CHECKPOINT_SECONDS);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
