package org.orbifold.experiments.convergence;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;

/**
 * Runs one chain and measures it. Every sample counts, from a random start on, with no burn-in, as in the paper's
 * release.
 * The clock stands still while it measures. Autocorrelations are of the states that follow the run.
 */
final class Runner {

    /** How many steps are taken between two looks at the clock: at most about a tenth of a millisecond's. */
    private static final long MOST_STEPS = 1024;
    private static final long FEWEST_STEPS = 4;
    private static final double SECONDS_BETWEEN_LOOKS = 1e-4;

    private final Problem problem;
    private final List<String> kinds;
    private final int[] kindOf;

    Runner(Problem problem) {
        this.problem = problem;
        this.kinds = problem.kindNames();
        this.kindOf = problem.kinds().stream().mapToInt(kinds::indexOf).toArray();
    }

    /** A run of a method from the given stream of the seed, until the given number of seconds. */
    RunResult run(Method method, Prepared prepared, double discovery, int run, long seed, double seconds) {
        Xoshiro256 random = Xoshiro256.of(seed, run);
        MarkovChain chain = prepared.chain().get();
        Estimator estimator = prepared.estimator().get();
        int[] state = FeasibleStart.find(prepared.model(), random);
        estimator.start(state, 0);
        double end = Math.max(seconds, discovery + seconds / 4);
        List<Measurement> atTimes = new ArrayList<>();
        List<Measurement> atSamples = new ArrayList<>();
        int time = 0;
        while (Grids.time(time) <= discovery) {
            time++;
        }
        long done = 0;
        double elapsed = discovery;
        while (elapsed < end) {
            double perStep = (elapsed - discovery) / Math.max(1, done);
            long steps = Math.max(FEWEST_STEPS, Math.min(done == 0 ? 0 : MOST_STEPS,
                    (long) (SECONDS_BETWEEN_LOOKS / Math.max(perStep, 1e-9))));
            long look = Math.min(done + steps, Grids.samples(atSamples.size()));
            long before = CpuClock.nanos();
            chain.advance(state, done, look, random, estimator);
            elapsed += (CpuClock.nanos() - before) / 1e9;
            done = look;
            if (done == Grids.samples(atSamples.size())) {
                atSamples.add(measure(prepared, estimator, state, elapsed, done));
            }
            if (elapsed >= Grids.time(time)) {
                Measurement measurement = measure(prepared, estimator, state, elapsed, done);
                // A slow step may pass several points at once: its measurement is what there was at each.
                while (Grids.time(time) <= elapsed) {
                    time++;
                }
                atTimes.add(new Measurement(Grids.time(time - 1), done, measurement.kl(), measurement.byKind()));
            }
        }
        Measurement last = measure(prepared, estimator, state, elapsed, done);
        return new RunResult(method.id(), run, discovery, atTimes, atSamples, last,
                new ChainMemory(problem, prepared.model()).measure(chain, state, done, random, estimator,
                        (end - discovery) / 4));
    }

    /** Runs without measuring, so that the JVM compiles the chain and its estimator. */
    void warmUp(Prepared prepared, long seed, double seconds) {
        Xoshiro256 random = Xoshiro256.of(seed, -1);
        MarkovChain chain = prepared.chain().get();
        Estimator estimator = prepared.estimator().get();
        int[] state = FeasibleStart.find(prepared.model(), random);
        estimator.start(state, 0);
        long began = CpuClock.nanos();
        long done = 0;
        while ((CpuClock.nanos() - began) / 1e9 < seconds) {
            chain.advance(state, done, done + FEWEST_STEPS, random, estimator);
            done += FEWEST_STEPS;
        }
    }

    private Measurement measure(Prepared prepared, Estimator estimator, int[] state, double seconds, long samples) {
        double[] sums = new double[MarginalSums.of(prepared.estimated()).entries()];
        estimator.addTo(samples, sums);
        Marginals estimate = prepared.marginals().apply(sums, state);
        double all = 0;
        double[] byKind = new double[kinds.size()];
        int[] counts = new int[kinds.size()];
        for (int v = 0; v < kindOf.length; v++) {
            double kl = Divergence.KL.of(estimate, problem.truth().marginals(), v);
            all += kl;
            byKind[kindOf[v]] += kl;
            counts[kindOf[v]]++;
        }
        List<Double> means = new ArrayList<>();
        for (int k = 0; k < byKind.length; k++) {
            means.add(byKind[k] / counts[k]);
        }
        return new Measurement(seconds, samples, kindOf.length == 0 ? 0 : all / kindOf.length, means);
    }
}
