package org.orbifold.mcmc.diagnose;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Diagnostics of a number that several chains recorded at equal intervals: {@code draws[chain][time]}, all chains
 * equally long. Definitions of Vehtari, Gelman, Simpson, Carpenter, Bürkner (2021).
 */
public final class Convergence {

    private static final int FEWEST = 4;

    /**
     * Split R-hat: each chain is cut into halves, and the variance between the halves is compared with that within.
     *
     * @param draws what each chain recorded
     * @return about 1 if the chains agree; 1 if all draws are equal; ∞ if each half is constant but they differ; NaN if
     *         there are fewer than four draws per chain
     */
    public static double splitRhat(double[][] draws) {
        double[][] halves = split(draws);
        if (halves.length == 0) {
            return Double.NaN;
        }
        int length = halves[0].length;
        double within = Arrays.stream(halves).mapToDouble(Convergence::variance).average().orElseThrow();
        double between = variance(Arrays.stream(halves).mapToDouble(Convergence::mean).toArray());
        if (between == 0) {
            return 1;
        }
        return within == 0 ? Double.POSITIVE_INFINITY
                : Math.sqrt((double) (length - 1) / length + between / within);
    }

    /**
     * Rank-normalised split R-hat, which also sees differences when the draws have heavy tails.
     *
     * @param draws what each chain recorded
     * @return as {@link #splitRhat}, of the draws' normal scores
     */
    public static double rankRhat(double[][] draws) {
        return splitRhat(normalScores(draws));
    }

    /**
     * Bulk effective sample size: the number of independent draws with as much information about the bulk of the
     * distribution.
     *
     * @param draws what each chain recorded
     * @return the size; the number of draws if they are all equal; NaN if there are fewer than four per chain
     */
    public static double bulkEss(double[][] draws) {
        double[][] halves = split(normalScores(draws));
        return halves.length == 0 ? Double.NaN : ess(halves);
    }

    /**
     * Effective sample size for the mean, by Geyer's initial monotone sequence.
     *
     * @param draws what each chain recorded
     * @return the size; the number of draws if they are all equal; NaN if there are fewer than four per chain
     */
    public static double essOfMean(double[][] draws) {
        double[][] halves = split(draws);
        return halves.length == 0 ? Double.NaN : ess(halves);
    }

    /**
     * Monte Carlo standard error of the mean.
     *
     * @param draws what each chain recorded
     * @return the standard deviation of the draws over the root of their effective number; NaN if there are too few
     */
    public static double standardErrorOfMean(double[][] draws) {
        double[] all = Arrays.stream(draws).flatMapToDouble(Arrays::stream).toArray();
        return Math.sqrt(variance(all) / essOfMean(draws));
    }

    private static double ess(double[][] chains) {
        int length = chains[0].length;
        double total = (double) chains.length * length;
        double within = Arrays.stream(chains).mapToDouble(Convergence::variance).average().orElseThrow();
        double between = chains.length == 1 ? 0
                : variance(Arrays.stream(chains).mapToDouble(Convergence::mean).toArray());
        double variance = within * (length - 1) / length + between;
        if (variance == 0) {
            return total;
        }
        double sum = -1;
        double previous = Double.POSITIVE_INFINITY;
        // Autocorrelations in pairs: for a reversible chain the sum of two neighbours is positive and decreases.
        for (int lag = 0; lag + 1 < length; lag += 2) {
            double pair = correlation(chains, lag, within, variance) + correlation(chains, lag + 1, within, variance);
            if (pair <= 0) {
                break;
            }
            previous = Math.min(previous, pair);
            sum += 2 * previous;
        }
        // A chain whose draws alternate can tell more than independent draws; the usual bound keeps that finite.
        return total / Math.max(sum, 1 / Math.log10(total));
    }

    private static double correlation(double[][] chains, int lag, double within, double variance) {
        double sum = 0;
        for (double[] chain : chains) {
            double mean = mean(chain);
            double product = 0;
            for (int i = 0; i + lag < chain.length; i++) {
                product += (chain[i] - mean) * (chain[i + lag] - mean);
            }
            sum += product / chain.length;
        }
        double bias = within * (chains[0].length - 1) / chains[0].length;
        return 1 - (bias - sum / chains.length) / variance;
    }

    private static double[][] split(double[][] draws) {
        int length = draws.length == 0 ? 0 : draws[0].length;
        if (length < FEWEST) {
            return new double[0][];
        }
        int half = length / 2;
        double[][] halves = new double[2 * draws.length][];
        for (int c = 0; c < draws.length; c++) {
            if (draws[c].length != length) {
                throw new IllegalArgumentException("chains of different length: " + length + " and "
                        + draws[c].length + " draws");
            }
            halves[2 * c] = Arrays.copyOfRange(draws[c], 0, half);
            halves[2 * c + 1] = Arrays.copyOfRange(draws[c], length - half, length);
        }
        return halves;
    }

    /** Replaces each draw by the normal quantile of its rank among all; equal draws share their mean rank. */
    private static double[][] normalScores(double[][] draws) {
        double[] all = Arrays.stream(draws).flatMapToDouble(Arrays::stream).toArray();
        int[] order = IntStream.range(0, all.length).boxed().sorted(Comparator.comparingDouble(i -> all[i]))
                .mapToInt(Integer::intValue).toArray();
        double[] scores = new double[all.length];
        for (int from = 0; from < order.length;) {
            int to = from + 1;
            while (to < order.length && all[order[to]] == all[order[from]]) {
                to++;
            }
            double rank = (from + 1 + to) / 2.0;
            double score = Normal.quantile((rank - 0.375) / (all.length + 0.25));
            for (int i = from; i < to; i++) {
                scores[order[i]] = score;
            }
            from = to;
        }
        double[][] result = new double[draws.length][];
        int next = 0;
        for (int c = 0; c < draws.length; c++) {
            result[c] = Arrays.copyOfRange(scores, next, next + draws[c].length);
            next += draws[c].length;
        }
        return result;
    }

    static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** The unbiased variance. */
    static double variance(double[] values) {
        double mean = mean(values);
        double sum = 0;
        for (double value : values) {
            sum += (value - mean) * (value - mean);
        }
        return values.length < 2 ? 0 : sum / (values.length - 1);
    }

    private Convergence() { }
}
