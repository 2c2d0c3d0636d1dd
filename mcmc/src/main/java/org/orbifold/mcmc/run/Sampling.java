package org.orbifold.mcmc.run;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
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

    /** Errors are looked at first after this number of sweeps, then after a quarter more each time. */
    private static final int FIRST_LOOK = 64;
    private static final double LOOK_GROWTH = 0.25;

    /** The share of the time after which burn-in ends, where none was set and only time ends the run. */
    private static final double SHARE_OF_BURN_IN = 0.1;

    /**
     * How long chains may go on after the time is over to find a start, or to draw every variable once: seconds, and
     * the share of the time, whichever is longer. A result without any estimate is of no use, and nobody waits much
     * longer for it.
     */
    private static final double EXTRA_SECONDS = 0.1;
    /** See {@link #EXTRA_SECONDS}. */
    private static final double EXTRA_SHARE = 0.05;

    private final SamplingOptions options;
    private final Budget budget;
    /** The time of this run, in seconds; infinite without a limit. */
    private final double limit;
    private final List<ChainRun> runs = new ArrayList<>();
    private final Summary summary;
    private final String identity;
    private final ChainSetup setup;
    private final double earlierSeconds;
    private boolean interrupted;
    /** After how many samples of each chain errors are looked at next. */
    private long nextLook;
    private boolean isPrecise;
    /** The points at which a curve is read; null if none is wanted, or rounds are too dear. */
    private @Nullable GridPoints grid;
    private long samplesAtLastPoint = -1;

    private Sampling(GraphicalModel model, ChainParts parts, SamplingOptions options, Budget given) {
        this.options = options;
        // A phase of its own, so that an interruption ends this run's threads and not what the caller does next.
        this.budget = given.share(1);
        this.limit = Math.max(0, budget.seconds());
        this.identity = options.checkpoint().isEmpty() ? parts.description()
                : Checkpoint.identity(model, parts, options);
        Optional<Path> earlier = options.checkpoint().filter(file -> Files.exists(file));
        ModelStatistics statistics = new ModelStatistics(model);
        this.setup = new ChainSetup(model, statistics, parts, options);
        Budget longer = budget.withoutLimit().atMost(limit + extraSeconds());
        for (int c = 0; c < options.chains(); c++) {
            if (c > 0 && longer.isOver() && !longer.isCancelled()) {
                throw new OutOfTimeException("chain " + (c + 1) + " of " + options.chains() + " was not set up: "
                        + longer.reason());
            }
            runs.add(earlier.isEmpty() ? setup.chain(c, longer) : setup.chainToLoad(c));
        }
        this.nextLook = Math.max(1, (long) FIRST_LOOK * runs.get(0).sweep() / runs.get(0).perSample());
        this.summary = new Summary(parts.estimated(model), model, statistics, runs, options.unit(),
                parts.estimator().wantsConditionals());
        this.earlierSeconds = earlier.isPresent() ? Checkpoint.read(earlier.get(), identity, runs) : 0;
        while (runs.stream().anyMatch(run -> run.samples() > nextLook)) {
            nextLook += Math.max(1, (long) (nextLook * LOOK_GROWTH));
        }
    }

    /**
     * Runs chains for the seconds of the options; all else is as
     * {@link #run(GraphicalModel, ChainParts, SamplingOptions, Budget, Progress)} says.
     *
     * @param model    the model
     * @param parts    makes chains and estimators
     * @param options  how long, how many, from which seed
     * @param progress is notified of how far the run is
     * @return estimates with errors
     * @throws UncheckedIOException     if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if the hard constraints allow no state
     */
    public static SamplingResult run(GraphicalModel model, ChainParts parts, SamplingOptions options,
            Progress progress) {
        return run(model, parts, options, options.budget(), progress);
    }

    /**
     * Runs chains until they have the samples or the precision of the options, or until the budget is over. If the
     * budget is cancelled or the calling thread is interrupted, the run ends within 0.1 s or a step of a chain,
     * whichever is longer: the result is what there is, and the thread's interrupt status stays set.
     *
     * <p>If the time is over before any chain has drawn every variable, chains go on to that until 0.1 s or a
     * twentieth of the time after it, whichever is later. A variable that still has no estimate gets a uniform
     * marginal with a standard error of 0.5: nothing is known about it.
     *
     * <p>A run that resumes from a checkpoint goes on for its budget, whatever time was used before.
     *
     * @param model    the model
     * @param parts    makes chains and estimators
     * @param options  how many samples and chains, from which seed; their seconds are not used
     * @param budget   ends the run
     * @param progress is notified of how far the run is
     * @return estimates with errors
     * @throws UncheckedIOException                     if the checkpoint cannot be read or written
     * @throws IllegalArgumentException                 if the hard constraints allow no state
     * @throws OutOfTimeException                       if the budget is over before each chain has a state to start in
     */
    public static SamplingResult run(GraphicalModel model, ChainParts parts, SamplingOptions options, Budget budget,
            Progress progress) {
        Sampling sampling = new Sampling(model, parts, options, budget);
        return sampling.run(setup -> new ThreadRounds(options.threads(), options.chains()), progress);
    }

    /**
     * Runs chains on other machines for the seconds of the options.
     *
     * @param model    the model
     * @param parts    makes chains and estimators; sent to the machines
     * @param options  how long, how many, from which seed
     * @param progress is notified of how far the run is
     * @param machines where chains run
     * @return estimates with errors
     * @throws UncheckedIOException     if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if the hard constraints allow no state
     * @throws MachineFailure           if the machines fail; from a checkpoint the run can go on
     */
    public static SamplingResult run(GraphicalModel model, ChainParts parts, SamplingOptions options, Progress progress,
            Machines machines) {
        return run(model, parts, options, options.budget(), progress, machines);
    }

    /**
     * Runs chains on other machines; all else is as {@link #run(GraphicalModel, ChainParts, SamplingOptions, Budget,
     * Progress)} says. This machine keeps the chains between rounds, and looks at them.
     *
     * @param model    the model
     * @param parts    makes chains and estimators; sent to the machines
     * @param options  how many samples and chains, from which seed; their seconds are not used
     * @param budget   ends the run
     * @param progress is notified of how far the run is
     * @param machines where chains run
     * @return estimates with errors
     * @throws UncheckedIOException                     if the checkpoint cannot be read or written
     * @throws IllegalArgumentException                 if the hard constraints allow no state
     * @throws OutOfTimeException                       if the budget is over before each chain has a state to start in
     * @throws MachineFailure                           if the machines fail; from a checkpoint the run can go on
     */
    public static SamplingResult run(GraphicalModel model, ChainParts parts, SamplingOptions options, Budget budget,
            Progress progress, Machines machines) {
        return new Sampling(model, parts, options, budget).run(setup -> new MachineRounds(machines, setup), progress);
    }

    private SamplingResult run(Function<ChainSetup, Rounds> place, Progress progress) {
        double lastCheckpoint = earlierSeconds;
        try (Rounds rounds = place.apply(setup)) {
            LOG.debug("{} chains, {} at a time, after {} s: {}", runs.size(), rounds.width(), earlierSeconds,
                    identity);
            grid = progress.wantsGridPoints() && rounds.mayBeShort() ? new GridPoints() : null;
            for (boolean first = earlierSeconds == 0; !isDone() && !budget.isOver(); first = false) {
                round(rounds, first);
                if (options.burnInMayEndByTime() && budget.elapsed() >= SHARE_OF_BURN_IN * limit) {
                    runs.forEach(ChainRun::endBurnIn);
                }
                lookAtErrors();
                report(progress);
                if (options.checkpoint().isPresent() && seconds() - lastCheckpoint >= options.checkpointSeconds()) {
                    checkpoint();
                    lastCheckpoint = seconds();
                }
            }
            if (isEmpty()) {
                runToFirstSweep(rounds);
                report(progress);
            }
            reportGridPoint(progress);
        }
        if (options.checkpoint().isPresent()) {
            checkpoint();
        }
        boolean cancelled = budget.isCancelled();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        SamplingResult result = summary.result(seconds(), cancelled);
        LOG.debug("{} samples in {} s, largest R-hat {}, largest error {}", result.samples(), seconds(),
                result.worstRhat(), result.worstError());
        return result;
    }

    private double seconds() {
        return earlierSeconds + budget.elapsed();
    }

    /** An interrupt while a file is written would close it: it becomes a cancellation of the run first. */
    private void keepInterrupt() {
        if (Thread.interrupted()) {
            interrupted = true;
            budget.cancel();
        }
    }

    private void checkpoint() {
        keepInterrupt();
        Checkpoint.write(options.checkpoint().orElseThrow(), identity, seconds(), runs);
    }

    private void report(Progress progress) {
        long samples = runs.stream().mapToLong(ChainRun::samples).sum();
        LOG.debug("{} samples after {} s", samples, seconds());
        progress.report(seconds(), samples, share(), summary::marginals);
        long fewest = runs.stream().mapToLong(ChainRun::samples).min().orElse(0);
        if (progress.wantsGridPoints() && (grid == null || grid.reach(fewest, budget.elapsed()))) {
            reportGridPoint(progress);
        }
        keepInterrupt();
    }

    private void reportGridPoint(Progress progress) {
        long samples = runs.stream().mapToLong(ChainRun::samples).sum();
        if (progress.wantsGridPoints() && samples > Math.max(0, samplesAtLastPoint)) {
            progress.gridPoint(seconds(), samples, summary::marginals);
            samplesAtLastPoint = samples;
        }
    }

    private long target(ChainRun run) {
        return options.hasSamples() ? run.burnIn() + Math.multiplyExact(options.samples(), run.perSample())
                : Long.MAX_VALUE;
    }

    /** Chains stop at the next point at which a curve is read. */
    private long pause(ChainRun run) {
        GridPoints points = grid;
        return points == null ? look(run)
                : Math.min(look(run), run.burnIn() + Math.multiplyExact(points.nextSamples(), run.perSample()));
    }

    /** With an error to be reached, chains stop at the next number of samples at which it is looked at. */
    private long look(ChainRun run) {
        return options.untilError() == 0 ? target(run)
                : Math.min(target(run), run.burnIn() + nextLook * run.perSample());
    }

    private boolean isDone() {
        return isPrecise || runs.stream().allMatch(run -> run.steps() >= target(run));
    }

    /** Whether the time was over before any chain had drawn every variable, and a burn-in was not asked for. */
    private boolean isEmpty() {
        return budget.isOver() && !budget.isCancelled() && options.burnIn().isEmpty()
                && runs.stream().noneMatch(ChainRun::hasSwept);
    }

    private void runToFirstSweep(Rounds rounds) {
        runs.forEach(ChainRun::endBurnIn);
        Budget longer = budget.withoutLimit().atMost(limit + extraSeconds() - budget.elapsed());
        double width = Math.min(rounds.width(), runs.size());
        rounds.advance(runs, ChainRun::firstSweep, longer.secondsLeft() * width / runs.size(), longer);
        keepInterrupt();
    }

    private double extraSeconds() {
        return Math.max(EXTRA_SECONDS, EXTRA_SHARE * limit);
    }

    /** Looks at numbers of samples and not at times, so that the same seed ends at the same place. */
    private void lookAtErrors() {
        if (options.untilError() == 0 || runs.stream().anyMatch(run -> run.steps() < look(run))) {
            return;
        }
        SamplingResult now = summary.result(0, false);
        isPrecise = now.worstError() < options.untilError() && now.diagnosis().isKnown();
        nextLook += Math.max(1, (long) (nextLook * LOOK_GROWTH));
    }

    private double share() {
        double byTime = budget.elapsed() / limit;
        double bySamples = runs.stream().mapToDouble(run -> (double) run.steps() / target(run)).average().orElse(1);
        return Math.min(1, Math.max(byTime, bySamples));
    }

    /** Lets each chain run for a while. When there are more chains than go at a time, each gets its part of it. */
    private void round(Rounds rounds, boolean first) {
        double width = Math.min(rounds.width(), runs.size());
        double left = budget.secondsLeft() * width / runs.size();
        // After the first round burn-in may end, so that much must be left then.
        double slice = Math.min(rounds.seconds(), first ? SHARE_OF_BURN_IN * left : left);
        GridPoints points = grid;
        if (points != null) {
            slice = Math.min(slice, Math.max(0, points.nextSeconds() - budget.elapsed()) * width / runs.size());
        }
        rounds.advance(runs, this::pause, slice, budget);
        keepInterrupt();
    }
}
