package org.orbifold.experiments.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.inference.InferenceResult;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.mcmc.run.History;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;

/** How the chains of an inference came together: numbers for each recorded moment of its history. */
final class ChainHistory {

    /** Number of least certain variables whose R-hat is computed over time: all of them would take long. */
    static final int WATCHED = 200;

    /** Errors and differences below this are rounding: neither R-hat nor a chart of them says anything. */
    static final double ROUNDING = 1e-10;

    /**
     * One moment.
     *
     * @param samples samples of each chain
     * @param rHat    the largest split R-hat of the watched variables up to here; NaN if too early to tell, or if
     *                all differ by rounding only
     * @param spread  the root mean square, over variables, of the standard deviation between chains' estimates; NaN for
     *                a single chain
     * @param kl      KL of the pooled estimates to the truth; NaN if there is none
     */
    record Moment(long samples, double rHat, double spread, double kl) { }

    private final InferenceResult result;
    private final SamplingResult sampling;
    private final History history;
    private final Marginals truth;

    /** The truth is of all variables of the original model; null if it is not known. */
    ChainHistory(InferenceResult result, Marginals truth) {
        this.result = result;
        this.sampling = result.sampled().orElseThrow().sampling();
        this.history = sampling.history();
        this.truth = truth;
    }

    /** The sampled variables, the least certain first. */
    int[] leastCertain() {
        double[] errors = new double[sampling.marginals().variableCount()];
        for (int v = 0; v < errors.length; v++) {
            double error = sampling.errors().largest(v);
            errors[v] = Double.isNaN(error) ? 0 : error;
        }
        return IntStream.range(0, errors.length).boxed()
                .sorted(Comparator.comparingDouble((Integer v) -> -errors[v])).mapToInt(Integer::intValue).toArray();
    }

    /** The moments at which every chain had drawn every variable. */
    List<Moment> moments() {
        int[] watched = Arrays.stream(leastCertain()).limit(WATCHED)
                .filter(v -> !(sampling.errors().largest(v) < ROUNDING)).toArray();
        List<Moment> moments = new ArrayList<>();
        for (int m = 0; m < history.moments(); m++) {
            double[][] pooled = new double[sampling.marginals().variableCount()][];
            for (int v = 0; v < pooled.length; v++) {
                pooled[v] = history.pooled(m, v);
            }
            if (Arrays.stream(pooled).noneMatch(p -> Double.isNaN(p[0]))) {
                moments.add(new Moment(history.samples(m), largestRhat(watched, m), spread(m), kl(pooled)));
            }
        }
        return moments;
    }

    private double kl(double[][] pooled) {
        return truth == null ? Double.NaN
                : Divergence.KL.between(result.completed(Marginals.of(pooled)), truth);
    }

    private double largestRhat(int[] watched, int moment) {
        double largest = Double.NaN;
        for (int v : watched) {
            double[][] draws = new double[history.chains()][moment + 1];
            for (int c = 0; c < draws.length; c++) {
                for (int m = 0; m <= moment; m++) {
                    double[] batch = history.batch(c, m, v);
                    draws[c][m] = batch[batch.length - 1];
                }
            }
            double rHat = Convergence.splitRhat(draws);
            largest = Double.isNaN(largest) || rHat > largest ? rHat : largest;
        }
        return largest;
    }

    private double spread(int moment) {
        int chains = history.chains();
        int variables = sampling.marginals().variableCount();
        if (chains < 2 || variables == 0) {
            return Double.NaN;
        }
        double squares = 0;
        for (int v = 0; v < variables; v++) {
            double sum = 0;
            double sumOfSquares = 0;
            for (int c = 0; c < chains; c++) {
                double[] estimate = history.estimate(c, moment, v);
                sum += estimate[estimate.length - 1];
                sumOfSquares += estimate[estimate.length - 1] * estimate[estimate.length - 1];
            }
            squares += Math.max(0, sumOfSquares - sum * sum / chains) / (chains - 1);
        }
        return Math.sqrt(squares / variables);
    }
}
