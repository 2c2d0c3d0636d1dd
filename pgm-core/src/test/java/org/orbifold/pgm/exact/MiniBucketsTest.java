package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.MiniBuckets.Kind;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.LargeModels;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

/** Bounds against sums and maxima over all states. */
class MiniBucketsTest {

    private static final Budget LONG = Budget.unlimited();

    /** The largest log-weight and log Z, by all states. */
    private record Truth(double max, double logPartition) {

        static Truth of(GraphicalModel model) {
            double[] all = new double[Arrays.stream(model.sizes()).reduce(1, (a, b) -> a * b)];
            int count = 0;
            for (int[] state : RandomModels.states(model)) {
                all[count++] = model.logWeight(state);
            }
            return new Truth(Arrays.stream(all).max().orElseThrow(), Logs.sum(all, 0, count));
        }

        /** What adding up the truth itself may lose. */
        double slack() {
            return Double.isInfinite(logPartition) ? 0 : 1e-12 * (1 + Math.abs(logPartition));
        }
    }

    /** Random tables over a few variables each, some of huge weights, some with zeros. */
    static GraphicalModel dense(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ModelBuilder builder = GraphicalModel.builder();
        int variables = random.nextInt(4, 10);
        for (int v = 0; v < variables; v++) {
            builder.variables(random.nextInt(4) > 0 ? 2 : random.nextInt(1, 4));
        }
        double zeros = random.nextInt(3) == 0 ? 0.1 : 0;
        double scale = random.nextInt(4) == 0 ? 1000 : random.nextDouble(0.1, 4);
        for (int f = 2 * variables; f > 0; f--) {
            int[] scope = random.ints(0, variables).distinct().limit(random.nextInt(1, 4)).sorted().toArray();
            int entries = Arrays.stream(scope).map(builder::size).reduce(1, (a, b) -> a * b);
            builder.table(scope, random.doubles(entries).map(x -> x < zeros ? Double.NEGATIVE_INFINITY
                    : scale * (x - 0.5)).toArray());
        }
        return builder.build();
    }

    @Property(tries = 1000, seed = "34001")
    void nothingIsOutside(@ForAll long seed) {
        contains(dense(seed));
        contains(seed % 2 == 0 ? RandomModels.hard(seed)
                : RandomModels.soft(seed).condition(RandomModels.evidence(RandomModels.soft(seed), seed)).model());
    }

    private static void contains(GraphicalModel model) {
        Truth truth = Truth.of(model);
        for (int entries : new int[] {2, 8, 32}) {
            MiniBuckets max = MiniBuckets.of(model, Kind.MAXIMUM, entries, LONG);
            MiniBuckets upper = MiniBuckets.of(model, Kind.UPPER, entries, LONG);
            MiniBuckets lower = MiniBuckets.of(model, Kind.LOWER, entries, LONG);
            for (int pass = 0; pass < 6; pass++) {
                assertThat(max.pass(LONG)).isGreaterThanOrEqualTo(truth.max - truth.slack());
                assertThat(upper.pass(LONG)).isGreaterThanOrEqualTo(truth.logPartition - truth.slack());
                assertThat(lower.pass(LONG)).isLessThanOrEqualTo(truth.logPartition + truth.slack());
            }
        }
    }

    @Property(tries = 200, seed = "34002")
    void whereNothingIsDividedBoundsAreExact(@ForAll long seed) {
        GraphicalModel model = seed % 2 == 0 ? dense(seed) : RandomModels.hard(seed);
        Truth truth = Truth.of(model);
        for (Kind kind : Kind.values()) {
            MiniBuckets buckets = MiniBuckets.of(model, kind, 1 << 20, LONG);
            if (buckets.isExact()) {
                double expected = kind == Kind.MAXIMUM ? truth.max : truth.logPartition;
                if (kind == Kind.MAXIMUM && expected > Double.NEGATIVE_INFINITY) {
                    buckets.pass(LONG);
                    assertThat(model.logWeight(buckets.state())).isCloseTo(expected,
                            within(1e-9 * (1 + Math.abs(expected))));
                }
                if (expected == Double.NEGATIVE_INFINITY) {
                    assertThat(buckets.pass(LONG)).isEqualTo(expected);
                } else {
                    assertThat(buckets.pass(LONG)).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
                }
            }
        }
    }

