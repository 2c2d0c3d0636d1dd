package org.orbifold.inference.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.diagnose.UnseenStates;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Workers;

/** A few short runs of a chain from different starts, in batches. */
final class Trial {

    /** Sweeps of the shortest run: one of burn-in, three batches of one sweep. */
    private static final int FEWEST_SWEEPS = 4;
    /** Batches of a run; fewer than eight give too noisy a variance, more leave no independent batches. */
    private static final int MOST_BATCHES = 8;
    /** Standard errors up to which a difference is noise. */
    private static final double NOISE = 2;
    /** Variances below this are of rounding. */
    private static final double ROUNDING = 1e-24;
    /** Probabilities closer to 1 than this belong to a state that never changed. */
    private static final double CERTAIN = 1e-9;

    private final ChainPlan plan;
    private final List<Run> runs;
    private final double nanos;

    private Trial(ChainPlan plan, List<Run> runs, double nanos) {
        this.plan = plan;
        this.runs = runs;
        this.nanos = nanos;
    }

    /**
     * What one run found.
     *
     * @param means     the estimate of each value of each variable
     * @param variances of these, by batches
     * @param offsets   where the values of each variable begin
     * @param states    the state after each batch
     */
    private record Run(double[] means, double[] variances, int[] offsets, List<int[]> states) {

        /** The sum of the probabilities of a state's values. */
        double likelihood(int[] state) {
            double sum = 0;
            for (int v = 0; v < state.length; v++) {
                sum += means[offsets[v] + state[v]];
            }
            return sum;
        }
    }

    /**
     * How far estimates are apart, beyond noise.
     *
     * @param mean     the mean over variables of the largest difference of a probability
     * @param farthest the largest
     */
    record Distance(double mean, double farthest) { }

    /** Nanoseconds of the shortest trial of a chain, counted. */
    static double fewestNanos(ChainPlan plan, int runs) {
        return runs * FEWEST_SWEEPS * plan.nanosOfSweep();
    }

    /**
     * Runs a chain a few times, a quarter of the work not counted.
     *
     * @param plan     the chain
     * @param count    how often, at least twice
     * @param nanos    the work of all runs, counted as time; more if that is less than a few sweeps
     * @param starts   a fresh possible state for each run
     * @param sampling the seed of draws, and the threads, which change nothing
     * @param budget   the time for it
     * @return what was found
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    static Trial run(ChainPlan plan, int count, double nanos, IntFunction<int[]> starts, SamplingOptions sampling,
            Budget budget) {
        double nanosOfSweep = plan.nanosOfSweep();
        long sweeps = Math.max(FEWEST_SWEEPS, (long) (nanos / count / nanosOfSweep));
        List<int[]> states = IntStream.range(0, count).mapToObj(starts).toList();
        try (Workers workers = new Workers(Math.min(count, sampling.threads()), budget)) {
            return new Trial(plan, workers.map(count, i -> run(plan, sweeps, states.get(i),
                    Streams.TRIALS.of(sampling.seed(), i), budget)), count * sweeps * nanosOfSweep);
        }
    }

    private static Run run(ChainPlan plan, long sweeps, int[] state, Xoshiro256 random, Budget budget) {
        MarkovChain chain = plan.chain();
        Estimator estimator = plan.estimator();
        long burnIn = sweeps / 4;
        long batches = Math.min(MOST_BATCHES, sweeps - burnIn);
        long batch = (sweeps - burnIn) / batches;
        advance(chain, state, 0, burnIn, random, ChainListener.NONE, budget);
        long sweep = burnIn;
        estimator.start(state, sweep * chain.sweep());
        double[] before = new double[MarginalSums.of(plan.model()).entries()];
        Batches seen = new Batches(MarginalSums.offsets(plan.model()));
        List<int[]> states = new ArrayList<>();
        for (int b = 0; b < batches; b++) {
            advance(chain, state, sweep, sweep + batch, random, estimator, budget);
            sweep += batch;
            double[] now = new double[before.length];
            estimator.addTo(sweep * chain.sweep(), now);
            seen.add(before, now);
            before = now;
            states.add(state.clone());
        }
        return seen.run(states);
    }

    private static void advance(MarkovChain chain, int[] state, long from, long to, Xoshiro256 random,
            ChainListener listener, Budget budget) {
        for (long sweep = from; sweep < to; sweep++) {
            budget.check();
            chain.advance(state, sweep * chain.sweep(), (sweep + 1) * chain.sweep(), random, listener);
        }
    }

    /** Gathers the estimates of batches, as differences from the first: equal ones then have no variance at all. */
    private static final class Batches {

        private final int[] offsets;
        private final int[] counts;
        private final double[] first;
        private final double[] sums;
        private final double[] squares;

        Batches(int[] offsets) {
            this.offsets = offsets;
            this.counts = new int[offsets.length - 1];
            this.first = new double[offsets[counts.length]];
            this.sums = new double[first.length];
            this.squares = new double[first.length];
        }

        /** Takes what was added to an estimator's sums; variables that were not drawn in this batch have none. */
        void add(double[] before, double[] now) {
            for (int v = 0; v < counts.length; v++) {
                double total = 0;
                for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                    total += now[i] - before[i];
                }
                for (int i = offsets[v]; i < offsets[v + 1] && total > 0; i++) {
                    double p = (now[i] - before[i]) / total;
                    first[i] = counts[v] == 0 ? p : first[i];
                    sums[i] += p - first[i];
                    squares[i] += (p - first[i]) * (p - first[i]);
                }
                counts[v] += total > 0 ? 1 : 0;
            }
        }

