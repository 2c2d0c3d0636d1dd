package org.orbifold.experiments.convergence;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/** Measures {@link Autocorrelation} on the states of a chain, one after each sweep. */
final class ChainMemory {

    /** The most states; autocorrelation times up to a tenth of them are measured. */
    private static final int DRAWS = 2000;
    /** Fewer states give no estimate of an effective number. */
    private static final int FEWEST_DRAWS = 40;
    /** The most variables whose values are followed, evenly spread. */
    private static final int FOLLOWED = 32;
    /** A mean that is more than this number of standard errors from the truth comes from a part of the states only. */
    private static final double ERRORS_APART = 6;

    private final GraphicalModel model;
    private final int[] followed;
    /** Per followed variable the value whose presence is recorded, and its true probability; NaN if unknown. */
    private final int[] value;
    private final double[] truth;
    private final double truthError;

    ChainMemory(Problem problem, GraphicalModel model) {
        this.model = model;
        int count = Math.min(FOLLOWED, model.variableCount());
        this.followed = new int[count];
        this.value = new int[count];
        this.truth = new double[count];
        this.truthError = problem.truth().error();
        Map<String, Integer> known = new HashMap<>();
        problem.model().variables().forEach(v -> known.put(v.name(), v.index()));
        Marginals marginals = problem.truth().marginals();
        for (int i = 0; i < count; i++) {
            followed[i] = (int) ((long) i * model.variableCount() / count);
            Integer at = known.get(model.variable(followed[i]).name());
            truth[i] = Double.NaN;
            if (at != null && marginals.size(at) == model.size(followed[i])) {
                double[] distribution = marginals.distribution(at);
                for (int x = 1; x < distribution.length; x++) {
                    value[i] = distribution[x] > distribution[value[i]] ? x : value[i];
                }
                truth[i] = distribution[value[i]];
            }
        }
    }

    /** Goes on with a chain for at most the given number of processor seconds. */
    Autocorrelation measure(MarkovChain chain, int[] state, long done, RandomGenerator random, ChainListener listener,
            double seconds) {
        int sweep = chain.sweep();
        double[] weights = new double[DRAWS];
        double[][] values = new double[followed.length][DRAWS];
        long began = CpuClock.nanos();
        int draws = 0;
        for (long at = done; draws < DRAWS && (draws < FEWEST_DRAWS || (CpuClock.nanos() - began) / 1e9 < seconds);
                at += sweep, draws++) {
            chain.advance(state, at, at + sweep, random, listener);
            for (Feature feature : model.features()) {
                weights[draws] += feature.logPotential(state);
            }
            for (int i = 0; i < followed.length; i++) {
                values[i][draws] = state[followed[i]] == value[i] ? 1 : 0;
            }
        }
        double slowest = 0;
        boolean stuck = false;
        for (int i = 0; i < followed.length; i++) {
            double[] series = Arrays.copyOf(values[i], draws);
            double time = time(series);
            double error = Math.sqrt(truth[i] * (1 - truth[i]) * time / draws);
            stuck |= Math.abs(Arrays.stream(series).average().orElseThrow() - truth[i])
                    > ERRORS_APART * (error + truthError);
            slowest = Math.max(slowest, time);
        }
        double weight = time(Arrays.copyOf(weights, draws));
        return new Autocorrelation(draws, weight * sweep, (stuck ? draws : slowest) * sweep,
                stuck || Math.max(weight, slowest) > (double) draws / Autocorrelation.FEWEST_EFFECTIVE);
    }

    /** In draws; 1 for constant ones. */
    private static double time(double[] series) {
        return series.length / Convergence.essOfMean(new double[][] {series});
    }
}
