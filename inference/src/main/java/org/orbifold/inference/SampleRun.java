package org.orbifold.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.pgm.model.ConditionedModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples of a model. From chains they are thinned: a trial measures how many sweeps apart states hardly depend on each
 * other (the integrated autocorrelation time of the log-weight and of some variables, the longest), and so many sweeps
 * lie between two samples.
 */
final class SampleRun {

    private static final Logger LOG = LoggerFactory.getLogger(SampleRun.class);

    private static final int FEWEST = 16;
    private static final int FIRST_TRIAL = 256;
    private static final int LONGEST_TRIAL = 1 << 14;
    /** A trial is long enough if it is so many times the autocorrelation time. */
    private static final double ENOUGH = 20;
    private static final int WATCHED = 32;
    private static final double SHARE_OF_TRIAL = 0.3;

    private final long began = System.nanoTime();
    private final InferenceOptions options;
    private final StateSource source;

    SampleRun(ConditionedModel given, InferenceOptions options) {
        this.options = options;
        this.source = new StateSource(given, options);
    }

    private double elapsed() {
        return (System.nanoTime() - began) / 1e9;
    }

    Samples run(int count) {
        List<String> lines = new ArrayList<>(source.lines());
        if (source.isExact()) {
            StateSource.Walker walker = source.walker(0);
            return new Samples(IntStream.range(0, count).mapToObj(i -> walker.state()).toList(), true, 0, lines);
        }
        int chains = Math.min(count, options.sampling().chains());
        List<StateSource.Walker> walkers = source.walkers(chains);
        double before = elapsed();
        Trial trial = trial(walkers);
        double perSweep = (elapsed() - before) / trial.sweeps;
        int perChain = (count - 1) / chains + 1;
        int apart = (int) Math.max(1, Math.ceil(trial.autocorrelation));
        if (options.sampling().seconds() > 0) {
            // What was asked for is given in the time there is, if need be with less between.
            double most = Math.max(0, options.sampling().seconds() - elapsed()) / perSweep / perChain;
            apart = (int) Math.max(1, Math.min(apart, most));
        }
        int sweeps = apart;
        lines.add(String.format(Locale.ROOT, "thinning %,d sweep%s between samples of each of %d chains; the measured "
                + "autocorrelation time is %.1f sweeps%s", sweeps, sweeps == 1 ? "" : "s", chains,
                trial.autocorrelation, sweeps < trial.autocorrelation
                        ? ": samples depend on each other, allow more time" : ""));
        List<List<int[]>> states = source.map(walkers, walker -> {
            List<int[]> own = new ArrayList<>();
            for (int i = 0; i < perChain; i++) {
                walker.advance(sweeps);
                own.add(walker.state());
            }
            return own;
        });
        return new Samples(IntStream.range(0, count).mapToObj(i -> states.get(i % chains).get(i / chains)).toList(),
                false, trial.autocorrelation / sweeps, lines);
    }

    /** How long a trial was, and the autocorrelation time that it found, in sweeps. */
    private record Trial(int sweeps, double autocorrelation) { }

    private boolean isLate() {
        return options.sampling().seconds() > 0 && elapsed() > SHARE_OF_TRIAL * options.sampling().seconds();
    }

    private Trial trial(List<StateSource.Walker> walkers) {
        List<List<double[]>> records = walkers.stream().<List<double[]>>map(w -> new ArrayList<>()).toList();
        for (int length = FEWEST;; length *= 2) {
            int end = length;
            source.map(IntStream.range(0, walkers.size()).boxed().toList(), c -> {
                for (int t = records.get(c).size(); t < end; t++) {
                    walkers.get(c).advance(1);
                    records.get(c).add(record(walkers.get(c)));
                }
                return c;
            });
            double longest = 1;
            for (int k = 0; k < records.get(0).get(0).length; k++) {
                int statistic = k;
                double[][] series = records.stream().map(one -> one.stream().mapToDouble(r -> r[statistic]).toArray())
                        .toArray(double[][]::new);
                longest = Math.max(longest, (double) length * walkers.size() / Convergence.essOfMean(series));
            }
            LOG.debug("{} sweeps: autocorrelation time {}", length, longest);
            if (length >= FIRST_TRIAL && longest * ENOUGH <= length || length >= LONGEST_TRIAL || isLate()) {
                return new Trial(length, longest);
            }
        }
    }

    /** The log-weight, and variables spread over the model. */
    private static double[] record(StateSource.Walker walker) {
        int[] core = walker.core();
        double[] record = new double[Math.min(WATCHED, core.length) + 1];
        record[0] = walker.logWeight();
        for (int k = 1; k < record.length; k++) {
            record[k] = core[(int) ((k - 1L) * core.length / (record.length - 1))];
        }
        return record;
    }
}
