package org.orbifold.mcmc.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.orbifold.pgm.model.GraphicalModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs several chains, on threads or on other machines.
 *
 * <p>Chains are independent, each with the stream of the seed that its number gives, so the result is the same bit for
 * bit for any number of threads and machines, for any timing, and after any interruption with a checkpoint, as long as
 * the run ends by its number of samples. Work goes in rounds, of a fraction of a second on threads. After each round
 * progress is reported and, when due, the checkpoint written.
 */
public final class Sampling {

    private static final Logger LOG = LoggerFactory.getLogger(Sampling.class);

    private static final double NANOS = 1e9;
    /** Errors are looked at first after so many sweeps, then after a quarter more each time. */
    private static final int FIRST_LOOK = 64;
    private static final double LOOK_GROWTH = 0.25;

    /** Whatever happens before, this share of the time is left for chains. */
    private static final double FEWEST_SECONDS = 0.05;

    /** Before chains look for possible states to begin in, which may take long. */
    private final long began = System.nanoTime();
    private final SamplingOptions options;
    private final List<ChainRun> runs = new ArrayList<>();
    private final Summary summary;
    private final String identity;
    private final ChainSetup setup;
    private final double earlierSeconds;
    private boolean interrupted;
    /** After how many samples of each chain errors are looked at next. */
    private long nextLook;
    private boolean isPrecise;

    private Sampling(GraphicalModel model, ChainParts parts, SamplingOptions options) throws IOException {
        this.options = options;
        this.identity = Checkpoint.identity(model, parts, options);
        Optional<Path> earlier = options.checkpoint().filter(file -> Files.exists(file));
        ModelStatistics statistics = new ModelStatistics(model);
        this.setup = new ChainSetup(model, statistics, parts, options);
        for (int c = 0; c < options.chains(); c++) {
            runs.add(setup.chain(c, earlier.isEmpty()));
        }
        this.nextLook = Math.max(1, (long) FIRST_LOOK * parts.chain().sweep() / options.thinning());
        this.summary = new Summary(model, parts.estimated(model), statistics, runs);
        this.earlierSeconds = earlier.isPresent() ? Checkpoint.read(earlier.get(), identity, runs) : 0;
        while (runs.stream().anyMatch(run -> run.samples() > nextLook)) {
            nextLook += Math.max(1, (long) (nextLook * LOOK_GROWTH));
        }
    }

    /**
     * Runs chains to the end, or until the calling thread is interrupted: then the result is what there is, and the
     * thread's interrupt status is set.
     *
     * @param model    the model
     * @param parts    makes chains and estimators
     * @param options  how long, how many, from which seed
     * @param progress is told how far the run is
     * @return estimates with errors
     * @throws IOException              if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if no state that the hard constraints allow is found
     */
    public static SamplingResult run(GraphicalModel model, ChainParts parts, SamplingOptions options, Progress progress)
            throws IOException {
        Sampling sampling = new Sampling(model, parts, options);
        return sampling.run(setup -> new ThreadRounds(options.threads(), options.chains()), progress);
    }

    /**
     * Runs chains to the end on other machines; all else is as {@link #run(GraphicalModel, ChainParts,
     * SamplingOptions, Progress)} says. This machine keeps the chains between rounds, and looks at them.
     *
     * @param model    the model
     * @param parts    makes chains and estimators; sent to the machines
     * @param options  how long, how many, from which seed
     * @param progress is told how far the run is
     * @param machines where chains run
     * @return estimates with errors
     * @throws IOException              if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if no state that the hard constraints allow is found
     * @throws MachineFailure           if the machines fail; from a checkpoint the run can go on
     */
    public static SamplingResult run(GraphicalModel model, ChainParts parts, SamplingOptions options, Progress progress,
            Machines machines) throws IOException {
        return new Sampling(model, parts, options).run(setup -> new MachineRounds(machines, setup), progress);
    }

