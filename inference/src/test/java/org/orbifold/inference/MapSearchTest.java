package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.testing.ProcessorTime;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

class MapSearchTest {

    private static final InferenceOptions ROUNDS = InferenceOptions.defaults()
            .withSampling(SamplingOptions.defaults()
                    .withUnit(SampleUnit.STEP).withSamples(40).withChains(2).withThreads(2));

    private static double largest(GraphicalModel model, Evidence evidence) {
        double best = Double.NEGATIVE_INFINITY;
        for (int[] state : RandomModels.states(model)) {
            boolean agrees = true;
            for (int v : evidence.variables()) {
                agrees &= state[v] == evidence.value(v);
            }
            best = agrees ? Math.max(best, model.logWeight(state)) : best;
        }
        return best;
    }

    /** All routes find the largest weight of models with hard zeros, wide features and evidence. */
    @Property(tries = 150, seed = "20193")
    void agreesWithBruteForce(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        Evidence evidence = RandomModels.evidence(model, seed);
        double expected = largest(model, evidence);
        for (Route route : new Route[] {Route.AUTO, Route.COUNTING, Route.SAMPLE}) {
            MapResult found = Inference.on(model).withEvidence(evidence).withOptions(ROUNDS.withRoute(route))
                    .mostProbable();
            assertThat(model.logWeight(found.state())).as("%s", route)
                    .isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
            assertThat(found.logWeight()).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
            assertThat(found.logBound()).isGreaterThanOrEqualTo(found.logWeight());
            assertThat(found.isProved() || route == Route.SAMPLE).isTrue();
        }
    }

    /** Penalties of 9 between neighbours on a ring, and costs of the values of some variables. */
    private static GraphicalModel colouring(double cost, int every) {
        ModelBuilder builder = GraphicalModel.builder();
        int n = 12;
        for (int v = 0; v < n; v++) {
            builder.variable("X" + v, Domain.ofSize(3));
        }
        for (int v = 0; v < n; v++) {
            builder.table(new int[] {v, (v + 1) % n}, -9, 0, 0, 0, -9, 0, 0, 0, -9);
            if (v % every == 0) {
                builder.table(new int[] {v}, 0, -cost / 2, -cost);
            } else {
                builder.table(new int[] {v}, 0, 0, Double.NEGATIVE_INFINITY);
            }
        }
        return builder.build();
    }

    private static double coldEnd(GraphicalModel model) {
        return MapSearcher.coldEnd(model, Budget.unlimited());
    }

    /** Small costs decide between the states that large penalties leave. */
    @Test
    void theColdestReplicaFeelsSmallCosts() {
        assertThat(coldEnd(colouring(0.03, 2))).isCloseTo(100, within(1e-9));
        assertThat(coldEnd(colouring(0.03, 6))).as("costs of few variables").isEqualTo(3);
        assertThat(coldEnd(colouring(20, 2))).as("costs above 1").isEqualTo(3);
        assertThat(coldEnd(colouring(1e-7, 1))).as("as far as a ladder reaches").isEqualTo(300);
    }

