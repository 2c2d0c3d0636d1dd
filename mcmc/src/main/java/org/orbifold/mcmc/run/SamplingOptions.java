package org.orbifold.mcmc.run;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.orbifold.pgm.time.Budget;

/**
 * How a run goes: an immutable value. By default four chains on as many threads as there are processors, 10 seconds,
 * a burn-in of 100 sweeps, no thinning, seed 1, no checkpoint.
 *
 * @param samples           samples of each chain after burn-in; 0 for no limit
 * @param seconds           seconds of sampling that the user asks for, burn-in included; 0 for no limit. A run that is
 *                          given a budget asks that only
 * @param burnIn            units of each chain that are not counted; empty for the default, see {@link #burnIn(int)}
 * @param thinning          units per sample, at least 1
 * @param chains            the number of independent chains, at least 1
 * @param threads           the most threads to work at the same time, at least 1; it does not change the result
 * @param seed              any number, from which each chain gets a stream of its own
 * @param checkpoint        the checkpoint file, if one is kept
 * @param checkpointSeconds how often a checkpoint is written, in seconds
 * @param untilError        the run ends when all standard errors are below this; empty for no such end
 * @param unit              what samples, burn-in and thinning count; by default sweeps
 */
public record SamplingOptions(long samples, double seconds, OptionalLong burnIn, int thinning, int chains, int threads,
        long seed, Optional<Path> checkpoint, double checkpointSeconds, OptionalDouble untilError, SampleUnit unit) {

    /** Sweeps of burn-in where none is set: most chains forget their start in fewer, and they cost little. */
    private static final long DEFAULT_BURN_IN = 100;
    private static final SamplingOptions DEFAULTS = new SamplingOptions(0, 10, OptionalLong.empty(), 1, 4,
            Runtime.getRuntime().availableProcessors(), 1, Optional.empty(), 10,
            OptionalDouble.empty(), SampleUnit.SWEEP);

    /**
     * Checks the values.
     *
     * @param samples           as above
     * @param seconds           as above
     * @param burnIn            as above
     * @param thinning          as above
     * @param chains            as above
     * @param threads           as above
     * @param seed              as above
     * @param checkpoint        as above
     * @param checkpointSeconds as above
     * @param untilError        as above
     * @param unit              as above
     * @throws IllegalArgumentException if one is out of range
     */
    public SamplingOptions {
        requireAtLeast(0, samples, "the number of samples");
        requireAtLeast(0, burnIn.orElse(0), "the burn-in");
        requireAtLeast(1, thinning, "the thinning");
        requireAtLeast(1, chains, "the number of chains");
        requireAtLeast(1, threads, "the number of threads");
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("the time is " + seconds + " seconds; expected at least 0");
        }
        if (!(untilError.orElse(1) > 0)) {
            throw new IllegalArgumentException("the error to reach is " + untilError.getAsDouble()
                    + "; expected more than 0");
        }
        if (!(checkpointSeconds >= 0)) {
            throw new IllegalArgumentException("a checkpoint every " + checkpointSeconds
                    + " seconds; expected 0 or more");
        }
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
     * Ends after a number of samples; a time limit set before is taken away, one set afterwards also counts.
     *
     * @param perChain samples of each chain, after burn-in: sweeps, unless another unit is set; at least 1
     * @return new options
     */
    public SamplingOptions withSamples(long perChain) {
        requireAtLeast(1, perChain, "the number of samples");
        return new SamplingOptions(perChain, 0, burnIn, thinning, chains, threads, seed, checkpoint, checkpointSeconds,
                untilError, unit);
    }

    /**
     * Ends after a time, or after the samples that are set, whichever comes first. What a run does in a given time
     * depends on the machine; only runs that end by samples repeat bit for bit.
     *
     * @param limit seconds of sampling, burn-in included; more than 0
     * @return new options
     */
    public SamplingOptions withSeconds(double limit) {
        if (!(limit > 0)) {
            throw new IllegalArgumentException("the time is " + limit + " seconds; expected more than 0");
        }
        return new SamplingOptions(samples, limit, burnIn, thinning, chains, threads, seed, checkpoint,
                checkpointSeconds, untilError, unit);
    }

    /**
     * Sets the burn-in.
     *
     * @param units sweeps of each chain that are not counted, or steps if these are the unit; at least 0
     * @return new options
     */
    public SamplingOptions withBurnIn(long units) {
        return new SamplingOptions(samples, seconds, OptionalLong.of(units), thinning, chains, threads, seed,
                checkpoint, checkpointSeconds, untilError, unit);
    }

    /**
     * Counts only every k-th state. It saves nothing here; it exists to compare with other programs. Estimators that
     * average conditionals use those of all steps, and without thinning counts use the state after every step.
     *
     * @param units sweeps per sample, or steps if these are the unit; at least 1
     * @return new options
     */
    public SamplingOptions withThinning(int units) {
        return new SamplingOptions(samples, seconds, burnIn, units, chains, threads, seed, checkpoint,
                checkpointSeconds, untilError, unit);
    }

    /**
     * Sets the number of chains.
     *
     * @param count independent chains, at least 1
     * @return new options
     */
    public SamplingOptions withChains(int count) {
        return new SamplingOptions(samples, seconds, burnIn, thinning, count, threads, seed, checkpoint,
                checkpointSeconds, untilError, unit);
    }

    /**
     * Sets the number of threads, for chains and for finding symmetries; it does not change the result.
     *
     * @param count at least 1
     * @return new options
     */
    public SamplingOptions withThreads(int count) {
        return new SamplingOptions(samples, seconds, burnIn, thinning, chains, count, seed, checkpoint,
                checkpointSeconds, untilError, unit);
    }

    /**
     * Sets the seed, from which each chain gets a stream of its own.
     *
     * @param value any number
     * @return new options
     */
    public SamplingOptions withSeed(long value) {
        return new SamplingOptions(samples, seconds, burnIn, thinning, chains, threads, value, checkpoint,
                checkpointSeconds, untilError, unit);
    }

    /**
     * Keeps a checkpoint: if the file exists, the run goes on from it; it is written again every so often, whole or not
     * at all, and once more at the end.
     *
     * @param file         the file
     * @param everySeconds how often, in seconds; at least 0
     * @return new options
     */
    public SamplingOptions withCheckpoint(Path file, double everySeconds) {
        return new SamplingOptions(samples, seconds, burnIn, thinning, chains, threads, seed, Optional.of(file),
                everySeconds, untilError, unit);
    }

    /**
     * Ends when all standard errors are below a bound; a time limit set before is taken away, one set afterwards also
     * counts. Errors are looked at after given numbers of samples, so that without a time limit the same seed gives the
     * same result.
     *
     * @param bound more than 0
     * @return new options
     */
    public SamplingOptions withUntilError(double bound) {
        return new SamplingOptions(samples, 0, burnIn, thinning, chains, threads, seed, checkpoint, checkpointSeconds,
                OptionalDouble.of(bound), unit);
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
        return samples > 0 ? (long) Math.min(sweeps, (double) samples / 10 * unit.steps(sweep)) : sweeps;
    }

    /**
     * Sets what samples, burn-in and thinning count.
     *
     * @param what sweeps, the default, or single steps, as in the paper
     * @return new options
     */
    public SamplingOptions withUnit(SampleUnit what) {
        return new SamplingOptions(samples, seconds, burnIn, thinning, chains, threads, seed, checkpoint,
                checkpointSeconds, untilError, what);
    }

    /** Whether the burn-in may end when a tenth of the time is over: if none was set and only time ends the run. */
    boolean burnInMayEndByTime() {
        return burnIn.isEmpty() && samples == 0;
    }

    /**
     * The time that these options ask for.
     *
     * @return a budget that begins now, of {@link #seconds()}; without a limit if these are 0
     */
    public Budget budget() {
        return seconds > 0 ? Budget.ofSeconds(seconds) : Budget.unlimited();
    }
}
