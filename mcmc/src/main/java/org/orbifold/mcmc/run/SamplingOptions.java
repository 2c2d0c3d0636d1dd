package org.orbifold.mcmc.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.orbifold.pgm.time.Budget;

/**
 * How a run goes: an immutable value. By default four chains on as many threads as there are processors, 10 seconds,
 * a burn-in of 100 sweeps, no thinning, seed 1, no checkpoint.
 *
 * <p>Three limits end a run: a number of samples, a time, and an error to be reached. The first that is reached counts,
 * in whatever order they were set; a limit that is empty does not count. The default time holds where no limit is set.
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

    private static final SamplingOptions DEFAULTS = new SamplingOptions(new Draft());

    private final OptionalLong samples;
    /** The time that was asked for; infinite for none, empty for the default. */
    private final OptionalDouble asked;
    private final OptionalDouble untilError;
    private final OptionalLong burnIn;
    private final int thinning;
    private final SampleUnit unit;
    private final int chains;
    private final int threads;
    private final long seed;
    private final Optional<Path> checkpoint;
    private final double checkpointSeconds;

    private SamplingOptions(Draft draft) {
        samples = draft.samples;
        asked = draft.asked;
        untilError = draft.untilError;
        burnIn = draft.burnIn;
        thinning = draft.thinning;
        unit = draft.unit;
        chains = draft.chains;
        threads = draft.threads;
        seed = draft.seed;
        checkpoint = draft.checkpoint;
        checkpointSeconds = draft.checkpointSeconds;
    }

    /** The values while they are set. */
    private static final class Draft {
        private OptionalLong samples = OptionalLong.empty();
        private OptionalDouble asked = OptionalDouble.empty();
        private OptionalDouble untilError = OptionalDouble.empty();
        private OptionalLong burnIn = OptionalLong.empty();
        private int thinning = 1;
        private SampleUnit unit = SampleUnit.SWEEP;
        private int chains = DEFAULT_CHAINS;
        private int threads = Runtime.getRuntime().availableProcessors();
        private long seed = 1;
        private Optional<Path> checkpoint = Optional.empty();
        private double checkpointSeconds = DEFAULT_CHECKPOINT_SECONDS;
    }

    private SamplingOptions with(Consumer<Draft> change) {
        Draft draft = new Draft();
        draft.samples = samples;
        draft.asked = asked;
        draft.untilError = untilError;
        draft.burnIn = burnIn;
        draft.thinning = thinning;
        draft.unit = unit;
        draft.chains = chains;
        draft.threads = threads;
        draft.seed = seed;
        draft.checkpoint = checkpoint;
        draft.checkpointSeconds = checkpointSeconds;
        change.accept(draft);
        return new SamplingOptions(draft);
    }

    private static void requireAtLeast(long least, long value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " is " + value + "; expected at least " + least);
        }
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
     * @param perChain samples of each chain, after burn-in: sweeps, unless another unit is set; at least 1
     * @return new options
     */
    public SamplingOptions withSamples(long perChain) {
        requireAtLeast(1, perChain, "the number of samples");
        return with(draft -> draft.samples = OptionalLong.of(perChain));
    }

    /**
     * Ends after a time. What a run does in a given time depends on the machine; only runs without a time limit repeat
     * bit for bit.
     *
     * @param limit seconds of sampling, burn-in included; more than 0, infinite for no limit
     * @return new options
     */
    public SamplingOptions withSeconds(double limit) {
        if (!(limit > 0)) {
            throw new IllegalArgumentException("the time is " + limit + " seconds; expected more than 0");
        }
        return with(draft -> draft.asked = OptionalDouble.of(limit));
    }

    /**
     * Ends when all standard errors are below a bound. Errors are looked at after given numbers of samples, so that
     * without a time limit the same seed gives the same result.
     *
     * @param bound more than 0
     * @return new options
     */
    public SamplingOptions withUntilError(double bound) {
        if (!(bound > 0)) {
            throw new IllegalArgumentException("the error to reach is " + bound + "; expected more than 0");
        }
        return with(draft -> draft.untilError = OptionalDouble.of(bound));
    }

    /**
     * Sets the burn-in.
     *
     * @param units sweeps of each chain that are not counted, or steps if these are the unit; at least 0
     * @return new options
     */
    public SamplingOptions withBurnIn(long units) {
        requireAtLeast(0, units, "the burn-in");
        return with(draft -> draft.burnIn = OptionalLong.of(units));
    }

    /**
     * Counts only every k-th state. It saves nothing here; it exists to compare with other programs. Estimators that
     * average conditionals use those of all steps, and without thinning counts use the state after every step.
     *
     * @param units sweeps per sample, or steps if these are the unit; at least 1
     * @return new options
     */
    public SamplingOptions withThinning(int units) {
        requireAtLeast(1, units, "the thinning");
        return with(draft -> draft.thinning = units);
    }

    /**
     * Sets what samples, burn-in and thinning count.
     *
     * @param what sweeps, the default, or single steps, as in the paper
     * @return new options
     */
    public SamplingOptions withUnit(SampleUnit what) {
        return with(draft -> draft.unit = what);
    }

    /**
     * Sets the number of chains.
     *
     * @param count independent chains, at least 1
     * @return new options
     */
    public SamplingOptions withChains(int count) {
        requireAtLeast(1, count, "the number of chains");
        return with(draft -> draft.chains = count);
    }

    /**
     * Sets the number of threads, for chains and for finding symmetries; it does not change the result.
     *
     * @param count at least 1
     * @return new options
     */
    public SamplingOptions withThreads(int count) {
        requireAtLeast(1, count, "the number of threads");
        return with(draft -> draft.threads = count);
    }

    /**
     * Sets the seed, from which each chain gets a stream of its own.
     *
     * @param value any number
     * @return new options
     */
    public SamplingOptions withSeed(long value) {
        return with(draft -> draft.seed = value);
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
        if (!(everySeconds >= 0)) {
            throw new IllegalArgumentException("a checkpoint every " + everySeconds + " seconds; expected 0 or more");
        }
        return with(draft -> {
            draft.checkpoint = Optional.of(file);
            draft.checkpointSeconds = everySeconds;
        });
    }

    /**
     * The number of samples that ends the run.
     *
     * @return samples of each chain after burn-in; empty for no limit
     */
    public OptionalLong samples() {
        return samples;
    }

    /**
     * The time that ends the run. A run that is given a budget asks that only.
     *
     * @return seconds of sampling, burn-in included; empty for no limit
     */
    public OptionalDouble seconds() {
        if (asked.isPresent()) {
            return Double.isFinite(asked.getAsDouble()) ? asked : OptionalDouble.empty();
        }
        return samples.isPresent() || untilError.isPresent() ? OptionalDouble.empty()
                : OptionalDouble.of(DEFAULT_SECONDS);
    }

    /**
     * The time that plans are made for.
     *
     * @return the time limit; the default time where there is none
     */
    public double plannedSeconds() {
        return seconds().orElse(DEFAULT_SECONDS);
    }

    /**
     * The error that ends the run.
     *
     * @return the run ends when all standard errors are below this; empty for no such end
     */
    public OptionalDouble untilError() {
        return untilError;
    }

    /**
     * The burn-in that was asked for.
     *
     * @return units of each chain that are not counted; empty for the default, see {@link #burnIn(int)}
     */
    public OptionalLong burnIn() {
        return burnIn;
    }

    /**
     * The burn-in of a chain.
     *
     * @param sweep in how many steps it draws every variable once
     * @return steps; by default 100 sweeps, but at most a tenth of the samples, and of the time where only time
     *         ends the run
     */
    public long burnIn(int sweep) {
        if (burnIn.isPresent()) {
            return Math.multiplyExact(burnIn.getAsLong(), unit.steps(sweep));
        }
        long sweeps = DEFAULT_BURN_IN * sweep;
        return samples.isEmpty() ? sweeps
                : (long) Math.min(sweeps, (double) samples.getAsLong() / 10 * unit.steps(sweep));
    }

    /** Whether the burn-in may end when a tenth of the time is over: if none was set and only time ends the run. */
    boolean burnInMayEndByTime() {
        return burnIn.isEmpty() && samples.isEmpty();
    }

    /**
     * The thinning.
     *
     * @return units per sample, at least 1
     */
    public int thinning() {
        return thinning;
    }

    /**
     * What samples, burn-in and thinning count.
     *
     * @return the unit
     */
    public SampleUnit unit() {
        return unit;
    }

    /**
     * The number of independent chains.
     *
     * @return the number, at least 1
     */
    public int chains() {
        return chains;
    }

    /**
     * The most threads that work at the same time.
     *
     * @return the number, at least 1; it does not change the result
     */
    public int threads() {
        return threads;
    }

    /**
     * The seed.
     *
     * @return any number, from which each chain gets a stream of its own
     */
    public long seed() {
        return seed;
    }

    /**
     * The checkpoint file.
     *
     * @return the file, if one is kept
     */
    public Optional<Path> checkpoint() {
        return checkpoint;
    }

    /**
     * The interval between two checkpoints.
     *
     * @return seconds
     */
    public double checkpointSeconds() {
        return checkpointSeconds;
    }

    /**
     * The time that these options ask for.
     *
     * @return a budget that begins now, of {@link #seconds()}
     */
    public Budget budget() {
        return seconds().isPresent() ? Budget.ofSeconds(seconds().getAsDouble()) : Budget.unlimited();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        samples.ifPresent(n -> text.append(n).append(" samples, "));
        seconds().ifPresent(s -> text.append(s).append(" s, "));
        untilError.ifPresent(e -> text.append("until error ").append(e).append(", "));
        burnIn.ifPresent(b -> text.append("burn-in ").append(b).append(", "));
        return text.append(thinning > 1 ? thinning + " " : "").append(unit.name().toLowerCase(Locale.ROOT))
                .append(thinning > 1 ? "s" : "").append(" per sample").append(", ").append(chains)
                .append(" chains, ").append(threads).append(" threads, seed ").append(seed)
                .append(checkpoint.map(file -> ", checkpoint " + file).orElse("")).toString();
    }

    private List<Object> values() {
        return List.of(samples, asked, untilError, burnIn, thinning, unit, chains, threads, seed, checkpoint,
                checkpointSeconds);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SamplingOptions that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }
}
