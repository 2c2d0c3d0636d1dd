package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.MarginalIntervals.Sizes;
import org.orbifold.pgm.exact.MiniBuckets.Kind;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.LargeModels;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

/** Intervals against sums over all states. */
class MarginalIntervalsTest {

    private static final Budget LONG = Budget.unlimited();
    /** What adding up the truth itself may lose. */
    private static final double SLACK = 1e-11;

    /** By variable and value: the logarithm of the states' weights; then the number of variables: log Z. */
    private static double[][] sums(GraphicalModel model) {
        double[][] logs = new double[model.variableCount() + 1][];
        for (int v = 0; v < logs.length; v++) {
            logs[v] = new double[v < logs.length - 1 ? model.size(v) : 1];
            Arrays.fill(logs[v], Double.NEGATIVE_INFINITY);
        }
        for (int[] state : RandomModels.states(model)) {
            double weight = model.logWeight(state);
            for (int v = 0; v < state.length; v++) {
                logs[v][state[v]] = Logs.add(logs[v][state[v]], weight);
            }
            logs[state.length][0] = Logs.add(logs[state.length][0], weight);
        }
        return logs;
    }

    /** Soft and hard models, of several domain sizes, some of weights up to 500, some with evidence. */
    private static GraphicalModel random(long seed) {
        return switch ((int) Math.floorMod(seed, 4L)) {
            case 0 -> RandomModels.hard(seed);
            case 1 -> RandomModels.soft(seed).condition(RandomModels.evidence(RandomModels.soft(seed), seed)).model();
            default -> MiniBucketsTest.dense(seed);
        };
    }

    private static int[] all(GraphicalModel model) {
        return IntStream.range(0, model.variableCount()).toArray();
    }

    private static void contains(MarginalBounds bounds, double[][] truth) {
        double logPartition = truth[truth.length - 1][0];
        for (int v = 0; v < bounds.variableCount(); v++) {
            for (int x = 0; x < bounds.size(v) && logPartition > Double.NEGATIVE_INFINITY; x++) {
                double p = Math.exp(truth[v][x] - logPartition);
                assertThat(bounds.lower(v, x)).isLessThanOrEqualTo(p + SLACK);
                assertThat(bounds.upper(v, x)).isGreaterThanOrEqualTo(p - SLACK);
            }
        }
    }

    /** Tables so small that most models are divided; boundaries of two to 32 joint values. */
    @Property(tries = 2000, seed = "34101")
    void noIntervalMissesTheTruth(@ForAll long seed) {
        GraphicalModel model = random(seed);
        contains(MarginalIntervals.of(model, all(model), ExactOptions.defaults().withThreads(seed % 16 == 0 ? 2 : 1),
                new Sizes(2 << Math.floorMod(seed, 3), 32, 4, 8, 4)), sums(model));
    }

    /** Each way alone: where one is good, the other is not seen. */
    @Property(tries = 300, seed = "34102")
    void everyBoundHolds(@ForAll long seed) {
        GraphicalModel model = random(seed);
        double[][] truth = sums(model);
        double slack = SLACK * (1 + (Double.isInfinite(truth[truth.length - 1][0]) ? 0
                : Math.abs(truth[truth.length - 1][0])));
        for (Kind kind : new Kind[] {Kind.UPPER, Kind.LOWER}) {
            MiniBuckets buckets = MiniBuckets.of(model, kind, 4, LONG);
            for (int pass = 0; pass < 3; pass++) {
                double before = buckets.pass(LONG);
                buckets.settle(LONG);
                for (int v = 0; v < model.variableCount(); v++) {
                    double[] found = buckets.ofValues(v, LONG);
                    for (int x = 0; x < found.length; x++) {
                        assertThat(kind == Kind.UPPER ? found[x] - truth[v][x] : truth[v][x] - found[x])
                                .satisfiesAnyOf(d -> assertThat(d).isGreaterThanOrEqualTo(-slack),
                                        d -> assertThat(d).isNaN());
                    }
                }
                assertThat(before).isNotNaN();
            }
        }
        double[][] cutset = new double[model.variableCount()][];
        Arrays.setAll(cutset, v -> new double[model.size(v)]);
        Arrays.stream(cutset).forEach(one -> Arrays.fill(one, Double.NEGATIVE_INFINITY));
        ConditionedSums.logBound(model, 4, cutset, ExactOptions.defaults());
        Surroundings near = new Surroundings(model, LONG);
        for (int v = 0; v < cutset.length; v++) {
            Optional<double[][]> ends = near.bounds(v, 8, ExactOptions.defaults());
            for (int x = 0; x < cutset[v].length; x++) {
                assertThat(cutset[v][x]).isLessThanOrEqualTo(truth[v][x] + slack);
                double p = Math.exp(truth[v][x] - truth[truth.length - 1][0]);
                if (ends.isPresent() && !Double.isNaN(p)) {
                    assertThat(p).isBetween(ends.get()[0][x] - SLACK, ends.get()[1][x] + SLACK);
                }
            }
        }
    }

