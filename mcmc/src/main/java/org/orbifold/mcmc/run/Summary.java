package org.orbifold.mcmc.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.mcmc.estimate.Sums;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;

/** Turns what the chains gathered into estimates with errors. */
final class Summary {

    private static final int FEWEST_BATCHES = 8;
    /** Errors below this are of rounding: the batches agree. */
    private static final double ROUNDING = 1e-10;

    private final GraphicalModel model;
    private final CompiledModel compiled;
    private final ModelStatistics statistics;
    private final List<ChainRun> runs;
    private final int[] offsets;

    Summary(GraphicalModel model, ModelStatistics statistics, List<ChainRun> runs) {
        this.model = model;
        this.compiled = CompiledModel.of(model);
        this.statistics = statistics;
        this.runs = runs;
        this.offsets = Sums.offsets(model);
    }

    Marginals marginals() {
        double[] sums = new double[offsets[model.variableCount()]];
        runs.forEach(run -> run.addTo(sums));
        double[][] result = new double[model.variableCount()][];
        for (int v = 0; v < result.length; v++) {
            result[v] = Arrays.copyOfRange(sums, offsets[v], offsets[v + 1]);
            if (!normalize(result[v])) {
                // Never updated so far: its conditional in a current state is the best there is.
                compiled.conditional(runs.get(0).state(), v, result[v]);
            }
        }
        return Marginals.of(result);
    }

    private static boolean normalize(double[] values) {
        double sum = Arrays.stream(values).sum();
        for (int x = 0; x < values.length && sum > 0; x++) {
            values[x] = Math.min(1, values[x] / sum);
        }
        return sum > 0;
    }

    SamplingResult result(double seconds, boolean interrupted) {
        double[][] errors = new double[model.variableCount()][];
        double[] rHat = new double[model.variableCount()];
        List<Series> recorded = runs.stream().map(ChainRun::batches).toList();
        List<List<double[]>> batches = Series.aligned(recorded);
        for (int v = 0; v < errors.length; v++) {
            errors[v] = new double[model.size(v)];
            rHat[v] = Double.NaN;
            double[][][] means = batchMeans(batches, v);
            for (int x = 0; x < errors[v].length; x++) {
                errors[v][x] = standardError(means[x]);
                double value = errors[v][x] < ROUNDING ? 1 : Convergence.splitRhat(means[x]);
                rHat[v] = Double.isNaN(rHat[v]) || value > rHat[v] ? value : rHat[v];
            }
        }
        History history = history(recorded, batches);
        return new SamplingResult(marginals(), errors, rHat, statistics(history),
                runs.stream().mapToLong(ChainRun::samples).sum(), runs.stream().mapToLong(ChainRun::steps).sum(),
                seconds, interrupted, history);
    }

    private History history(List<Series> recorded, List<List<double[]>> batches) {
        return new History(recorded.stream().mapToLong(Series::interval).max().orElseThrow() / runs.get(0).thinning(),
                offsets, batches, Series.aligned(runs.stream().map(ChainRun::points).toList()));
    }

    /** For each value of the variable and each chain, the estimate of each batch; NaN where a batch has none. */
    private double[][][] batchMeans(List<List<double[]>> batches, int v) {
        int from = offsets[v];
        int size = offsets[v + 1] - from;
        int count = batches.get(0).size();
        double[][][] means = new double[size][batches.size()][count];
        for (int c = 0; c < batches.size(); c++) {
            for (int i = 0; i < count; i++) {
                double[] end = batches.get(c).get(i);
                double[] begin = i == 0 ? null : batches.get(c).get(i - 1);
                double total = 0;
                for (int x = 0; x < size; x++) {
                    means[x][c][i] = end[from + x] - (begin == null ? 0 : begin[from + x]);
                    total += means[x][c][i];
                }
                for (int x = 0; x < size; x++) {
                    means[x][c][i] /= total;
                }
            }
        }
        return means;
    }

    /** By batch means: the batches of all chains as nearly independent estimates. */
    private static double standardError(double[][] means) {
        double[] all = Arrays.stream(means).flatMapToDouble(Arrays::stream).toArray();
        if (all.length < FEWEST_BATCHES) {
            return Double.NaN;
        }
        double mean = Arrays.stream(all).average().orElseThrow();
        double squares = Arrays.stream(all).map(value -> (value - mean) * (value - mean)).sum();
        return Math.sqrt(squares / (all.length - 1) / all.length);
    }

    private List<SamplingResult.Statistic> statistics(History history) {
        List<SamplingResult.Statistic> result = new ArrayList<>();
        for (int s = 0; s < statistics.names().size(); s++) {
            double[][] draws = history.draws(s);
            double mean = Arrays.stream(draws).flatMapToDouble(Arrays::stream).average().orElse(Double.NaN);
            result.add(new SamplingResult.Statistic(statistics.names().get(s), mean,
                    Convergence.standardErrorOfMean(draws), Convergence.rankRhat(draws), Convergence.bulkEss(draws)));
        }
        return result;
    }
}
