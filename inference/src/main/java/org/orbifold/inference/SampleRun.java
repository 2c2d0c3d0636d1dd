package org.orbifold.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.orbifold.inference.chain.Phase;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples of a model. Those from chains are thinned by the integrated autocorrelation time of the log-weight and of
 * some variables, the longest, as a trial measures it.
 */
final class SampleRun {

    private static final Logger LOG = LoggerFactory.getLogger(SampleRun.class);

    /** Sweeps of the shortest trial, of one that may end by its precision, and of the longest. */
    private static final int FEWEST = 16;
    private static final int FIRST_TRIAL = 256;
    private static final int LONGEST_TRIAL = 1 << 14;
    /** Autocorrelation times in a trial from which on its estimate is trusted. */
    private static final double ENOUGH = 20;
    /** Variables whose autocorrelation is measured, spread over the model. */
    private static final int WATCHED = 32;

    /** Bytes of an array beside its values, and of the reference to it. */
    private static final int ARRAY_BYTES = 20;
    private static final double GIGABYTE = 1e9;
    /** Of the Java heap, for states that are drawn as long as the time lasts. */
    private static final double HEAP_SHARE = 0.5;

    private final GraphicalModel model;
    private final InferenceOptions options;
    private final Budget budget;
    private final StateSource source;

    SampleRun(ConditionedModel given, InferenceOptions options, Reuse reuse) {
        this.model = given.original();
        this.options = options;
        Budget whole = options.newBudget();
        this.source = new StateSource(given, options, reuse, whole);
        this.budget = source.budget();
    }

    Samples run(int count) {
        // What was asked for is given, unless the time was meant for exact draws alone.
        boolean endsWithTime = source.isExact() && !options.maySample() && budget.isLimited();
        double bytes = ARRAY_BYTES + (double) Integer.BYTES * model.variableCount();
        double heap = Runtime.getRuntime().maxMemory();
        if (count * bytes > heap && !endsWithTime) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, "%,d samples of %,d variables need %.2g GB, "
                    + "but the Java heap has %.2g GB; expected fewer: draw them in several calls, each with a seed of "
                    + "its own", count, model.variableCount(), count * bytes / GIGABYTE, heap / GIGABYTE));
        }
        List<String> lines = new ArrayList<>(source.lines());
        if (source.isExact()) {
            StateSource.Sampler sampler = source.samplers(1).get(0);
            List<int[]> states = new ArrayList<>();
            int most = endsWithTime ? (int) Math.min(count, Math.max(1, HEAP_SHARE * heap / bytes)) : count;
            for (int i = 0; i < most; i++) {
                if (i % FIRST_TRIAL == 0 && (budget.isCancelled() || endsWithTime && i > 0 && budget.isOver())) {
                    break;
                }
                states.add(sampler.state());
            }
            return samples(states, count, true, 0, lines);
        }
        if (source.isTooShort()) {
            Budget late = budget.late();
            List<int[]> states = new ArrayList<>();
            while (states.size() < count && (states.isEmpty() || !late.isOver())) {
                states.add(source.start(states.size()));
            }
            return samples(states, count, false, Double.POSITIVE_INFINITY, lines);
        }
        List<StateSource.Sampler> samplers = source.samplers(Math.min(count, options.sampling().chains()));
        int chains = samplers.size();
        Budget measuring = budget.share(1);
        Trial trial = trial(samplers, Phase.THINNING.of(budget));
        double perSweep = measuring.elapsed() / trial.sweeps;
        int perChain = (count - 1) / chains + 1;
        // What was asked for is given in the time there is: thinning is reduced if time is short.
        int apart = (int) Math.max(1, Math.min(Math.ceil(trial.autocorrelation),
                budget.secondsLeft() / perSweep / perChain));
        String measured = Double.isInfinite(trial.autocorrelation) ? "there was no time to measure the autocorrelation"
                : String.format(Locale.ROOT, "the measured autocorrelation time is %.1f sweeps", trial.autocorrelation);
        lines.add(String.format(Locale.ROOT, "thinning %,d sweep%s between samples of each of %d chains; %s%s", apart,
                apart == 1 ? "" : "s", chains, measured,
                apart < trial.autocorrelation ? ": samples are correlated, allow more time" : ""));
        List<List<int[]>> states = source.map(samplers, sampler -> {
            List<int[]> own = new ArrayList<>();
            for (int i = 0; i < perChain && !budget.isCancelled(); i++) {
                // When the time is over, what is left to draw is drawn a sweep apart.
                sampler.advance(budget.isOver() ? 1 : apart);
                own.add(sampler.state());
            }
            return own;
        });
        int longest = states.stream().mapToInt(List::size).max().orElse(0);
        List<int[]> all = IntStream.range(0, longest).boxed().flatMap(i -> states.stream()
                .filter(own -> i < own.size()).map(own -> own.get(i))).limit(count).toList();
        return samples(all, count, false, trial.autocorrelation / apart, lines);
    }

    private Samples samples(List<int[]> states, int count, boolean exact, double autocorrelation,
            List<String> lines) {
        if (states.size() < count) {
            String end = budget.isCancelled() ? "interrupted"
                    : budget.isOver() ? "the time ended" : "half of the heap is full";
            lines.add(String.format(Locale.ROOT, "%s after %,d of %,d samples", end, states.size(), count));
        }
        return new Samples(model, states, exact, autocorrelation, lines);
    }

    /** How long a trial was, and the autocorrelation time that it found, in sweeps. */
    private record Trial(int sweeps, double autocorrelation) { }

    private Trial trial(List<StateSource.Sampler> samplers, Budget time) {
        List<List<double[]>> records = samplers.stream().<List<double[]>>map(w -> new ArrayList<>()).toList();
        for (int length = FEWEST;; length *= 2) {
            int end = length;
            source.map(IntStream.range(0, samplers.size()).boxed().toList(), c -> {
                for (int t = records.get(c).size(); t < end && (t < 2 || !time.isOver()); t++) {
                    samplers.get(c).advance(1);
                    records.get(c).add(record(samplers.get(c)));
                }
                return c;
            });
            int sweeps = records.stream().mapToInt(List::size).min().orElse(0);
            double longest = 1;
            for (int k = 0; k < records.get(0).get(0).length; k++) {
                int statistic = k;
                double[][] series = records.stream().map(one -> one.stream().limit(sweeps)
                        .mapToDouble(r -> r[statistic]).toArray()).toArray(double[][]::new);
                double ess = Convergence.essOfMean(series);
                // A trial that was cut off after a few sweeps measures nothing.
                longest = Double.isNaN(ess) ? Double.POSITIVE_INFINITY
                        : Math.max(longest, (double) sweeps * samplers.size() / ess);
            }
            LOG.debug("{} sweeps: autocorrelation time {}", sweeps, longest);
            if (sweeps >= FIRST_TRIAL && longest * ENOUGH <= sweeps || length >= LONGEST_TRIAL || time.isOver()) {
                return new Trial(sweeps, longest);
            }
        }
    }

    /** The log-weight, and variables spread over the model. */
    private static double[] record(StateSource.Sampler sampler) {
        int[] core = sampler.core();
        double[] record = new double[Math.min(WATCHED, core.length) + 1];
        record[0] = sampler.logWeight();
        for (int k = 1; k < record.length; k++) {
            record[k] = core[(int) ((k - 1L) * core.length / (record.length - 1))];
        }
        return record;
    }
}