    /** Log-weights of 10^8, some of which cancel out, lose seven digits of the rest. */
    @Property(tries = 300, seed = "34103")
    void largeWeightsAreRoundedOutward(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = random.nextInt(2, 6);
        ModelBuilder builder = GraphicalModel.builder().variables(IntStream.generate(() -> 2).limit(n).toArray());
        Set<List<Integer>> scopes = new HashSet<>();
        for (int k = 0; k < 2 * n; k++) {
            int[] scope = random.ints(0, n).distinct().limit(random.nextInt(1, Math.min(n, 3) + 1)).sorted().toArray();
            if (!scopes.add(Arrays.stream(scope).boxed().toList())) {
                continue;
            }
            double common = Math.scalb(random.nextInt(-20, 21), 24);
            builder.table(scope, random.doubles(1 << scope.length, common - 3, common + 3).toArray());
        }
        GraphicalModel model = builder.build();
        Map<int[], BigDecimal> weights = new IdentityHashMap<>();
        for (int[] state : RandomModels.states(model)) {
            weights.put(state.clone(), model.features().stream().map(f -> new BigDecimal(f.logPotential(state)))
                    .reduce(BigDecimal.ZERO, BigDecimal::add));
        }
        BigDecimal most = Collections.max(weights.values());
        double[] sums = new double[n + 1];
        weights.forEach((state, weight) -> {
            double plain = Math.exp(weight.subtract(most).doubleValue());
            sums[n] += plain;
            Arrays.stream(all(model)).filter(v -> state[v] == 1).forEach(v -> sums[v] += plain);
        });
        PartitionBounds bounds = PartitionBounds.of(model.condition(Evidence.none()), ExactOptions.defaults());
        BigDecimal logPartition = most.add(new BigDecimal(Math.log(sums[n])));
        assertThat(new BigDecimal(bounds.lower())).isLessThanOrEqualTo(logPartition);
        assertThat(new BigDecimal(bounds.upper())).isGreaterThanOrEqualTo(logPartition);
        MarginalBounds intervals = MarginalIntervals.of(model, all(model), ExactOptions.defaults().withThreads(1),
                new Sizes(32, 32, 4, 8, 4));
        for (int v = 0; v < n; v++) {
            assertThat(sums[v] / sums[n]).isBetween(intervals.lower(v, 1) - SLACK, intervals.upper(v, 1) + SLACK);
        }
    }

    private static double meanWidth(GraphicalModel model, Sizes sizes) {
        MarginalBounds bounds = MarginalIntervals.of(model, all(model), ExactOptions.defaults().withThreads(1), sizes);
        return IntStream.range(0, model.variableCount()).mapToDouble(bounds::width).average().orElseThrow();
    }

    @Test
    void largerTablesMakeIntervalsNarrower() {
        GraphicalModel grid = LargeModels.randomGrid(10);
        double previous = 1;
        for (int entries : new int[] {8, 64, 512}) {
            double near = meanWidth(grid, new Sizes(entries, entries, 1, 0, 1 << 4));
            double both = meanWidth(grid, new Sizes(entries, entries, entries, entries, entries));
            assertThat(both).isLessThanOrEqualTo(near).isLessThan(0.9 * previous);
            previous = both;
        }
        // The tables of an exact elimination.
        assertThat(meanWidth(grid, new Sizes(1, 0, 1 << 16, 1 << 16, 1 << 4))).isLessThan(1e-6);
    }

    @Test
    void grownIntervalsContainTheExactMarginals() {
        GraphicalModel grid = LargeModels.randomGrid(12);
        Marginals exact = ContractionPlan.of(grid).solve(ExactOptions.defaults()).marginals();
        MarginalBounds bounds = MarginalIntervals.of(grid, all(grid), ExactOptions.defaults());
        for (int v = 0; v < grid.variableCount(); v++) {
            for (int x = 0; x < grid.size(v); x++) {
                assertThat(exact.probability(v, x)).isBetween(bounds.lower(v, x), bounds.upper(v, x));
            }
        }
    }

    @Test
    void littleMemoryMakesIntervalsWide() {
        GraphicalModel grid = LargeModels.randomGrid(8);
        double logPartition = ContractionPlan.of(grid).logPartition(ExactOptions.defaults());
        for (long bytes : new long[] {0, 1000, 10_000}) {
            ExactOptions little = ExactOptions.defaults().withThreads(1).withMemoryBytes(bytes);
            PartitionBounds bounds = PartitionBounds.of(grid.condition(Evidence.none()), little);
            assertThat(logPartition).isBetween(bounds.lower(), bounds.upper());
            assertThat(MarginalIntervals.of(grid, all(grid), little).width(20)).isBetween(0.0, 1.0);
        }
    }

    @Test
    void onlyVariablesAskedForAreBounded() {
        GraphicalModel grid = LargeModels.randomGrid(12);
        MarginalBounds bounds = MarginalIntervals.of(grid, new int[] {5}, ExactOptions.defaults());
        assertThat(bounds.width(5)).isLessThan(1);
        assertThat(bounds.width(6)).isEqualTo(1);
    }
}
