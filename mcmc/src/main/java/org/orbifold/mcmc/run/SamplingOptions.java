package org.orbifold.mcmc.run;

import static org.orbifold.pgm.option.OptionValues.atLeast;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.orbifold.pgm.option.OptionValues;
import org.orbifold.pgm.option.OptionValues.Option;
import org.orbifold.pgm.time.Budget;

/**
 * How a run goes: an immutable value. By default four chains on as many threads as there are processors, 10 seconds,
 * a burn-in of 100 sweeps, no thinning, seed 1, no checkpoint.
 *
 * <p>Three limits end a run: a number of samples, a time, and an error to be reached. The first that is reached counts,
 * in whatever order they were set. The default time holds where no limit is set.
 */
public final class SamplingOptions {

    /** Seconds of a run that has no limit: long enough for errors of some thousandths on most models. */
    private static final double DEFAULT_SECONDS = 10;
    /** Sweeps of burn-in where none is set: most chains forget their start in fewer, and they cost little. */
    private static final long DEFAULT_BURN_IN = 100;
    /** Chains of a run: the fewest whose spread says something about convergence. */
    private static final int DEFAULT_CHAINS = 4;
    /** Seconds between two checkpoints. */
    private static final double DEFAULT_CHECKPOINT_SECONDS = 10;

    private static final Option<Long> SAMPLES = new Option<>("samples", Long.MAX_VALUE);
    /** The time that was asked for, if any. */
    private static final Option<OptionalDouble> SECONDS = new Option<>("seconds", OptionalDouble.empty());
    private static final Option<Double> UNTIL_ERROR = new Option<>("untilError", 0.0);
    private static final Option<OptionalLong> BURN_IN = new Option<>("burnIn", OptionalLong.empty());
    private static final Option<Integer> THINNING = new Option<>("thinning", 1);
    private static final Option<SampleUnit> UNIT = new Option<>("unit", SampleUnit.SWEEP);
    private static final Option<Integer> CHAINS = new Option<>("chains", DEFAULT_CHAINS);
    private static final Option<Integer> THREADS = new Option<>("threads", Runtime.getRuntime().availableProcessors());
    private static final Option<Long> SEED = new Option<>("seed", 1L);
    private static final Option<Optional<Path>> CHECKPOINT = new Option<>("checkpoint", Optional.empty());
    private static final Option<Double> CHECKPOINT_SECONDS =
            new Option<>("checkpointSeconds", DEFAULT_CHECKPOINT_SECONDS);

    private static final SamplingOptions DEFAULTS = new SamplingOptions(OptionValues.DEFAULTS);

    private final OptionValues values;

    private SamplingOptions(OptionValues values) {
        this.values = values;
    }

    private <T> SamplingOptions with(Option<T> option, T value) {
        return new SamplingOptions(values.with(option, value));
    }

    /**
     * The defaults.
     *
     * @return options
     */
    public static SamplingOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Ends after a number of samples.
     *
     * @param perChain samples of each chain, after burn-in: sweeps, unless another unit is set; at least 1,
     *                 {@code Long.MAX_VALUE} for no limit
     * @return new options
     */
    public SamplingOptions withSamples(long perChain) {
        return with(SAMPLES, atLeast(1, perChain, "the number of samples"));
    }

    /**
     * Ends after a time. What a run does in a given time depends on the machine; only runs without a time limit repeat
     * bit for bit.
     *
     * @param limit seconds of sampling, burn-in included; more than 0, infinite for no limit
     * @return new options
     */
    public SamplingOptions withSeconds(double limit) {
        return with(SECONDS, OptionalDouble.of(OptionValues.seconds(limit)));
    }

    /**
     * Ends when all standard errors are below a bound. Errors are looked at after given numbers of samples, so that
     * without a time limit the same seed gives the same result.
     *
     * @param bound more than 0, or 0 for no such end
     * @return new options
     */
    public SamplingOptions withUntilError(double bound) {
        if (!(bound >= 0)) {
            throw new IllegalArgumentException("the error to reach is " + bound + "; expected 0 or more");
        }
        return with(UNTIL_ERROR, bound);
    }

    /**
     * Sets the burn-in.
     *
     * @param units sweeps of each chain that are not counted, or steps if these are the unit; at least 0
     * @return new options
     */
    public SamplingOptions withBurnIn(long units) {
        return with(BURN_IN, OptionalLong.of(atLeast(0, units, "the burn-in")));
    }

    /**
     * Counts only every k-th state. It saves nothing here; it exists to compare with other programs. Estimators that
     * average conditionals use those of all steps, and without thinning counts use the state after every step.
     *
     * @param units sweeps per sample, or steps if these are the unit; at least 1
     * @return new options
     */
    public SamplingOptions withThinning(int units) {
        return with(THINNING, (int) atLeast(1, units, "the thinning"));
    }

    /**
     * Sets what samples, burn-in and thinning count.
     *
     * @param what sweeps, the default, or single steps, as in the paper
     * @return new options
     */
    public SamplingOptions withUnit(SampleUnit what) {
        return with(UNIT, what);
    }

