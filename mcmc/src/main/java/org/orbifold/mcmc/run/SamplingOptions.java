package org.orbifold.mcmc.run;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a run goes: an immutable value. By default four chains on as many threads as there are processors, 10 seconds,
 * a burn-in of 100 sweeps, no thinning, seed 1, no checkpoint.
 */
public final class SamplingOptions {

    private static final SamplingOptions DEFAULTS =
            new SamplingOptions(0, 10, -1, 1, 4, Runtime.getRuntime().availableProcessors(), 1, null, 10);

    private final long samples;
    private final double seconds;
    private final long burnIn;
    private final int thinning;
    private final int chains;
    private final int threads;
    private final long seed;
    private final Path checkpoint;
    private final double checkpointSeconds;

    private SamplingOptions(long samples, double seconds, long burnIn, int thinning, int chains, int threads, long seed,
            Path checkpoint, double checkpointSeconds) {
        this.samples = samples;
        this.seconds = seconds;
        this.burnIn = burnIn;
        this.thinning = thinning;
        this.chains = chains;
        this.threads = threads;
        this.seed = seed;
        this.checkpoint = checkpoint;
        this.checkpointSeconds = checkpointSeconds;
    }

    /**
     * The defaults.
     *
     * @return options
     */
    public static SamplingOptions defaults() {
        return DEFAULTS;
    }

    private static long atLeast(long least, long value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " is " + value + "; expected at least " + least);
        }
        return value;
    }

    /**
     * Ends after a number of samples; a time limit set before is taken away, one set afterwards also counts.
     *
     * @param perChain samples of each chain, after burn-in
     * @return new options
     * @throws IllegalArgumentException if it is below 1
     */
    public SamplingOptions withSamples(long perChain) {
        return new SamplingOptions(atLeast(1, perChain, "the number of samples"), 0, burnIn, thinning, chains, threads,
                seed, checkpoint, checkpointSeconds);
    }

    /**
     * Ends after a time, or after the samples that are set, whichever comes first. What a run does in a given time
     * depends on the machine; only runs that end by samples repeat bit for bit.
     *
     * @param limit seconds of sampling, burn-in included
     * @return new options
     * @throws IllegalArgumentException if it is not positive
     */
    public SamplingOptions withSeconds(double limit) {
        if (!(limit > 0)) {
            throw new IllegalArgumentException("the time is " + limit + " seconds; expected more than 0");
        }
        return new SamplingOptions(samples, limit, burnIn, thinning, chains, threads, seed, checkpoint,
                checkpointSeconds);
    }

    /**
     * Sets the burn-in.
     *
     * @param steps steps of each chain that are not counted
     * @return new options
     * @throws IllegalArgumentException if it is negative
     */
    public SamplingOptions withBurnIn(long steps) {
        return new SamplingOptions(samples, seconds, atLeast(0, steps, "the burn-in"), thinning, chains, threads, seed,
                checkpoint, checkpointSeconds);
    }

    /**
     * Takes only every so many steps as a sample. It saves nothing here; it exists to compare with other programs.
     *
     * @param steps steps per sample
     * @return new options
     * @throws IllegalArgumentException if it is below 1
     */
    public SamplingOptions withThinning(int steps) {
        return new SamplingOptions(samples, seconds, burnIn, (int) atLeast(1, steps, "the thinning"), chains, threads,
                seed, checkpoint, checkpointSeconds);
    }

    /**
     * Sets the number of chains.
     *
     * @param count independent chains
     * @return new options
     * @throws IllegalArgumentException if it is below 1
     */
    public SamplingOptions withChains(int count) {
        return new SamplingOptions(samples, seconds, burnIn, thinning, (int) atLeast(1, count, "the number of chains"),
                threads, seed, checkpoint, checkpointSeconds);
    }

    /**
     * Sets the number of threads; it does not change the result.
     *
     * @param count most chains that run at the same time
     * @return new options
     * @throws IllegalArgumentException if it is below 1
     */
    public SamplingOptions withThreads(int count) {
        return new SamplingOptions(samples, seconds, burnIn, thinning, chains,
                (int) atLeast(1, count, "the number of threads"), seed, checkpoint, checkpointSeconds);
    }

    /**
     * Sets the seed, from which each chain gets a stream of its own.
     *
     * @param value any number
     * @return new options
     */
    public SamplingOptions withSeed(long value) {
        return new SamplingOptions(samples, seconds, burnIn, thinning, chains, threads, value, checkpoint,
                checkpointSeconds);
    }

    /**
     * Keeps a checkpoint: if the file exists, the run goes on from it; it is written again every so often, whole or not
     * at all, and once more at the end.
     *
     * @param file         the file
     * @param everySeconds how often, in seconds
     * @return new options
     * @throws IllegalArgumentException if the time is negative
     */
    public SamplingOptions withCheckpoint(Path file, double everySeconds) {
        if (!(everySeconds >= 0)) {
            throw new IllegalArgumentException("a checkpoint every " + everySeconds + " seconds; expected 0 or more");
        }
        return new SamplingOptions(samples, seconds, burnIn, thinning, chains, threads, seed, file, everySeconds);
    }

    /**
     * Samples of each chain.
     *
     * @return the number; 0 for no limit
     */
    public long samples() {
        return samples;
    }

    /**
     * The time limit.
     *
     * @return seconds; 0 for no limit
     */
    public double seconds() {
        return seconds;
    }

    /**
     * The burn-in.
     *
     * @param variables the number of variables of the model
     * @return steps; by default 100 per variable, but at most a tenth of the samples, and of the time where only time
     *         ends the run
     */
    public long burnIn(int variables) {
        if (burnIn >= 0) {
            return burnIn;
        }
        long sweeps = 100L * variables;
        return samples > 0 ? Math.min(sweeps, samples / 10) : sweeps;
    }

    /**
     * Whether the burn-in may end early, when a tenth of the time is over: if none was set and only time ends the run.
     *
     * @return true if it may
     */
    boolean burnInMayEndByTime() {
        return burnIn < 0 && samples == 0;
    }

    /**
     * Steps per sample.
     *
     * @return at least 1
     */
    public int thinning() {
        return thinning;
    }

    /**
     * The number of chains.
     *
     * @return at least 1
     */
    public int chains() {
        return chains;
    }

    /**
     * The number of threads.
     *
     * @return at least 1
     */
    public int threads() {
        return threads;
    }

    /**
     * The seed.
     *
     * @return any number
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
        return Optional.ofNullable(checkpoint);
    }

    /**
     * How often a checkpoint is written.
     *
     * @return seconds
     */
    public double checkpointSeconds() {
        return checkpointSeconds;
    }
}
