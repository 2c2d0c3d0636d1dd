package org.orbifold.learning;

import static org.orbifold.pgm.option.OptionValues.atLeast;

import java.nio.file.Path;
import java.util.Optional;
import org.orbifold.pgm.option.OptionValues;
import org.orbifold.pgm.option.OptionValues.Option;

/** How to learn the parameters of a network; an immutable value. */
public final class ParameterOptions {

    private static final Option<Double> DIRICHLET = new Option<>("dirichlet", 0.0);
    private static final Option<Prior> PRIOR = new Option<>("prior", Prior.NONE);
    private static final Option<Boolean> TIED = new Option<>("tied", false);
    private static final Option<Boolean> FROM_WEIGHTS = new Option<>("fromWeights", false);
    private static final Option<Double> SECONDS = new Option<>("seconds", Double.POSITIVE_INFINITY);
    private static final Option<Integer> THREADS = new Option<>("threads", Runtime.getRuntime().availableProcessors());
    private static final Option<Optional<Path>> CHECKPOINT = new Option<>("checkpoint", Optional.empty());
    private static final Option<Double> CHECKPOINT_SECONDS = new Option<>("checkpointSeconds", 10.0);

    private static final ParameterOptions DEFAULTS = new ParameterOptions(OptionValues.DEFAULTS);

    private final OptionValues values;

    private ParameterOptions(OptionValues values) {
        this.values = values;
    }

    private <T> ParameterOptions with(Option<T> option, T value) {
        return new ParameterOptions(values.with(option, value));
    }

    /**
     * The defaults.
     *
     * @return options
     */
    public static ParameterOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the Dirichlet prior of conditional probability tables.
     *
     * @param pseudoCount what is added to the count of every entry, a finite number of at least 0; by default 0
     * @return new options
     */
    public ParameterOptions withDirichlet(double pseudoCount) {
        if (!(pseudoCount >= 0) || pseudoCount == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the Dirichlet prior's pseudo-count is " + pseudoCount
                    + "; expected a finite number of at least 0");
        }
        return with(DIRICHLET, pseudoCount);
    }

    /**
     * Sets the prior of log-linear weights.
     *
     * @param value by default {@link Prior#NONE}
     * @return new options
     */
    public ParameterOptions withPrior(Prior value) {
        return with(PRIOR, value);
    }

    /**
     * Sets whether parameters that a symmetry of the structure maps to each other are one.
     *
     * @param value by default false
     * @return new options
     */
    public ParameterOptions withTied(boolean value) {
        return with(TIED, value);
    }

    /**
     * Sets whether the numbers of the model are the starting point.
     *
     * @param value by default false: they are ignored, but for the tables of variables that are never observed
     * @return new options
     */
    public ParameterOptions withFromWeights(boolean value) {
        return with(FROM_WEIGHTS, value);
    }

    /**
     * Sets the time limit.
     *
     * @param value seconds, more than 0; infinite, the default, for no limit
     * @return new options
     */
    public ParameterOptions withSeconds(double value) {
        return with(SECONDS, OptionValues.seconds(value));
    }

    /**
     * Sets the number of threads; the result does not depend on it.
     *
     * @param value at least 1; by default the number of processors
     * @return new options
     */
    public ParameterOptions withThreads(int value) {
        return with(THREADS, (int) atLeast(1, value, "the number of threads"));
    }

    /**
     * Sets a file that learning is resumed from if it exists, and that is kept up to date. Resumed learning ends with
     * the same bits.
     *
     * @param file  the file; by default none
     * @param every the least time between two checkpoints in seconds; 0 for one after each step
     * @return new options
     */
    public ParameterOptions withCheckpoint(Path file, double every) {
        return with(CHECKPOINT, Optional.of(file)).with(CHECKPOINT_SECONDS, OptionValues.interval(every));
    }

    double dirichlet() {
        return values.get(DIRICHLET);
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

    /**
     * The number of threads.
     *
     * @return at least 1
     */
    public int threads() {
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