    /**
     * Sets the number of chains.
     *
     * @param count independent chains, at least 1
     * @return new options
     */
    public SamplingOptions withChains(int count) {
        return with(CHAINS, (int) atLeast(1, count, "the number of chains"));
    }

    /**
     * Sets the number of threads, for chains and for finding symmetries; it does not change the result.
     *
     * @param count at least 1
     * @return new options
     */
    public SamplingOptions withThreads(int count) {
        return with(THREADS, (int) atLeast(1, count, "the number of threads"));
    }

    /**
     * Sets the seed, from which each chain gets a stream of its own.
     *
     * @param value any number
     * @return new options
     */
    public SamplingOptions withSeed(long value) {
        return with(SEED, value);
    }

    /**
     * Keeps a checkpoint: if the file exists, the run goes on from it; it is written again at this interval, whole or
     * not at all, and once more at the end.
     *
     * @param file         the file
     * @param everySeconds the interval in seconds; at least 0
     * @return new options
     */
    public SamplingOptions withCheckpoint(Path file, double everySeconds) {
        return with(CHECKPOINT, Optional.of(file)).with(CHECKPOINT_SECONDS, OptionValues.interval(everySeconds));
    }

    /**
     * The number of samples that ends the run.
     *
     * @return samples of each chain after burn-in; {@code Long.MAX_VALUE} for no limit
     */
    public long samples() {
        return values.get(SAMPLES);
    }

    /**
     * The time that ends the run. A run that is given a budget asks that only.
     *
     * @return seconds of sampling, burn-in included; infinite for no limit
     */
    public double seconds() {
        boolean endsOtherwise = hasSamples() || untilError() > 0;
        return values.get(SECONDS).orElse(endsOtherwise ? Double.POSITIVE_INFINITY : DEFAULT_SECONDS);
    }

    /**
     * Whether a number of samples ends the run.
     *
     * @return whether one is set
     */
    public boolean hasSamples() {
        return samples() < Long.MAX_VALUE;
    }

    /**
     * The time that was asked for.
     *
     * @return seconds, infinite for no limit; empty for the default, see {@link #seconds()}
     */
    public OptionalDouble askedSeconds() {
        return values.get(SECONDS);
    }

    /**
     * The time that plans are made for.
     *
     * @return the time limit; the default time where there is none
     */
    public double plannedSeconds() {
        return Double.isFinite(seconds()) ? seconds() : DEFAULT_SECONDS;
    }

    /**
     * The error that ends the run.
     *
     * @return the run ends when all standard errors are below this; 0 for no such end
     */
    public double untilError() {
        return values.get(UNTIL_ERROR);
    }

    /**
     * The burn-in that was asked for.
     *
     * @return units of each chain that are not counted; empty for the default, see {@link #burnIn(int)}
     */
    public OptionalLong burnIn() {
        return values.get(BURN_IN);
    }

    /**
     * The burn-in of a chain.
     *
     * @param sweep in how many steps it draws every variable once
     * @return steps; by default 100 sweeps, but at most a tenth of the samples, and of the time where only time
     *         ends the run
     */
    public long burnIn(int sweep) {
        if (burnIn().isPresent()) {
            return Math.multiplyExact(burnIn().getAsLong(), unit().steps(sweep));
        }
        return (long) Math.min(DEFAULT_BURN_IN * sweep, (double) samples() / 10 * unit().steps(sweep));
    }

    /** Whether the burn-in may end when a tenth of the time is over: if none was set and only time ends the run. */
    boolean burnInMayEndByTime() {
        return burnIn().isEmpty() && !hasSamples();
    }

    /**
     * The thinning.
     *
     * @return units per sample, at least 1
     */
    public int thinning() {
        return values.get(THINNING);
    }

    /**
     * What samples, burn-in and thinning count.
     *
     * @return the unit
     */
    public SampleUnit unit() {
        return values.get(UNIT);
    }

    /**
     * The number of independent chains.
     *
     * @return the number, at least 1
     */
    public int chains() {
        return values.get(CHAINS);
    }

    /**
     * The most threads that work at the same time.
     *
     * @return the number, at least 1; it does not change the result
     */
    public int threads() {
        return values.get(THREADS);
    }

    /**
     * The seed.
     *
     * @return any number, from which each chain gets a stream of its own
     */
    public long seed() {
        return values.get(SEED);
    }

    /**
     * The checkpoint file.
     *
     * @return the file, if one is kept
     */
    public Optional<Path> checkpoint() {
        return values.get(CHECKPOINT);
    }

    /**
     * The interval between two checkpoints.
     *
     * @return seconds
     */
    public double checkpointSeconds() {
        return values.get(CHECKPOINT_SECONDS);
    }

    /**
     * The time that these options ask for.
     *
     * @return a budget that begins now, of {@link #seconds()}
     */
    public Budget budget() {
        return Budget.ofSeconds(seconds());
    }

    @Override
    public String toString() {
        return values.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SamplingOptions that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }
}
