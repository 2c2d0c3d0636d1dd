package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

class ContractionPlanTest {

    private static final long GIBIBYTE = 1L << 30;

    @Property(tries = 1000, seed = "20181")
    void agreesWithBruteForce(@ForAll long seed) {
        GraphicalModel whole = RandomModels.hard(seed);
        GraphicalModel model = whole.condition(RandomModels.evidence(whole, seed)).model();
        ExactResult expected = BruteForce.solve(model);
        ExactResult actual = ContractionPlan.solve(model);
        assertThat(actual.logPartition())
                .isCloseTo(expected.logPartition(), within(1e-10 * (1 + Math.abs(expected.logPartition()))));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(actual.marginals(), expected.marginals()))
                .isLessThan(1e-10);
    }

    private static void same(ExactResult plain, ExactResult logs) {
        assertThat(plain.logPartition())
                .isCloseTo(logs.logPartition(), within(1e-10 * (1 + Math.abs(logs.logPartition()))));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(plain.marginals(), logs.marginals())).isLessThan(1e-10);
    }

    /** The example of FORMATS.md: marginals as verified with libDAI's junction tree, log Z = log 2. */
    @Test
    void theUaiExample() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3)
                .potentials(new int[] {0, 1}, 0.128, 0.872, 0.920, 0.080)
                .potentials(new int[] {1, 2}, 0.210, 0.333, 0.457, 0.811, 0.000, 0.189).build();
        ExactResult result = ContractionPlan.solve(model);
        assertThat(result.logPartition()).isCloseTo(Math.log(2), within(1e-12));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), Marginals.of(new double[][] {
            {0.5, 0.5}, {0.524, 0.476}, {0.496076, 0.174492, 0.329432}}))).isLessThan(1e-9);
    }

    /** Z of an open Ising chain of n spins without field is 2 (2 cosh J)^(n−1). */
    @Test
    void isingChain() {
        int n = 2000;
        double coupling = 0.7;
        ModelBuilder chain = binary(n);
        for (int i = 0; i + 1 < n; i++) {
            chain.table(new int[] {i, i + 1}, coupling, -coupling, -coupling, coupling);
        }
        ExactResult result = ContractionPlan.solve(chain.build());
        assertThat(result.logPartition())
                .isCloseTo(Math.log(2) + (n - 1) * Math.log(2 * Math.cosh(coupling)), within(1e-9));
        assertThat(result.marginals().probability(n / 2, 1)).isCloseTo(0.5, within(1e-12));
    }

    /** Z of an Ising ring of n spins in a field is λ₊ⁿ + λ₋ⁿ with the eigenvalues λ of its transfer matrix. */
    @Test
    void isingRing() {
        int n = 101;
        double coupling = 0.4;
        double field = 0.3;
        ModelBuilder ring = binary(n);
        for (int i = 0; i < n; i++) {
            ring.table(new int[] {i}, -field, field);
            ring.table(new int[] {i, (i + 1) % n}, coupling, -coupling, -coupling, coupling);
        }
        double mean = Math.exp(coupling) * Math.cosh(field);
        double root = Math.sqrt(Math.exp(2 * coupling) * Math.pow(Math.sinh(field), 2) + Math.exp(-2 * coupling));
        double logZ = n * Math.log(mean + root) + Math.log1p(Math.pow((mean - root) / (mean + root), n));
        assertThat(ContractionPlan.solve(ring.build()).logPartition()).isCloseTo(logZ, within(1e-9));
    }

    /** Every pair of n spins coupled alike: the states with k ones share one weight, so Z is a sum over k. */
    @Test
    void completeGraph() {
        int n = 12;
        double coupling = 0.15;
        ModelBuilder complete = binary(n);
        double z = 0;
        double ones = 0;
        for (int k = 0; k <= n; k++) {
            double pairs = 0.5 * ((2.0 * k - n) * (2.0 * k - n) - n);
            double weight = binomial(n, k) * Math.exp(coupling * pairs + 0.2 * k);
            z += weight;
            ones += weight * k / n;
        }
        for (int i = 0; i < n; i++) {
            complete.conjunction(0.2, i + "=1");
            for (int j = 0; j < i; j++) {
                complete.table(new int[] {i, j}, coupling, -coupling, -coupling, coupling);
            }
        }
        ExactResult result = ContractionPlan.solve(complete.build());
        assertThat(result.logPartition()).isCloseTo(Math.log(z), within(1e-10));
        assertThat(result.marginals().probability(5, 1)).isCloseTo(ones / z, within(1e-12));
    }

    private static double binomial(int n, int k) {
        return IntStream.range(0, k).mapToDouble(i -> (n - i) / (i + 1.0)).reduce(1, (a, b) -> a * b);
    }

    /** Two independent means: elimination of the grid turned by 90 degrees, and conditioning on one spin. */
    @Test
    void gridConsistency() {
        int n = 10;
        GraphicalModel grid = grid(n, false);
        ExactResult result = ContractionPlan.solve(grid);
        ExactResult turned = ContractionPlan.solve(grid(n, true));
        assertThat(turned.logPartition()).isCloseTo(result.logPartition(), within(1e-10));
        for (int v = 0; v < n * n; v++) {
            assertThat(turned.marginals().probability(v % n * n + v / n, 1))
                    .isCloseTo(result.marginals().probability(v, 1), within(1e-11));
        }
        int centre = n * n / 2 + n / 2;
        double[] parts = new double[2];
        for (int x = 0; x < 2; x++) {
            parts[x] = ContractionPlan.solve(grid.condition(Evidence.of(centre, x)).model()).logPartition();
        }
        assertThat(Math.exp(parts[0] - result.logPartition()) + Math.exp(parts[1] - result.logPartition()))
                .isCloseTo(1, within(1e-11));
        assertThat(Math.exp(parts[1] - result.logPartition()))
                .isCloseTo(result.marginals().probability(centre, 1), within(1e-11));
    }

    private static GraphicalModel grid(int n, boolean turned) {
        SplittableRandom random = new SplittableRandom(1);
        ModelBuilder grid = binary(n * n);
        double coupling = 0.3;
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                int here = turned ? x * n + y : y * n + x;
                double field = 0.5 * random.nextGaussian();
                grid.table(new int[] {here}, -field, field);
                if (x + 1 < n) {
                    grid.table(new int[] {here, here + (turned ? n : 1)}, coupling, -coupling, -coupling, coupling);
                }
                if (y + 1 < n) {
                    grid.table(new int[] {here, here + (turned ? 1 : n)}, coupling, -coupling, -coupling, coupling);
                }
            }
        }
        return grid.build();
    }

    /** Potentials that underflow as plain numbers: the only possible state has weight e^-4000. */
    @Test
    void nothingUnderflows() {
        GraphicalModel model = binary(3)
                .table(new int[] {0, 1}, Double.NEGATIVE_INFINITY, -2000, 3000, Double.NEGATIVE_INFINITY)
                .table(new int[] {1, 2}, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, -2000, -2000)
                .build();
        ExactResult result = ContractionPlan.solve(model);
        assertThat(result.logPartition()).isCloseTo(-4000 + Math.log(2), within(1e-9));
        assertThat(result.marginals()).isEqualTo(Marginals.of(new double[][] {{1, 0}, {0, 1}, {0.5, 0.5}}));
    }

    @Test
    void evidenceChangesLogZToTheWeightOfTheEvidence() {
        GraphicalModel model = binary(2).table(new int[] {0, 1}, 1, 2, 3, 4).build();
        ConditionedModel given = model.condition(Evidence.of(0, 1));
        ExactResult result = ContractionPlan.solve(given.model());
        assertThat(result.logPartition()).isCloseTo(Math.log(Math.exp(3) + Math.exp(4)), within(1e-12));
        assertThat(result.marginals().extendTo(given).distribution(0)).containsExactly(0, 1);
    }

    @Test
    void emptyAndDegenerateModels() {
        ExactResult nothing = ContractionPlan.solve(GraphicalModel.builder().constant(2.5).build());
        assertThat(nothing.logPartition()).isEqualTo(2.5);
        assertThat(nothing.marginals().variableCount()).isZero();
        ExactResult single = ContractionPlan.solve(GraphicalModel.builder().variables(1, 2, 1)
                .table(new int[] {0, 2}, 1.5).table(new int[] {0, 1, 2}, 0, Math.log(3)).build());
        assertThat(single.logPartition()).isCloseTo(1.5 + Math.log(4), within(1e-12));
        assertThat(single.marginals().probability(1, 1)).isCloseTo(0.75, within(1e-12));
    }

    @Test
    void contradictionsAreSaid() {
        assertThatExceptionOfType(ContradictionException.class)
                .isThrownBy(() -> ContractionPlan.solve(binary(1).forbid("0=0").forbid("0=1").build()))
                .withMessageContaining("no state is possible");
        assertThatExceptionOfType(ContradictionException.class)
                .isThrownBy(() -> BruteForce.solve(binary(1).forbid("0=0").forbid("0=1").build()));
        assertThatExceptionOfType(ContradictionException.class).isThrownBy(() -> ContractionPlan.solve(
                binary(1).formula(Double.POSITIVE_INFINITY, Formula.FALSE).build()));
    }

    @Test
    void theCostIsKnownBeforehandAndRefusedAboveTheLimit() {
        ContractionPlan plan = ContractionPlan.of(grid(10, false));
        assertThat(plan.cost().width()).isBetween(10, 20);
        assertThat(plan.cost().lowerBound()).isFalse();
        assertThatExceptionOfType(TooLargeException.class).isThrownBy(() -> plan.solve(memory(5_000)))
                .withMessageContaining("memory limit is 4.9 KiB")
                .withMessageContaining("width " + plan.cost().width());
        assertThat(plan.solve(memory(GIBIBYTE)).marginals().variableCount()).isEqualTo(100);
    }

    /** 2^40 products at least, whatever the tree and the slices; the limit is 1e12 operations. */
    @Test
    void aCliqueOfFortyIsRefusedWithoutASearch() {
        GraphicalModel model = clique(40);
        for (long bytes : new long[] {1 << 20, 1L << 40}) {
            ContractionPlan plan = ContractionPlan.of(model, List.of(), memory(bytes));
            assertThat(plan.cost()).isEqualTo(new ExactCost(39, 1 << 20, 8 << 20, 3 * 0x1p40, 0, true));
            assertThatExceptionOfType(TooLargeException.class).isThrownBy(() -> plan.solve(memory(1L << 40)))
                    .withMessageContaining("at least 3.3e+12 operations");
        }
    }

    private static GraphicalModel clique(int n) {
        ModelBuilder clique = binary(n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                clique.clause(0.1, i + "=1", j + "=0");
            }
        }
        return clique.build();
    }

    /** A refusal names what helps: time, memory, both or neither. */
    @Test
    void refusalsAdviseWhatHelps() {
        GraphicalModel forty = clique(40);
        ExactOptions roomy = memory(1L << 40).withThreads(2);
        TooLargeException slow = refusal(forty, roomy);
        assertThat(slow).hasMessageContaining("no time limit is set; allow that time, add evidence");
        assertThat(slow.leastSeconds()).hasValueCloseTo(3 * 0x1p40 / 4e9, within(1e-9));
        assertThat(refusal(forty, roomy.withMemoryBytes(1 << 20)))
                .hasMessageContaining("allow that time and at least 8.0 MiB of memory")
                .hasMessageNotContaining("raise");
        assertThat(refusal(forty, roomy.withBudget(Budget.ofSeconds(60)))).hasMessageContaining("s are left");
        TooLargeException hopeless = refusal(clique(70), memory(1 << 20));
        assertThat(hopeless).hasMessageContaining("memory limit is 1.0 MiB; add evidence, or sample instead");
        assertThat(hopeless.leastSeconds()).isEmpty();
        assertThat(refusal(clique(64), memory(1L << 50))).hasMessageContaining("more than a year; add evidence");
        TooLargeException wide = refusal(grid(10, false), memory(5_000));
        assertThat(wide).hasMessageContaining("memory limit is 4.9 KiB; raise the limit");
        assertThat(wide.leastSeconds()).isEmpty();
    }

    private static TooLargeException refusal(GraphicalModel model, ExactOptions options) {
        return catchThrowableOfType(TooLargeException.class, () -> ContractionPlan.of(model, List.of(), options)
                .solve(options));
    }

    /** With the time that a refusal names, the same question is begun; here it is cancelled soon. */
    @Test
    void aTimeLimitOverridesTheRefusal() throws InterruptedException {
        GraphicalModel model = clique(40);
        Budget days = Budget.ofSeconds(1e6);
        ExactOptions options = memory(1L << 28).withThreads(1).withBudget(days);
        assertThat(options.allows(3 * 0x1p40)).isTrue();
        // No tree is searched for long: what it would take is known well enough.
        ContractionPlan plan = ContractionPlan.greedy(model, List.of(), options);
        assertThat(plan.cost().lowerBound()).isFalse();
        Thread later = new Thread(() -> {
            try {
                // Before tables are larger than the JVM's memory.
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            days.cancel();
        });
        later.start();
        assertThatExceptionOfType(OutOfTimeException.class).isThrownBy(() -> plan.solve(options))
                .withMessageContaining("cancelled");
        later.join();
    }

    /** One joint value of half of the variables at a time: 2^35 products in 2^17 slices are too many. */
    @Test
    void slicesThatTakeTooLongAreRefused() {
        ContractionPlan plan = ContractionPlan.of(grid(24, false), List.of(), memory(1L << 40));
        assertThat(plan.cost().operations()).isLessThan(1e11);
        ExactCost sliced = plan.cost(1 << 18, Budget.unlimited());
        assertThat(sliced.operations() > 1e12 || sliced.bytes() > 1 << 18).isTrue();
        assertThatExceptionOfType(TooLargeException.class).isThrownBy(() -> plan.solve(memory(1 << 18)));
        // The least memory for which slices are found; a time between the least of the whole and that of slices.
        long bytes = LongStream.iterate(1 << 20, some -> 2 * some)
                .filter(some -> plan.cost(some, Budget.unlimited()).bytes() <= some).findFirst().orElseThrow();
        double operations = Math.sqrt(plan.cost().operations())
                * Math.sqrt(plan.cost(bytes, Budget.unlimited()).operations());
        ExactOptions little = memory(bytes).withThreads(1).withBudget(Budget.ofSeconds(operations / 2e9));
        assertThatExceptionOfType(TooLargeException.class).isThrownBy(() -> plan.solve(little))
                .withMessageContaining("allow that time, raise the memory limit to");
    }

    @Test
    void hopelessModelsAreRefusedQuickly() {
        int n = 300;
        ModelBuilder complete = binary(n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                complete.clause(0.1, i + "=1", j + "=0");
            }
        }
        assertThatExceptionOfType(TooLargeException.class).isThrownBy(() -> ContractionPlan.solve(complete.build()))
                .withMessageContaining("at least 300 variables").withMessageContaining("sample instead");
        String[] literals = IntStream.range(0, 5000).mapToObj(v -> v + "=1").toArray(String[]::new);
        assertThatExceptionOfType(TooLargeException.class)
                .isThrownBy(() -> ContractionPlan.solve(binary(5000).clause(1, literals).build()))
                .withMessageContaining("5000 variables");
        assertThatIllegalArgumentException().isThrownBy(() -> BruteForce.solve(binary(30).build()))
                .withMessageContaining("ContractionPlan");
    }

    /** Two equal variables, one drawn to 0 and the other to 1: both states have e^-pull of what each part allows. */
    @Test
    void nothingIsLostWhereTheWholeIsFarBelowItsParts() {
        double hard = Double.NEGATIVE_INFINITY;
        for (double pull : new double[] {10, 400, 500, 3000}) {
            GraphicalModel model = binary(2).table(new int[] {0, 1}, 0, hard, hard, 0)
                    .table(new int[] {0}, 0, -pull).table(new int[] {1}, -pull - 1, 0).build();
            same(ContractionPlan.solve(model), BruteForce.solve(model));
        }
        GraphicalModel rare = binary(1).table(new int[] {0}, 0, -800).build();
        same(ContractionPlan.solve(rare), BruteForce.solve(rare));
    }

    /** y=1 is lost beside y=0 at the clique of a, where the largest entry is 1e-190; then y=0 loses, by 1e-180. */
    @Test
    void whatUnderflowsMayBeFavouredLater() {
        double ten = Math.log(10);
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 8)
                .table(new int[] {0, 1}, 0, -190 * ten, 0, -190 * ten)
                .table(new int[] {1, 2}, -400 * ten, -400 * ten, 0, -140 * ten)
                .table(new int[] {2}, -180 * ten, 0)
                .potentials(new int[] {2, 3}, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1).build();
        ExactResult result = ContractionPlan.solve(model);
        assertThat(result.marginals().probability(2, 1)).isCloseTo(1, within(1e-12));
        same(result, BruteForce.solve(model));
        int[] drawn = ContractionPlan.of(model).sampler(ExactOptions.defaults()).draw(new SplittableRandom(1));
        assertThat(drawn[2]).isEqualTo(1);
    }

    /** Trees whose potentials have ranges of hundreds of nats, some with impossible entries. */
    @Property(tries = 1000, seed = "20183")
    void hugeRangesAgreeWithBruteForce(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ModelBuilder builder = GraphicalModel.builder();
        double unit = random.nextBoolean() ? 100 : 220;
        for (int v = 0; v < 7; v++) {
            builder.variables(random.nextInt(4) == 0 ? 8 : 2);
            builder.table(new int[] {v}, huge(random, builder.size(v), unit, false));
            if (v > 0) {
                int[] scope = {random.nextInt(v), v};
                builder.table(scope, huge(random, builder.size(scope[0]) * builder.size(v), unit, true));
            }
        }
        GraphicalModel model = builder.build();
        ExactResult expected;
        try {
            expected = BruteForce.solve(model);
        } catch (ContradictionException e) {
            return;
        }
        same(ContractionPlan.solve(model), expected);
    }

    private static double[] huge(SplittableRandom random, int entries, double unit, boolean hard) {
        return random.doubles(entries).map(x -> hard && x < 0.1 ? Double.NEGATIVE_INFINITY
                : -unit * random.nextInt(4) - x).toArray();
    }

    /** Large tables are shared by the threads, small ones are not; in both kinds of numbers. */
    @Test
    void theNumberOfThreadsChangesNoBit() {
        GraphicalModel grid = grid(18, false);
        List<int[]> asked = List.of(new int[] {19, 18}, new int[] {0, 1, 18});
        ContractionPlan plan = ContractionPlan.of(grid, asked, ExactOptions.defaults());
        assertThat(plan.cost().largestTable()).isGreaterThan(1 << 17);
        ExactResult one = plan.solve(ExactOptions.defaults().withThreads(1));
        for (int threads : new int[] {2, 3}) {
            ExactResult other = plan.solve(ExactOptions.defaults().withThreads(threads));
            assertThat(other.logPartition()).isEqualTo(one.logPartition());
            assertThat(other.marginals()).isEqualTo(one.marginals());
            assertThat(other.joint(0)).containsExactly(one.joint(0));
            assertThat(other.joint(1)).containsExactly(one.joint(1));
        }
        assertThat(one.joint(0)[1] + one.joint(0)[3]).isCloseTo(one.marginals().probability(18, 1), within(1e-12));
    }

    /** Value 2 of each variable is e^-800 of the others, so that many tables are logarithms, on all threads. */
    @Test
    void logarithmsDoNotDependOnThreads() {
        int n = 9;
        SplittableRandom random = new SplittableRandom(3);
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < n; i++) {
            builder.variables(3).table(new int[] {i}, 0, 0, -800);
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, random.doubles(9).toArray());
            }
        }
        for (int i = 0; i < n; i++) {
            builder.variables(2).table(new int[] {i, n + i}, random.doubles(6).toArray());
        }
        GraphicalModel model = builder.build();
        ContractionPlan plan = ContractionPlan.of(model);
        ExactResult one = plan.solve(ExactOptions.defaults().withThreads(1));
        ExactResult two = plan.solve(ExactOptions.defaults().withThreads(2));
        assertThat(two.marginals()).isEqualTo(one.marginals());
        assertThat(two.logPartition()).isEqualTo(one.logPartition());
        // Without the third values, which nothing favours, it is a model of plain numbers.
        ModelBuilder plain = GraphicalModel.builder();
        for (int i = 0; i < n; i++) {
            plain.variables(2);
        }
        for (int i = 0; i < n; i++) {
            plain.variables(2);
        }
        for (Feature feature : model.features()) {
            Table table = (Table) feature;
            int[] scope = table.scope();
            double[] entries = IntStream.range(0, table.entryCount()).filter(e -> {
                int rest = e;
                boolean kept = true;
                for (int k = scope.length - 1; k >= 0; k--) {
                    kept &= scope[k] >= n || rest % 3 < 2;
                    rest /= model.size(scope[k]);
                }
                return kept;
            }).mapToDouble(e -> table.entries()[e]).toArray();
            plain.table(scope, entries);
        }
        ExactResult expected = BruteForce.solve(plain.build());
        assertThat(one.logPartition()).isCloseTo(expected.logPartition(), within(1e-9));
        for (int v = 0; v < 2 * n; v++) {
            assertThat(one.marginals().probability(v, 1)).isCloseTo(expected.marginals().probability(v, 1),
                    within(1e-10));
        }
    }

    /** A variable of many values beside others, as in counting. */
    @Test
    void variablesOfManyValues() {
        int many = 100_000;
        SplittableRandom random = new SplittableRandom(3);
        double[] first = random.doubles(many * 3L).map(Math::log).toArray();
        double[] second = random.doubles(many * 2L).map(Math::log).toArray();
        GraphicalModel model = GraphicalModel.builder().variables(many, 3, 2)
                .table(new int[] {0, 1}, first).table(new int[] {2, 0}, second).build();
        List<int[]> asked = List.of(new int[] {1, 2}, new int[] {0, 2});
        ExactResult result = ContractionPlan.of(model, asked, ExactOptions.defaults()).solve(ExactOptions.defaults());
        double[] expected = new double[6];
        for (int x = 0; x < many; x++) {
            for (int i = 0; i < 6; i++) {
                expected[i] += Math.exp(first[3 * x + i / 2] + second[i % 2 * many + x] - result.logPartition());
            }
        }
        assertThat(result.joint(0)).containsExactly(expected, within(1e-10));
        assertThat(result.joint(1)[2 * 777 + 1]).isCloseTo(Math.exp(second[many + 777] - result.logPartition())
                * (Math.exp(first[3 * 777]) + Math.exp(first[3 * 777 + 1]) + Math.exp(first[3 * 777 + 2])),
                within(1e-12));
    }

    @Test
    void aFeatureTooLargeForATableSettlesTheCost() {
        String[] literals = IntStream.range(0, 45).mapToObj(v -> v + "=1").toArray(String[]::new);
        GraphicalModel model = binary(45).clause(1, Arrays.copyOf(literals, 41)).clause(1, literals)
                .clause(1, Arrays.copyOf(literals, 43)).build();
        double entries = Math.pow(2, 45);
        assertThat(ContractionPlan.of(model).cost()).isEqualTo(new ExactCost(44, entries, 8 * entries, entries, 0,
                true));
    }

    @Test
    void theMemoryLimitIsInclusive() {
        ContractionPlan plan = ContractionPlan.of(binary(2).table(new int[] {0, 1}, 1, 2, 3, 4).build());
        // The leaf as it is read and as numbers, its sum, and four such tables beside; three passes over four entries.
        assertThat(plan.cost()).isEqualTo(new ExactCost(1, 4, 8 * (4 + 4 + 1 + 4 * 4), 3 * 4 + 150, 0, false));
        assertThat(plan.solve(memory(200)).marginals().variableCount()).isEqualTo(2);
        assertThat(plan.cost(200, Budget.unlimited()).sliced()).isZero();
        assertThat(plan.cost(199, Budget.unlimited()).sliced()).isEqualTo(1);
        same(plan.solve(memory(199)), plan.solve(memory(200)));
    }

    /** A clause becomes a table and a copy of it; given a few of its variables it is a smaller one. */
    @Test
    void wideFeaturesTakeMemoryToo() {
        int n = 16;
        GraphicalModel model = binary(n).clause(2, IntStream.range(0, n).mapToObj(v -> v + "=1")
                .toArray(String[]::new)).build();
        ContractionPlan plan = ContractionPlan.of(model);
        assertThat(plan.cost().bytes()).isGreaterThan(8 * (2 << n));
        long limit = 1 << n;
        assertThat(plan.cost(limit, Budget.unlimited()).sliced()).isPositive();
        assertThat(plan.cost(limit, Budget.unlimited()).bytes()).isLessThanOrEqualTo(limit);
        assertThat(plan.solve(memory(limit)).logPartition())
                .isCloseTo(Math.log(((1 << n) - 1) * Math.exp(2) + 1), within(1e-9));
    }

    @Test
    void slicesTakeFewerBytesForMoreOperations() {
        ContractionPlan plan = ContractionPlan.of(grid(10, false), List.of(new int[] {1, 0}, new int[] {5, 6}),
                ExactOptions.defaults());
        ExactCost small = plan.cost(60_000, Budget.unlimited());
        assertThat(small.bytes()).isLessThanOrEqualTo(60_000);
        assertThat(small.sliced()).isPositive();
        assertThat(small.operations()).isGreaterThan(plan.cost().operations());
        ExactResult parts = plan.solve(memory(60_000));
        ExactResult whole = plan.solve(memory(GIBIBYTE));
        same(parts, whole);
        assertThat(parts.joint(0)).containsExactly(whole.joint(0), within(1e-12));
        assertThat(parts.joint(1)).containsExactly(whole.joint(1), within(1e-12));
    }

    @Property(tries = 300, seed = "20187")
    void slicesAgreeWithBruteForce(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        List<int[]> asked = List.of(new SplittableRandom(seed).ints(3, 0, model.variableCount()).distinct().toArray());
        ContractionPlan plan = ContractionPlan.of(model, asked, ExactOptions.defaults());
        long bytes = (long) (0.7 * plan.cost().bytes());
        if (plan.cost(bytes, Budget.unlimited()).bytes() <= bytes) {
            ExactResult parts = plan.solve(memory(bytes));
            same(parts, BruteForce.solve(model));
            assertThat(parts.joint(0)).containsExactly(plan.solve(memory(GIBIBYTE)).joint(0), within(1e-10));
        }
    }

    /** Slices on several threads, and parts that are computed apart, in any order, with all threads or one. */
    @Test
    void slicesGiveTheSameBitsWhereverTheyRun() {
        int sideBySide = 0;
        ModelBuilder hub = GraphicalModel.builder().variables(8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3);
        SplittableRandom random = new SplittableRandom(3);
        for (int v = 1; v < 10; v++) {
            hub.table(new int[] {0, v, v + 1, v + 2}, random.doubles(8 * 27, 0, 3).toArray());
        }
        ContractionPlan plan = ContractionPlan.of(hub.build(), List.of(new int[] {1, 0}), ExactOptions.defaults());
        for (long limit = (long) (0.9 * plan.cost().bytes()); limit > 0.3 * plan.cost().bytes(); limit -= limit / 5) {
            sideBySide += 2 * plan.cost(limit, Budget.unlimited()).bytes() <= limit ? 1 : 0;
            ExactResult one = plan.solve(memory(limit).withThreads(1));
            MostProbableState best = plan.maximize(memory(limit).withThreads(1));
            for (int threads : new int[] {2, 3, 8}) {
                ExactOptions options = memory(limit).withThreads(threads);
                sameBits(plan.solve(options), one);
                assertThat(plan.logPartition(options)).isEqualTo(plan.logPartition(options.withThreads(1)));
                assertThat(plan.maximize(options).state()).isEqualTo(best.state());
            }
            int parts = plan.parts(memory(limit));
            assertThat(parts).isBetween(2, 256);
            SliceSum[] sums = new SliceSum[parts];
            for (int p = parts - 1; p >= 0; p--) {
                sums[p] = plan.solvePart(p, memory(limit).withThreads(1 + p % 2));
            }
            sameBits(plan.combined(Arrays.asList(sums)), one);
            // Nothing of the parts was changed.
            sameBits(plan.combined(Arrays.asList(sums)), one);
        }
        assertThat(sideBySide).isPositive();
        assertThat(ContractionPlan.of(grid(4, false)).parts(memory(GIBIBYTE))).isEqualTo(1);
    }

    private static void sameBits(ExactResult some, ExactResult others) {
        assertThat(some.logPartition()).isEqualTo(others.logPartition());
        for (int v = 0; v < others.marginals().variableCount(); v++) {
            assertThat(some.marginals().distribution(v)).isEqualTo(others.marginals().distribution(v));
        }
        assertThat(some.joint(0)).isEqualTo(others.joint(0));
    }

    /** A clause too wide for a table, and a table over the same variables: tables after it have other numbers. */
    @Test
    void aPlanIsForOtherEntriesOfTheSameTables() {
        String[] literals = IntStream.range(0, 12).mapToObj(v -> v + "=1").toArray(String[]::new);
        int[] all = IntStream.range(0, 12).toArray();
        GraphicalModel clause = binary(12).clause(2, literals).table(new int[] {0, 1}, 1, 2, 3, 4)
                .table(new int[] {2, 3}, 4, 3, 2, 1).build();
        GraphicalModel table = binary(12).table(all, new double[1 << 12]).table(new int[] {0, 1}, 1, 2, 3, 4)
                .table(new int[] {2, 3}, 4, 3, 2, 1).build();
        GraphicalModel others = binary(12).clause(-1, literals).table(new int[] {0, 1}, 0, 0, 5, 0)
                .table(new int[] {2, 3}, 0, 1, 0, 7).build();
        ContractionPlan plan = ContractionPlan.of(clause);
        assertThat(plan.on(table)).isEmpty();
        same(plan.on(others).orElseThrow().solve(ExactOptions.defaults()), BruteForce.solve(others));
        assertThat(plan.on(others).orElseThrow().logPartition(ExactOptions.defaults()))
                .isCloseTo(BruteForce.solve(others).logPartition(), within(1e-10));
    }

    @Test
    void bytesForPeople() {
        assertThat(ExactCost.readable(0)).isEqualTo("0 B");
        assertThat(ExactCost.readable(1023)).isEqualTo("1023 B");
        assertThat(ExactCost.readable(1024)).isEqualTo("1.0 KiB");
        assertThat(ExactCost.readable(1.5 * GIBIBYTE)).isEqualTo("1.5 GiB");
        assertThat(ExactCost.readable(Math.pow(2, 79))).isEqualTo("524288.0 EiB");
        assertThat(ExactCost.readable(Math.pow(2, 80))).isEqualTo("2^80 B");
        assertThat(ExactCost.readable(Double.POSITIVE_INFINITY)).isEqualTo("more than 2^1023 B");
        assertThat(new ExactCost(3, 16, 2048, 100, 0, false)).hasToString("width 3, 2.0 KiB");
        assertThat(new ExactCost(3, 16, 2048, 100, 0, true)).hasToString("width at least 3, at least 2.0 KiB");
    }

    private static ExactOptions memory(long bytes) {
        return ExactOptions.defaults().withMemoryBytes(bytes);
    }

    /** Any scopes may be asked for, in any order of their variables. */
    @Property(tries = 300, seed = "20184")
    void jointProbabilitiesAgreeWithBruteForce(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<int[]> asked = IntStream.range(0, 4).mapToObj(i -> random.ints(random.nextInt(4), 0,
                model.variableCount()).distinct().toArray()).toList();
        ExactResult result = ContractionPlan.of(model, asked, ExactOptions.defaults()).solve(ExactOptions.defaults());
        for (int j = 0; j < asked.size(); j++) {
            int[] scope = asked.get(j);
            double[] expected = new double[Arrays.stream(scope).map(model::size).reduce(1, (a, b) -> a * b)];
            for (int[] state : RandomModels.states(model)) {
                int index = 0;
                for (int v : scope) {
                    index = index * model.size(v) + state[v];
                }
                expected[index] += Math.exp(model.logWeight(state) - result.logPartition());
            }
            assertThat(result.joint(j)).containsExactly(expected, within(1e-10));
        }
    }

    @Test
    void theTimeLimitEndsTheWork() {
        ContractionPlan plan = ContractionPlan.of(grid(14, false));
        assertThatExceptionOfType(OutOfTimeException.class)
                .isThrownBy(() -> plan.solve(ExactOptions.defaults().withBudget(Budget.ofSeconds(1e-4))))
                .withMessageContaining("0.000100 s");
    }

    private static ModelBuilder binary(int n) {
        int[] sizes = new int[n];
        Arrays.fill(sizes, 2);
        return GraphicalModel.builder().variables(sizes);
    }
}
