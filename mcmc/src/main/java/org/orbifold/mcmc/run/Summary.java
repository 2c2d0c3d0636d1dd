package org.orbifold.mcmc.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.UnionFind;
import org.orbifold.mcmc.chain.RoundTrips;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.mcmc.diagnose.Student;
import org.orbifold.mcmc.diagnose.UnseenStates;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;

/** Turns what the chains gathered into estimates with errors. */
final class Summary {

    private static final int FEWEST_BATCHES = 8;
    /** Errors below this are of rounding: the batches agree. */
    private static final double ROUNDING = 1e-10;

    private final GraphicalModel model;
    private final GraphicalModel sampled;
    private final ModelStatistics statistics;
    private final List<ChainRun> runs;
    private final MarginalSums sums;
    private final SampleUnit unit;
    /** Whether estimates are averages of conditionals, not of counts. */
    private final boolean averagesConditionals;
    private @Nullable ConditionalRanges conditionalRanges;
    private @Nullable HardLocks hardLocks;
    /** Whether hard constraints divide the states into parts that chains keep to. */
    private boolean isDivided;

    /**
     * Chains that estimate the marginals of a model.
     *
     * @param model   the model whose marginals are estimated; it may have more variables than the chains draw
     * @param sampled the model of the chains, whose variables have the same names
     */
    Summary(GraphicalModel model, GraphicalModel sampled, ModelStatistics statistics, List<ChainRun> runs,
            SampleUnit unit, boolean averagesConditionals) {
        this.unit = unit;
        this.averagesConditionals = averagesConditionals;
        this.model = model;
        this.sampled = sampled;
        this.statistics = statistics;
        this.runs = runs;
        this.sums = MarginalSums.of(model);
    }

    Marginals marginals() {
        return marginals(sumsOfChains());
    }

    private List<double[]> sumsOfChains() {
        return runs.stream().map(run -> {
            double[] own = new double[sums.entries()];
            run.addTo(own);
            return own;
        }).toList();
    }

    private Marginals marginals(List<double[]> ofChains) {
        double[] all = new double[sums.entries()];
        for (double[] own : ofChains) {
            for (int i = 0; i < all.length; i++) {
                all[i] += own[i];
            }
        }
        return sums.marginals(all);
    }

    SamplingResult result(double seconds, boolean interrupted) {
        double[][] errors = new double[model.variableCount()][];
        List<double[]> ofChains = sumsOfChains();
        Marginals marginals = marginals(ofChains);
        double[] rHat = new double[model.variableCount()];
        double[] disagreement = new double[model.variableCount()];
        History history = history();
        double halfWay = 0;
        double atEnd = 0;
        for (int v = 0; v < errors.length; v++) {
            errors[v] = new double[model.size(v)];
            rHat[v] = Double.NaN;
            double[][][] means = batchMeans(history, v);
            for (int x = 0; x < errors[v].length; x++) {
                double byBatches = standardError(means[x]);
                double p = marginals.probability(v, x);
                // A single batch that differs from the others is one event.
                double part = Math.max(byBatches, UnseenStates.partOfEvents(p, means[x]));
                errors[v][x] = UnseenStates.widened(part, byBatches);
                double value = errors[v][x] < ROUNDING ? 1 : Convergence.splitRhat(means[x]);
                rHat[v] = Double.isNaN(rHat[v]) || value > rHat[v] ? value : rHat[v];
                if (value > Diagnosis.SUSPECT_RHAT) {
                    // Batches of a chain that is stuck say nothing of how far it is off; other chains do.
                    double apart = farthest(history, v, x);
                    errors[v][x] = Math.max(errors[v][x], UnseenStates.widened(Math.min(p, 1 - p),
                            Math.min(UnseenStates.NOTHING_KNOWN, apart)));
                    disagreement[v] = Math.max(disagreement[v], apart);
                    halfWay += scatter(history, history.moments() / 2 - 1, v, x);
                    atEnd += scatter(history, history.moments() - 1, v, x);
                }
            }
        }
        coverShortRuns(errors, ofChains, marginals);
        int locked = coverUnseen(errors, history, marginals);
        return new SamplingResult(marginals, new SamplingResult.Errors(errors, rHat, disagreement,
                halfWay > 0 ? atEnd / halfWay : 0, locked, isDivided),
                statistics(history),
                runs.stream().mapToLong(ChainRun::samples).sum(), unit,
                runs.stream().mapToLong(ChainRun::steps).sum(), seconds, interrupted, roundTrips(), history);
    }