    private SamplingResult run(Function<ChainSetup, Rounds> place, Progress progress) throws IOException {
        double most = options.seconds() > 0 ? (1 - FEWEST_SECONDS) * options.seconds() : Double.POSITIVE_INFINITY;
        long now = System.nanoTime();
        long start = now - (long) Math.min(now - began, most * NANOS);
        double lastCheckpoint = earlierSeconds;
        double seconds = seconds(start);
        boolean first = earlierSeconds == 0;
        try (Rounds rounds = place.apply(setup)) {
            LOG.debug("{} chains, {} at a time, after {} s: {}", runs.size(), rounds.width(), earlierSeconds,
                    identity);
            while (!isDone(seconds) && !interrupted) {
                round(rounds, seconds, first);
                first = false;
                seconds = seconds(start);
                if (options.burnInMayEndByTime() && seconds >= options.seconds() / 10) {
                    runs.forEach(ChainRun::endBurnIn);
                }
                lookAtErrors();
                long samples = runs.stream().mapToLong(ChainRun::samples).sum();
                LOG.debug("{} samples after {} s", samples, seconds);
                progress.report(seconds, samples, share(seconds), summary::marginals);
                if (options.checkpoint().isPresent() && seconds - lastCheckpoint >= options.checkpointSeconds()) {
                    Checkpoint.write(options.checkpoint().get(), identity, seconds, runs);
                    lastCheckpoint = seconds;
                }
            }
        }
        if (options.checkpoint().isPresent()) {
            Checkpoint.write(options.checkpoint().get(), identity, seconds, runs);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        SamplingResult result = summary.result(seconds, interrupted);
        LOG.info("{} samples in {} s, largest R-hat {}, largest error {}", result.samples(), seconds,
                result.worstRhat(), result.worstError());
        return result;
    }

    private double seconds(long start) {
        return earlierSeconds + (System.nanoTime() - start) / NANOS;
    }

    private long target(ChainRun run) {
        return options.samples() == 0 ? Long.MAX_VALUE
                : run.burnIn() + Math.multiplyExact(options.samples(), options.thinning());
    }

    /** With an error to be reached, chains stop at the next number of samples at which it is looked at. */
    private long pause(ChainRun run) {
        return options.untilError().isEmpty() ? target(run)
                : Math.min(target(run), run.burnIn() + nextLook * options.thinning());
    }

    private boolean isDone(double seconds) {
        return isOver(seconds) && !isEmpty() || isPrecise
                || runs.stream().allMatch(run -> run.steps() >= target(run));
    }

    private boolean isOver(double seconds) {
        return options.seconds() > 0 && seconds >= options.seconds();
    }

    /** Whether some variable has no estimate although burn-in is over: a first round may take all the time. */
    private boolean isEmpty() {
        return options.burnInMayEndByTime() && runs.stream().noneMatch(ChainRun::hasSwept);
    }

    /** Looks at numbers of samples and not at times, so that the same seed ends at the same place. */
    private void lookAtErrors() {
        if (options.untilError().isEmpty() || runs.stream().anyMatch(run -> run.steps() < pause(run))) {
            return;
        }
        SamplingResult now = summary.result(0, false);
        isPrecise = now.worstError() < options.untilError().getAsDouble() && now.isKnown();
        nextLook += Math.max(1, (long) (nextLook * LOOK_GROWTH));
    }

    private double share(double seconds) {
        double byTime = options.seconds() > 0 ? seconds / options.seconds() : 0;
        double bySamples = options.samples() == 0 ? 0
                : runs.stream().mapToDouble(run -> (double) run.steps() / target(run)).average().orElse(1);
        return Math.min(1, Math.max(byTime, bySamples));
    }

    /**
     * Lets each chain run for a while. When there are more chains than go at a time, each gets its part of it. When the
     * time is over and there is no estimate yet, chains go on to their first sweep.
     */
    private void round(Rounds rounds, double seconds, boolean first) {
        double width = Math.min(rounds.width(), runs.size());
        long slice = rounds.nanos();
        if (options.seconds() > 0 && !isOver(seconds)) {
            double left = (options.seconds() - seconds) * width / runs.size();
            // After the first round burn-in may end, so that much must be left then.
            slice = Math.min(slice, (long) ((first ? left / 10 : left) * NANOS));
        }
        interrupted = !rounds.advance(runs, run -> isOver(seconds) ? run.firstSweep() : pause(run), slice);
    }
}
