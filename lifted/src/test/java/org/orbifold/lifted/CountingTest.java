package org.orbifold.lifted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.Logs;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.testing.LargestWeight;

class CountingTest {

    private static final ExactOptions OPTIONS = ExactOptions.defaults().withThreads(1);

    /** 500 models with several classes, blocks of 2 to 4 values, hard zeros, evidence on a quarter of them. */
    @Test
    void agreesWithBruteForce() {
        int counted = 0;
        for (int seed = 0; counted < 500; seed++) {
            GraphicalModel model = conditioned(ExchangeableModels.of(seed), seed);
            Optional<Counting> plan = Counting.plan(model, OPTIONS, 1 << seed % 5);
            if (plan.isPresent()) {
                counted++;
                check(model, plan.get().solve(ExactOptions.defaults()), seed);
            }
            assertThat(counted).as("how many are counted").isGreaterThanOrEqualTo((seed - 10) / 2);
        }
    }

    /**
     * The same models with weights of single variables moved from one table to another, as programs do that fold them
     * into some pair: the sum of all tables is as symmetric as before, single tables are not.
     */
    @Test
    void agreesWithBruteForceWhereverWeightsStand() {
        int counted = 0;
        for (int seed = 0; counted < 150; seed++) {
            GraphicalModel model = shifted(ExchangeableModels.of(seed), seed);
            for (int narrow : new int[] {1, 16}) {
                Optional<Counting> plan = Counting.plan(model, OPTIONS, narrow);
                if (plan.isPresent()) {
                    counted++;
                    check(model, plan.get().solve(ExactOptions.defaults()), seed);
                }
                Optional<Counting> best = Counting.planMaximum(model, OPTIONS, narrow);
                if (best.isPresent()) {
                    assertThat(best.get().maximize(ExactOptions.defaults()).logWeight()).as("model %d", seed)
                            .isCloseTo(LargestWeight.of(model), within(1e-9));
                }
            }
            assertThat(counted).as("how many are counted").isGreaterThanOrEqualTo((seed - 20) / 2);
        }
    }

    /** A model that was lifted before has variables with the names of histograms. */
    @Test
    void namesOfHistogramsMayBeTaken() {
        ModelBuilder builder = GraphicalModel.builder().binary("histogram of class 0:");
        for (int v = 1; v <= 8; v++) {
            builder.binary("X" + v);
            for (int u = 1; u < v; u++) {
                builder.table(new int[] {u, v}, 0.3, 0, 0, 0.1);
            }
            builder.table(new int[] {0, v}, 0.2, 0, 0.1, 0.5);
        }
        GraphicalModel model = builder.build();
        check(model, Counting.plan(model, OPTIONS, 1).orElseThrow().solve(ExactOptions.defaults()), 0);
    }

    private static GraphicalModel shifted(GraphicalModel model, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Table> tables = model.factors().tables();
        List<double[]> entries = new ArrayList<>(tables.stream().map(Table::entries).toList());
        for (int move = 0; move < 4; move++) {
            int from = random.nextInt(tables.size());
            int v = tables.get(from).variable(random.nextInt(tables.get(from).arity()));
            List<Integer> others = IntStream.range(0, tables.size()).filter(t -> t != from
                    && Arrays.stream(tables.get(t).scope()).anyMatch(u -> u == v)).boxed().toList();
            if (!others.isEmpty()) {
                double[] weights = random.doubles(model.size(v), -1, 1).toArray();
                add(tables.get(from), entries.get(from), v, weights, 1);
                int to = others.get(random.nextInt(others.size()));
                add(tables.get(to), entries.get(to), v, weights, -1);
            }
        }
        ModelBuilder builder = GraphicalModel.builder();
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        for (int t = 0; t < entries.size(); t++) {
            builder.table(tables.get(t).scope(), entries.get(t));
        }
        model.factors().wide().forEach(builder::add);
        return builder.build();
    }

    private static void add(Table table, double[] entries, int variable, double[] weights, int sign) {
        for (int k = 0; k < table.arity(); k++) {
            for (int e = 0; e < entries.length && table.variable(k) == variable; e++) {
                entries[e] += sign * weights[e / table.stride(k) % table.size(k)];
            }
        }
    }