    /**
     * Where there are too few batches, the chains' own estimates are the batches, if there are several chains; the
     * error of their mean has a Student distribution with few degrees of freedom. Where no chain has an estimate,
     * nothing is known.
     */
    private void coverShortRuns(double[][] errors, List<double[]> ofChains, Marginals marginals) {
        for (int v = 0; v < errors.length; v++) {
            double[][] estimates = new double[runs.size()][];
            int known = 0;
            for (double[] own : ofChains) {
                double[] estimate = sums.of(own, v);
                if (MarginalSums.normalize(estimate)) {
                    estimates[known++] = estimate;
                }
            }
            for (int x = 0; x < errors[v].length; x++) {
                if (known == 0) {
                    errors[v][x] = UnseenStates.NOTHING_KNOWN;
                } else if (Double.isNaN(errors[v][x])) {
                    double[] means = new double[known];
                    for (int c = 0; c < known; c++) {
                        means[c] = estimates[c][x];
                    }
                    double p = marginals.probability(v, x);
                    errors[v][x] = known == 1 ? UnseenStates.NOTHING_KNOWN : UnseenStates.widened(Math.min(p, 1 - p),
                            Math.min(UnseenStates.NOTHING_KNOWN, Student.factor(known - 1)
                                    * Math.sqrt(variance(new double[][] {means}, 1))));
                }
            }
        }
    }

    /**
     * Errors cover what the chains may not have met, unless each draw was exact and its conditionals averaged.
     *
     * @return how many variables hard constraints held in place
     */
    private int coverUnseen(double[][] errors, History history, Marginals marginals) {
        boolean hasAllVariables = runs.get(0).state().length == model.variableCount();
        if (averagesConditionals && runs.get(0).drawsWholeState() && hasAllVariables) {
            return 0;
        }
        double sweeps = runs.stream().mapToDouble(ChainRun::looks).sum();
        UnseenStates unseen = UnseenStates.after(sweeps, IntStream.range(0, statistics.count())
                .mapToObj(history::draws).toArray(double[][][]::new));
        UnseenStates ofConstant = unseen.ofConstant(sweeps);
        UnseenStates ofLocked = unseen.ofStarts(runs.size());
        boolean[] held = locked(marginals);
        boolean[] divided = divided(history);
        boolean[] locked = hardLocks == null ? held : hardLocks.withNeighbours(held);
        for (int v = 0; v < errors.length; v++) {
            boolean isLocked = locked[v] || divided[v];
            // The ranges of conditionals are computed only where they may matter.
            boolean matters = errors[v].length > 1 && Arrays.stream(errors[v]).anyMatch(error ->
                    error < (isLocked ? ofLocked : error < ROUNDING ? ofConstant : unseen).leastError(1));
            double[] ranges = matters && averagesConditionals ? ranges().of(v) : new double[0];
            for (int x = 0; matters && x < errors[v].length; x++) {
                UnseenStates of = isLocked ? ofLocked
                        : averagesConditionals && errors[v][x] < ROUNDING ? ofConstant : unseen;
                errors[v][x] = Math.max(errors[v][x], of.leastError(averagesConditionals ? ranges[x] : 1));
            }
        }
        return (int) IntStream.range(0, held.length).filter(v -> held[v]).count();
    }

    /**
     * Variables in components whose states hard constraints divide into parts that chains keep to. Hot replicas of a
     * tempered chain go from one part to another.
     */
    private boolean[] divided(History history) {
        int groups = statistics.parts().dividedGroups();
        List<Integer> found = new ArrayList<>();
        for (int g = 0; g < groups && roundTrips().isEmpty(); g++) {
            List<int[]> parts = Arrays.stream(history.draws(statistics.names().size() + g))
                    .map(own -> Arrays.stream(own).mapToInt(part -> (int) part).distinct().toArray()).toList();
            if (statistics.parts().areKept(g, parts, history.draws(0)[0].length)) {
                found.add(model.variable(sampled.variable(statistics.parts().variable(g)).name()).index());
            }
        }
        boolean[] result = new boolean[model.variableCount()];
        isDivided = !found.isEmpty();
        if (isDivided) {
            UnionFind components = new UnionFind(result.length);
            model.features().forEach(feature -> Arrays.stream(feature.scope())
                    .forEach(v -> components.union(feature.scope()[0], v)));
            Set<Integer> roots = found.stream().map(components::find).collect(Collectors.toSet());
            for (int v = 0; v < result.length; v++) {
                result[v] = roots.contains(components.find(v));
            }
        }
        return result;
    }