    private static GraphicalModel grid(int side) {
        SplittableRandom random = new SplittableRandom(7);
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < side * side; i++) {
            builder.variable("X" + i, Domain.ofSize(2 + i % 2));
        }
        for (int i = 0; i < side * side; i++) {
            if (i % side + 1 < side) {
                builder.table(new int[] {i, i + 1}, random.doubles(6, -2, 2).toArray());
            }
            if (i + side < side * side) {
                builder.table(new int[] {i, i + side},
                        random.doubles(builder.size(i) * builder.size(i + side), -2, 2).toArray());
            }
        }
        return builder.build();
    }

    /** A search that is not told the tree finds what max-product finds, and threads change nothing. */
    @Test
    void aSearchFindsTheMaximumOfAGrid() {
        GraphicalModel model = grid(10);
        double expected = ContractionPlan.of(model).maximize(ExactOptions.defaults()).logWeight();
        InferenceOptions search = ROUNDS.withRoute(Route.SAMPLE);
        MapResult one = Inference.on(model).withOptions(search).mostProbable();
        MapResult other = Inference.on(model).withOptions(search.withSampling(search.sampling().withThreads(1)))
                .mostProbable();
        assertThat(one.logWeight()).isCloseTo(expected, within(1e-9));
        assertThat(other.state()).isEqualTo(one.state());
        assertThat(one.logBound()).isGreaterThanOrEqualTo(expected - 1e-9);
    }

    /** No error of a sampled marginal ends a search: without a time limit or rounds it takes the time planned. */
    @Test
    void aSearchUntilAnErrorEnds() {
        GraphicalModel model = grid(10);
        InferenceOptions until = ROUNDS.withSampling(SamplingOptions.defaults().withUntilError(1e-4).withThreads(2));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () ->
                assertThat(new MapSearch(model, until, Budget.ofSeconds(0.1)).run(Budget.ofSeconds(0.5)).best()
                        .logWeight()).isFinite());
    }

    /** A hundred cliques, too wide for a bound that ends a search: together they have the time. */
    @Test
    void manyComponentsKeepTheTime() {
        SplittableRandom random = new SplittableRandom(13);
        int cliques = 100;
        int size = 30;
        int[] sizes = new int[cliques * size];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < sizes.length; i++) {
            for (int j = i / size * size; j < i; j++) {
                builder.table(new int[] {j, i}, random.doubles(4, -2, 2).toArray());
            }
        }
        GraphicalModel model = builder.build();
        Inference inference = Inference.on(model).withOptions(ROUNDS.withRoute(Route.SAMPLE)
                .withSampling(SamplingOptions.defaults().withSeconds(1).withThreads(2)));
        assertThat(ProcessorTime.leastSeconds(2, () -> assertThat(inference.mostProbable().logWeight())
                .isGreaterThan(model.logWeight(new int[sizes.length])))).isLessThan(4);
    }

    /** A frustrated grid with hard zeros, of width 10 and three values: all seeds find the exact maximum. */
    @Test
    void everySeedFindsTheMaximumOfAHardGrid() {
        SplittableRandom random = new SplittableRandom(11);
        int side = 10;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < side * side; i++) {
            builder.variable("X" + i, Domain.ofSize(3));
        }
        for (int i = 0; i < side * side; i++) {
            for (int j : new int[] {i % side + 1 < side ? i + 1 : -1, i + side < side * side ? i + side : -1}) {
                double[] logs = random.doubles(9, -3, 3).toArray();
                logs[random.nextInt(9)] = Double.NEGATIVE_INFINITY;
                if (j >= 0) {
                    builder.table(new int[] {i, j}, logs);
                }
            }
        }
        GraphicalModel model = builder.build();
        double expected = ContractionPlan.of(model).maximize(ExactOptions.defaults()).logWeight();
        for (long seed = 1; seed <= 2; seed++) {
            InferenceOptions search = ROUNDS.withRoute(Route.SAMPLE).withSampling(ROUNDS.sampling().withSeed(seed)
                    .withSamples(48));
            assertThat(Inference.on(model).withOptions(search).mostProbable().logWeight()).as("seed %d", seed)
                    .isCloseTo(expected, within(1e-9));
        }
    }

    /** A model of several regions, too large for one block: far better than variables one by one, below the bound. */
    @Test
    void largeModelsAreSearchedRegionByRegion() {
        GraphicalModel model = grid(40);
        InferenceOptions search = ROUNDS.withRoute(Route.SAMPLE)
                .withSampling(ROUNDS.sampling().withSamples(6).withChains(1));
        MapResult found = Inference.on(model).withOptions(search).mostProbable();
        int[] alone = new int[model.variableCount()];
        CompiledModel compiled = CompiledModel.of(model);
        double[] probabilities = new double[3];
        for (int sweep = 0; sweep < 20; sweep++) {
            for (int v = 0; v < alone.length; v++) {
                compiled.conditional(alone, v, probabilities);
                for (int x = 0; x < model.size(v); x++) {
                    alone[v] = probabilities[x] > probabilities[alone[v]] ? x : alone[v];
                }
            }
        }
        assertThat(found.logWeight()).isGreaterThan(1.05 * model.logWeight(alone));
        assertThat(found.logBound()).isFinite().isGreaterThan(found.logWeight());
    }

    /** n people in n rooms, each alone: all n! arrangements are images of one. */
    @Test
    void tiesOfPeopleInRooms() {
        int n = 5;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < n; i++) {
            builder.variable("Room" + i, Domain.ofSize(n));
        }
        double[] apart = new double[n * n];
        for (int x = 0; x < n; x++) {
            apart[x * n + x] = Double.NEGATIVE_INFINITY;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, apart);
            }
        }
        MapResult found = Inference.on(builder.build()).withOptions(ROUNDS).mostProbable();
        assertThat(found.images()).contains(BigInteger.valueOf(120));
    }

    /** The orbit of a state, against all images under the group's elements. */
    @Test
    void someSmokeAndSomeDoNot() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < 6; i++) {
            builder.binary("S" + i);
        }
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, 0, 1, 1, 0);
            }
        }
        // Three against three: C(6, 3) states, all alike by permuting people and by exchanging the values.
        MapResult found = Inference.on(builder.build()).withOptions(ROUNDS).mostProbable();
        assertThat(found.logWeight()).isEqualTo(9);
        assertThat(found.images()).contains(BigInteger.valueOf(20));
    }

    @Test
    void nothingUnknown() {
        GraphicalModel model = GraphicalModel.builder().binary("A").table(new int[] {0}, 1, 2).build();
        ConditionedModel given = model.condition(Evidence.of(0, 1));
        MapResult found = Inference.on(given).mostProbable();
        assertThat(found.state()).containsExactly(1);
        assertThat(found.logWeight()).isEqualTo(2);
        assertThat(found.isProved()).isTrue();
    }

    /** A component that takes all its time leaves time for the bound of the next. */
    @Test
    void everyComponentHasABound() {
        GraphicalModel wide = grid(24);
        GraphicalModel narrow = grid(9);
        ModelBuilder builder = GraphicalModel.builder();
        for (GraphicalModel part : List.of(wide, narrow)) {
            int first = builder.variableCount();
            part.variables().forEach(v -> builder.variable("x" + (first + v.index()), v.domain()));
            part.factors().tables().forEach(table -> builder.table(Arrays.stream(table.scope()).map(v -> v + first)
                    .toArray(), table.entries()));
        }
        double maxima = narrow.factors().tables().stream().mapToDouble(table -> Arrays.stream(table.entries()).max()
                .orElse(0)).sum();
        double bound = Double.POSITIVE_INFINITY;
        // A machine that is busy may need more time; a component without any would be without a bound after any time.
        for (double seconds = 2; seconds <= 32 && !(bound < maxima - 1); seconds *= 4) {
            MapResult found = Inference.on(builder.build()).withOptions(InferenceOptions.defaults()
                    .withRoute(Route.SAMPLE).withSampling(SamplingOptions.defaults().withSeconds(seconds)
                    .withThreads(2))).mostProbable();
            List<String> searches = found.routes().stream().filter(line -> line.startsWith("search   81 ")).toList();
            assertThat(searches).hasSize(1);
            bound = Double.parseDouble(searches.get(0).substring(searches.get(0).lastIndexOf(' ') + 1));
        }
        assertThat(bound).isLessThan(maxima - 1);
    }
}