    /** A block's own weight stands in a pair of blocks for one of them, and inside the block for all others. */
    @Test
    void weightsInsideBlocksAndBetweenThem() {
        int k = 5;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < k; i++) {
            builder.binary("A" + i, "B" + i);
        }
        for (int i = 0; i < k; i++) {
            double own = i == 0 ? 0 : 1;
            builder.table(new int[] {2 * i, 2 * i + 1}, 0, 0.5, 0.5 + own, own);
            for (int j = 0; j < i; j++) {
                double moved = j == 0 && i == 1 ? 1 : 0;
                builder.table(new int[] {2 * j, 2 * i}, 0.3, 0, moved, 0.3 + moved);
                builder.table(new int[] {2 * j + 1, 2 * i + 1}, 0.2, 0, 0, 0.2);
            }
        }
        GraphicalModel model = builder.build();
        for (int narrow : new int[] {1, 2, 4}) {
            Counting.plan(model, OPTIONS, narrow).ifPresent(plan ->
                    check(model, plan.solve(ExactOptions.defaults()), narrow));
        }
    }

    /** The most probable state, where weights of single blocks differ, by brute force. */
    @Test
    void theMostProbableStateAgreesWithBruteForce() {
        int counted = 0;
        for (int seed = 0; counted < 300; seed++) {
            GraphicalModel model = conditioned(ExchangeableModels.of(seed), seed);
            Optional<Counting> plan = Counting.planMaximum(model, OPTIONS, 1 << seed % 5);
            if (plan.isPresent()) {
                counted++;
                MostProbableState found = plan.get().maximize(ExactOptions.defaults());
                assertThat(found.logWeight()).as("model %d", seed).isCloseTo(LargestWeight.of(model), within(1e-9));
                assertThat(model.logWeight(found.state())).isEqualTo(found.logWeight());
            }
            assertThat(counted).as("how many are counted").isGreaterThanOrEqualTo((seed - 20) / 3);
        }
    }

    private static GraphicalModel conditioned(GraphicalModel model, int seed) {
        if (seed % 4 > 0) {
            return model;
        }
        SplittableRandom random = new SplittableRandom(seed);
        Map<Integer, Integer> observed = new HashMap<>();
        // Value 0 of all variables is always possible.
        for (int v = 0; v < model.variableCount(); v++) {
            if (random.nextInt(5) == 0) {
                observed.put(v, 0);
            }
        }
        return model.condition(Evidence.of(observed)).model();
    }

    private static void check(GraphicalModel model, ExactResult actual, int seed) {
        ExactResult expected = BruteForce.solve(model);
        assertThat(actual.logPartition()).as("log Z of model %d", seed)
                .isCloseTo(expected.logPartition(), within(1e-9));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(actual.marginals(), expected.marginals()))
                .as("marginals of model %d", seed).isLessThan(1e-9);
    }

    private static Counting plan(GraphicalModel model) {
        return Counting.plan(model, OPTIONS).orElseThrow();
    }

    /** n spins that all couple with strength J: Z = Σ_m C(n, m) exp(J (C(m, 2) + C(n − m, 2))). */
    @Test
    void spinsThatAllCouple() {
        int n = 200;
        double coupling = 0.01;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < n; i++) {
            builder.binary("x" + i);
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, coupling, 0, 0, coupling);
            }
        }
        double expected = Double.NEGATIVE_INFINITY;
        double logBinomial = 0;
        for (int m = 0; m <= n; m++) {
            double pairs = m * (m - 1) / 2.0 + (n - m) * (n - m - 1) / 2.0;
            expected = Logs.add(expected, logBinomial + coupling * pairs);
            logBinomial += Math.log((double) (n - m) / (m + 1));
        }
        Counting counting = plan(builder.build());
        assertThat(counting.toString()).contains("200 blocks of 2 values, 201 histograms");
        ExactResult result = counting.solve(ExactOptions.defaults());
        assertThat(result.logPartition()).isCloseTo(expected, within(1e-8));
        for (int v = 0; v < n; v++) {
            assertThat(result.marginals().probability(v, 1)).isCloseTo(0.5, within(1e-12));
        }
    }

    /** Friends and smokers with 100 people; log Z by the lifted first-order solver Forclift: 10716.532380061839. */
    @Test
    void friendsAndSmokers() {
        GraphicalModel model = smokers(100, 0);
        ExactResult result = plan(model).solve(ExactOptions.defaults());
        assertThat(result.logPartition()).isCloseTo(10716.532380061839, within(1e-6));
    }

    /** Two atoms of each person that enter alike: all can be exchanged at once, besides the people. */
    @Test
    void friendsSmokersAndDrinkers() {
        int n = 8;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < n; i++) {
            builder.binary("smokes" + i, "drinks" + i);
        }
        double w = Math.log(1.2);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                builder.binary("friends" + i + "," + j);
                int friends = builder.variableCount() - 1;
                for (int atom = 0; atom < 2; atom++) {
                    if (i != j) {
                        builder.clause(w, Literal.of(friends, 0), Literal.of(2 * i + atom, 0),
                                Literal.of(2 * j + atom, 1));
                    } else {
                        builder.constant(w);
                    }
                }
            }
        }
        Counting counting = plan(builder.build());
        assertThat(counting.toString()).isEqualTo("8 blocks of 4 values, 165 histograms");
        // Forclift: 76.44237474352845.
        assertThat(counting.solve(ExactOptions.defaults()).logPartition())
                .isCloseTo(76.44237474352845, within(1e-8));
    }

    /** Smokes, Cancer and Friends as in Forclift's model; with a field, people's own weights all differ. */
    private static GraphicalModel smokers(int n, double field) {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < n; i++) {
            builder.binary("smokes" + i, "cancer" + i);
            builder.clause(Math.log(2), Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
            builder.table(new int[] {2 * i}, 0, field * i);
        }
        double w = Math.log(1.2);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                builder.binary("friends" + i + "," + j);
                Literal none = Literal.of(builder.variableCount() - 1, 0);
                if (i == j) {
                    builder.constant(2 * w);
                } else {
                    builder.clause(w, none, Literal.of(2 * i, 1), Literal.of(2 * j, 0));
                    builder.clause(w, none, Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                }
            }
        }
        return builder.build();
    }

    /** Weights that all differ change nothing about the number of histograms; a contraction tree can still check it. */
    @Test
    void everyoneDiffers() {
        GraphicalModel model = smokers(12, 0.3);
        Counting counting = plan(model);
        assertThat(counting.toString()).contains("12 blocks of 2 values, 13 histograms");
        ExactResult expected = ContractionPlan.solve(model);
        ExactResult actual = counting.solve(ExactOptions.defaults());
        assertThat(actual.logPartition()).isCloseTo(expected.logPartition(), within(1e-9));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(actual.marginals(), expected.marginals())).isLessThan(1e-10);
    }

    /** As in Young and Old: one variable is connected to everyone, to each with a weight of its own. */
    @Test
    void aHubMayTellPeopleApart() {
        int n = 12;
        ModelBuilder builder = GraphicalModel.builder().binary("young");
        for (int i = 1; i <= n; i++) {
            builder.binary("smokes" + i);
            builder.table(new int[] {0, i}, 0.1, 0.2 * i, -0.3, 0.05 * i);
            for (int j = 1; j < i; j++) {
                builder.table(new int[] {j, i}, 0.3, 0, 0, 0.3);
            }
        }
        GraphicalModel model = builder.build();
        Counting counting = plan(model);
        assertThat(counting.toString()).contains("12 blocks of 2 values", "1 other variable");
        ExactResult expected = ContractionPlan.solve(model);
        ExactResult actual = counting.solve(ExactOptions.defaults());
        assertThat(actual.logPartition()).isCloseTo(expected.logPartition(), within(1e-9));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(actual.marginals(), expected.marginals())).isLessThan(1e-10);
    }

    /** Two hubs that would be alike if a weight of each, 1 and 2 nats, were all that tells them apart in the search. */
    @Test
    void hubsAreNotExchangeable() {
        int n = 12;
        int pairs = n * (n - 1) / 2;
        ModelBuilder builder = GraphicalModel.builder().binary("young", "old");
        for (int i = 0; i < n; i++) {
            builder.binary("smokes" + i);
            for (int hub = 0; hub < 2; hub++) {
                builder.table(new int[] {hub, 2 + i}, 0.1, 0.2 * i, -0.3 * hub, 0.05 * i + hub);
                double mark = hub == 0 ? 1.0 / pairs : 0;
                for (int j = 0; j < i; j++) {
                    builder.table(new int[] {hub, 2 + j, 2 + i}, mark, mark, mark, mark, 0, 0, 0, 0.03);
                }
            }
        }
        GraphicalModel model = builder.build();
        Counting counting = plan(model);
        assertThat(counting.toString()).contains("12 blocks of 2 values", "2 other variables");
        ExactResult expected = ContractionPlan.solve(model);
        ExactResult actual = counting.solve(ExactOptions.defaults());
        assertThat(actual.logPartition()).isCloseTo(expected.logPartition(), within(1e-9));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(actual.marginals(), expected.marginals())).isLessThan(1e-10);
    }

    /** Terms inside blocks may differ too: two variables of a person are then one block of four values. */
    @Test
    void termsInsideBlocksMayDiffer() {
        int n = 7;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < n; i++) {
            builder.binary("smokes" + i, "drinks" + i);
            builder.table(new int[] {2 * i, 2 * i + 1}, 0.1 * i, 0, 0.35, 0.2 * i * i);
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {2 * j, 2 * i}, 0.3, 0, 0, 0.3);
                builder.table(new int[] {2 * j + 1, 2 * i + 1}, 0.2, 0, 0, 0.1);
            }
        }
        GraphicalModel model = builder.build();
        Counting counting = Counting.plan(model, OPTIONS, 16).orElseThrow();
        assertThat(counting.toString()).contains("7 blocks of 4 values");
        ExactResult expected = ContractionPlan.solve(model);
        ExactResult actual = counting.solve(ExactOptions.defaults());
        assertThat(actual.logPartition()).isCloseTo(expected.logPartition(), within(1e-9));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(actual.marginals(), expected.marginals())).isLessThan(1e-10);
    }

    @Test
    void nothingToCountWhereAllDiffer() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < 12; i++) {
            builder.binary("x" + i);
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, 0.1 * i + 0.37 * j, 0, 0, 0.01 * i * j);
            }
        }
        assertThat(Counting.plan(builder.build(), OPTIONS)).isEmpty();
    }

    /** A table of one atom of eight people who have four: over whole blocks it would have 16^8 entries. */
    @Test
    void termsOfManyBlocksAreNotCounted() {
        int people = 8;
        int atoms = 4;
        ModelBuilder builder = GraphicalModel.builder();
        double[] inside = new SplittableRandom(1).doubles(1 << atoms).toArray();
        for (int i = 0; i < people; i++) {
            for (int a = 0; a < atoms; a++) {
                builder.binary("x" + i + "," + a);
                for (int j = 0; j < i; j++) {
                    builder.table(new int[] {j * atoms + a, i * atoms + a}, 0.1 * (a + 1), 0, 0, 0.3);
                }
            }
            int first = i * atoms;
            builder.table(IntStream.range(first, first + atoms).toArray(), inside);
        }
        double[] even = new double[1 << people];
        Arrays.setAll(even, x -> Integer.bitCount(x) % 2);
        builder.table(IntStream.range(0, people).map(i -> i * atoms).toArray(), even);
        GraphicalModel model = builder.build();
        // Fewer may be, some people being told apart.
        assertThat(Counting.plan(model, OPTIONS).map(Counting::toString).orElse("")).doesNotContain("8 blocks");
        assertThat(Counting.planMaximum(model, OPTIONS).map(Counting::toString).orElse("")).doesNotContain("8 blocks");
    }
}