    /** A value is excluded only if no state with it is that good. */
    @Property(tries = 300, seed = "34003")
    void excludedValuesAreInNoGoodState(@ForAll long seed) {
        GraphicalModel model = seed % 2 == 0 ? dense(seed) : RandomModels.hard(seed);
        double threshold = Truth.of(model).max - (seed & 4);
        MiniBuckets buckets = MiniBuckets.of(model, Kind.MAXIMUM, 8, LONG);
        buckets.pass(LONG);
        buckets.pass(LONG);
        boolean[][] excluded = buckets.excluded(threshold, LONG);
        for (int[] state : RandomModels.states(model)) {
            if (model.logWeight(state) >= threshold && threshold > Double.NEGATIVE_INFINITY) {
                for (int v = 0; v < state.length; v++) {
                    assertThat(excluded[v][state[v]]).isFalse();
                }
            }
        }
    }

    @Test
    void passesAndLargerTablesTightenBounds() {
        GraphicalModel grid = LargeModels.randomGrid(10);
        double exact = ContractionPlan.of(grid).logPartition(ExactOptions.defaults());
        for (Kind kind : new Kind[] {Kind.UPPER, Kind.LOWER}) {
            double previous = Double.POSITIVE_INFINITY;
            for (int entries : new int[] {4, 32, 256}) {
                MiniBuckets buckets = MiniBuckets.of(grid, kind, entries, LONG);
                double first = Math.abs(buckets.pass(LONG) - exact);
                for (int pass = 0; pass < 40; pass++) {
                    buckets.pass(LONG);
                }
                double error = Math.abs(buckets.logBound() - exact);
                assertThat(error).as(kind + " " + entries).isLessThan(0.8 * first).isLessThan(0.8 * previous);
                previous = error;
            }
        }
    }

    @Test
    void onlyMaximaExclude() {
        MiniBuckets sums = MiniBuckets.of(dense(1), Kind.UPPER, 8, LONG);
        assertThatThrownBy(() -> sums.excluded(0, LONG)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("expected MAXIMUM");
    }

    /** Two threads or one, with evidence: the interval contains log Z. */
    @Property(tries = 300, seed = "34004")
    void intervalsContainTheTruth(@ForAll long seed) {
        GraphicalModel model = seed % 2 == 0 ? dense(seed) : RandomModels.hard(seed);
        Evidence evidence = seed % 2 == 0 ? Evidence.none() : RandomModels.evidence(model, seed);
        ConditionedModel given = model.condition(evidence);
        Truth truth = Truth.of(given.model());
        PartitionBounds bounds = PartitionBounds.of(given, ExactOptions.defaults().withThreads(seed % 3 == 0 ? 2 : 1));
        assertThat(bounds.lower()).isLessThanOrEqualTo(truth.logPartition + truth.slack());
        assertThat(bounds.upper()).isGreaterThanOrEqualTo(truth.logPartition - truth.slack());
        if (given.model().factors().wide().isEmpty()) {
            // Small models are not divided.
            assertThat(bounds.width()).isLessThan(1e-6 * (1 + truth.slack() * 1e12));
        }
    }

    /** The sums over a cutset, which small models do not need. */
    @Property(tries = 300, seed = "34005")
    void sumsOverCutsetsAreLowerBounds(@ForAll long seed) {
        GraphicalModel model = dense(seed);
        Truth truth = Truth.of(model);
        double bound = ConditionedSums.logBound(model, 4, ExactOptions.defaults());
        assertThat(bound).isLessThanOrEqualTo(truth.logPartition + truth.slack());
        if (truth.max > Double.NEGATIVE_INFINITY) {
            assertThat(bound).isGreaterThan(Double.NEGATIVE_INFINITY);
        }
    }
}
