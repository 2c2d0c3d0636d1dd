package org.orbifold.mcmc.run;

import java.util.Arrays;
import java.util.List;
import org.orbifold.mcmc.estimate.MarginalSums;

/**
 * How the estimates of a run came about: each chain's estimates at equal intervals of samples, and what it recorded of
 * the statistics. It depends on the seed and the number of samples alone, not on threads or timing.
 */
public final class History {

    private final long interval;
    private final MarginalSums layout;
    private final List<List<double[]>> sums;
    private final List<List<double[]>> draws;

    /** Sums of the estimators at multiples of the interval, and draws of the statistics, for each chain. */
    History(long interval, MarginalSums layout, List<List<double[]>> sums, List<List<double[]>> draws) {
        this.interval = interval;
        this.layout = layout;
        this.sums = sums;
        this.draws = draws;
    }

    /**
     * The number of chains.
     *
     * @return at least 1
     */
    public int chains() {
        return sums.size();
    }

    /**
     * The number of recorded moments, the same for all chains.
     *
     * @return 0 if the run was too short to record any
     */
    public int moments() {
        return sums.get(0).size();
    }

    /**
     * How many samples each chain had at a moment, burn-in not included.
     *
     * @param moment from 0
     * @return samples of one chain
     */
    public long samples(int moment) {
        return (moment + 1) * interval;
    }

    /**
     * One chain's estimate of a marginal from all its samples up to a moment.
     *
     * @param chain    from 0
     * @param moment   from 0
     * @param variable a variable of the sampled model
     * @return a probability for each of its values; all NaN if the chain had not drawn the variable yet
     */
    public double[] estimate(int chain, int moment, int variable) {
        return normalised(layout.of(sums.get(chain).get(moment), variable));
    }

    /**
     * One chain's estimate of a marginal from its samples between the moment before and this one.
     *
     * @param chain    from 0
     * @param moment   from 0
     * @param variable a variable of the sampled model
     * @return a probability for each of its values; all NaN if the chain did not draw the variable in between
     */
    public double[] batch(int chain, int moment, int variable) {
        double[] result = layout.of(sums.get(chain).get(moment), variable);
        if (moment > 0) {
            double[] before = layout.of(sums.get(chain).get(moment - 1), variable);
            Arrays.setAll(result, x -> result[x] - before[x]);
        }
        return normalised(result);
    }

    /**
     * The estimate of a marginal from all samples of all chains up to a moment.
     *
     * @param moment   from 0
     * @param variable a variable of the sampled model
     * @return a probability for each of its values; all NaN if no chain had drawn the variable yet
     */
    public double[] pooled(int moment, int variable) {
        double[] result = layout.of(sums.get(0).get(moment), variable);
        for (List<double[]> chain : sums.subList(1, sums.size())) {
            double[] more = layout.of(chain.get(moment), variable);
            Arrays.setAll(result, x -> result[x] + more[x]);
        }
        return normalised(result);
    }

    private static double[] normalised(double[] values) {
        if (!MarginalSums.normalize(values)) {
            Arrays.fill(values, Double.NaN);
        }
        return values;
    }

    /**
     * What the chains recorded of a statistic, at equal intervals.
     *
     * @param statistic its index in {@link SamplingResult#statistics()}
     * @return values by chain and time
     */
    public double[][] draws(int statistic) {
        return draws.stream().map(rows -> rows.stream().mapToDouble(row -> row[statistic]).toArray())
                .toArray(double[][]::new);
    }
}