    /** Variables that hard constraints held in place in all chains. */
    private boolean[] locked(Marginals marginals) {
        int[] state = runs.get(0).state();
        int[] number = new int[state.length];
        boolean[] constant = new boolean[state.length];
        boolean[] held = new boolean[model.variableCount()];
        boolean any = false;
        for (int v = 0; v < constant.length; v++) {
            number[v] = sampled == model ? v : model.variable(sampled.variable(v).name()).index();
            constant[v] = sampled.size(v) > 1 && marginals.probability(number[v], state[v]) > 1 - ROUNDING;
            any |= constant[v];
        }
        if (!any) {
            return held;
        }
        hardLocks = hardLocks == null ? new HardLocks(model) : hardLocks;
        boolean[] locked = (sampled == model ? hardLocks : new HardLocks(sampled)).of(state, constant,
                Streams.DIAGNOSIS.of(0, 0));
        for (int v = 0; v < locked.length; v++) {
            held[number[v]] = locked[v];
        }
        return held;
    }

    private ConditionalRanges ranges() {
        conditionalRanges = conditionalRanges == null ? new ConditionalRanges(model) : conditionalRanges;
        return conditionalRanges;
    }

    private Optional<RoundTrips> roundTrips() {
        List<RoundTrips> all = runs.stream().flatMap(run -> run.roundTrips().stream()).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(RoundTrips.of(all));
    }

    /** The squared distances of the chains' estimates at a moment from their mean. */
    private static double scatter(History history, int moment, int v, int x) {
        double mean = history.pooled(moment, v)[x];
        double sum = 0;
        for (int c = 0; c < history.chains(); c++) {
            double difference = history.estimate(c, moment, v)[x] - mean;
            sum += difference * difference;
        }
        return sum;
    }

    /** How far the estimate of a single chain is from that of all, or from its own half way. */
    private static double farthest(History history, int v, int x) {
        int last = history.moments() - 1;
        double mean = history.pooled(last, v)[x];
        double most = 0;
        for (int c = 0; c < history.chains(); c++) {
            double all = history.estimate(c, last, v)[x];
            // A chain that is still on its way: from its first half to its second it goes twice as far.
            double drift = 2 * Math.abs(history.estimate(c, last / 2, v)[x] - all);
            most = Math.max(most, Math.max(drift, Math.abs(all - mean)));
        }
        return most;
    }

    private History history() {
        List<Series> batches = runs.stream().map(ChainRun::batches).toList();
        return new History(batches.stream().mapToLong(Series::interval).max().orElseThrow() / runs.get(0).perSample(),
                sums, Series.aligned(batches), Series.aligned(runs.stream().map(ChainRun::points).toList()));
    }

    /** For each value of the variable and each chain, the estimate of each batch; NaN where a batch has none. */
    private double[][][] batchMeans(History history, int v) {
        double[][][] means = new double[model.size(v)][history.chains()][history.moments()];
        for (int c = 0; c < history.chains(); c++) {
            for (int i = 0; i < history.moments(); i++) {
                double[] batch = history.batch(c, i, v);
                for (int x = 0; x < batch.length; x++) {
                    means[x][c][i] = batch[x];
                }
            }
        }
        return means;
    }

    /**
     * By batch means: the batches of all chains as nearly independent estimates. Where batches are too short for that,
     * longer ones say more, so two, four and more are taken together, up to whole chains; the largest error counts.
     */
    private static double standardError(double[][] means) {
        int batches = means[0].length;
        if (means.length * batches < FEWEST_BATCHES) {
            return Double.NaN;
        }
        double most = 0;
        for (int together = 1; together <= batches; together = 2 * together <= batches ? 2 * together
                : together < batches ? batches : batches + 1) {
            most = Math.max(most, variance(means, together));
        }
        return Math.sqrt(most);
    }

    /** The variance of the mean, by batches of several batches; 0 if that makes but one. */
    private static double variance(double[][] means, int together) {
        int each = means[0].length / together;
        double[] all = new double[means.length * each];
        for (int c = 0; c < means.length; c++) {
            for (int i = 0; i < each * together; i++) {
                all[c * each + i / together] += means[c][i] / together;
            }
        }
        double mean = 0;
        for (double value : all) {
            mean += value;
        }
        mean /= all.length;
        double squares = 0;
        for (double value : all) {
            squares += (value - mean) * (value - mean);
        }
        return all.length < 2 ? 0 : squares / (all.length - 1) / all.length;
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