        /** Of a variable that was in fewer than two batches nothing is known. */
        Run run(List<int[]> states) {
            double[] means = new double[first.length];
            double[] variances = new double[first.length];
            for (int v = 0; v < counts.length; v++) {
                for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                    double shift = sums[i] / Math.max(1, counts[v]);
                    means[i] = counts[v] == 0 ? 1.0 / (offsets[v + 1] - offsets[v]) : first[i] + shift;
                    variances[i] = counts[v] < 2 ? UnseenStates.NOTHING_KNOWN * UnseenStates.NOTHING_KNOWN
                            : Math.max(0, squares[i] / counts[v] - shift * shift) / (counts[v] - 1);
                }
            }
            return new Run(means, variances, offsets, states);
        }
    }

    /** The runs of several chains as those of one. */
    static Trial pooled(List<Trial> trials) {
        return new Trial(trials.get(0).plan, trials.stream().flatMap(one -> one.runs.stream()).toList(),
                trials.stream().mapToDouble(one -> one.nanos).sum());
    }

    ChainPlan plan() {
        return plan;
    }

    /** The Monte Carlo variance of the pooled estimate, summed over values, the mean over variables. */
    double variance() {
        return variance(runs);
    }

    private static double variance(List<Run> runs) {
        return Arrays.stream(together(runs).variances).sum() / (runs.get(0).offsets.length - 1);
    }

    /**
     * Whether all batches of all runs agree, and not because the state stays: then some value would be certain.
     * Averages over orbits that hold all possible values of a block are such.
     */
    boolean isConstant() {
        return variance() < ROUNDING && Arrays.stream(runs.get(0).means).allMatch(p -> p < 1 - CERTAIN);
    }

    /** The variance times the work: what it would be after a unit of it. */
    double cost() {
        return variance() * nanos;
    }

    /**
     * The standard error of the logarithm of the variance, by leaving out one run after the other: small where many
     * variables have each their own noise, large where all go with one slow mode. For three runs or more.
     */
    double noise() {
        double[] logs = IntStream.range(0, runs.size()).mapToDouble(out -> Math.log(Math.max(Double.MIN_NORMAL,
                variance(IntStream.range(0, runs.size()).filter(i -> i != out).mapToObj(runs::get).toList()))))
                .toArray();
        double mean = Arrays.stream(logs).average().orElseThrow();
        return Math.sqrt((logs.length - 1) * Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).average()
                .orElseThrow());
    }

    /** The mean over variables and pairs of runs of the largest difference of a probability, noise and all. */
    double difference() {
        return apart(0).mean;
    }

    /** How far batches are apart within a run: the mean over runs and variables of the largest standard deviation. */
    double within() {
        double sum = 0;
        for (Run run : runs) {
            for (int v = 0; v + 1 < run.offsets.length; v++) {
                double most = 0;
                for (int i = run.offsets[v]; i < run.offsets[v + 1]; i++) {
                    most = Math.max(most, run.variances[i]);
                }
                sum += Math.sqrt(most * run.states.size());
            }
        }
        return sum / runs.size() / (runs.get(0).offsets.length - 1);
    }

    /** How far the runs are apart beyond their noise. */
    Distance apart() {
        return apart(NOISE);
    }

    private Distance apart(double noise) {
        double mean = 0;
        double farthest = 0;
        for (int i = 0; i < runs.size(); i++) {
            for (int j = 0; j < i; j++) {
                Distance one = distance(runs.get(i), runs.get(j), noise);
                mean += one.mean * 2 / (runs.size() * (runs.size() - 1));
                farthest = Math.max(farthest, one.farthest);
            }
        }
        return new Distance(mean, farthest);
    }

    /** States of different runs of another trial that are the least likely by the means of this one. */
    List<int[]> leastLikely(Trial other, int count) {
        Run mine = together(runs);
        return other.runs.stream()
                .map(run -> run.states.stream().min(Comparator.comparingDouble(mine::likelihood)).orElseThrow())
                .sorted(Comparator.comparingDouble(mine::likelihood)).limit(count).toList();
    }

    /** How far the mean of all runs is from that of another trial, beyond noise. */
    Distance apartFrom(Trial other) {
        return distance(together(runs), together(other.runs), NOISE);
    }

    /** All runs as one, whose noise is by batches, or by how far the runs are apart where that says more. */
    private static Run together(List<Run> runs) {
        double[] means = new double[runs.get(0).means.length];
        double[] variances = new double[means.length];
        for (int i = 0; i < means.length; i++) {
            double batches = 0;
            double squares = 0;
            for (Run run : runs) {
                means[i] += run.means[i] / runs.size();
                batches += run.variances[i];
            }
            for (Run run : runs) {
                squares += (run.means[i] - means[i]) * (run.means[i] - means[i]);
            }
            double between = squares / (runs.size() - 1) / runs.size();
            variances[i] = Math.max(batches / runs.size() / runs.size(), between);
        }
        return new Run(means, variances, runs.get(0).offsets, List.of());
    }

    private static Distance distance(Run a, Run b, double noise) {
        double sum = 0;
        double farthest = 0;
        int variables = a.offsets.length - 1;
        for (int v = 0; v < variables; v++) {
            double most = 0;
            for (int i = a.offsets[v]; i < a.offsets[v + 1]; i++) {
                most = Math.max(most, Math.abs(a.means[i] - b.means[i])
                        - noise * Math.sqrt(a.variances[i] + b.variances[i]));
            }
            sum += most;
            farthest = Math.max(farthest, most);
        }
        return new Distance(sum / variables, farthest);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s: standard error %.2g, runs differ by %.2g, batches by %.2g, "
                + "beyond noise %s", plan, Math.sqrt(variance()), difference(), within(), apart());
    }
}
