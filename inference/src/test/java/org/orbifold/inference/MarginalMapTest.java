package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.PartialSum;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** Marginal MAP against brute force: all values of the maximised variables, all states of the others. */
class MarginalMapTest {

    /** Random tables over two to eight variables with one to three values, some with zeros, some with large weights. */
    private static GraphicalModel model(SplittableRandom random) {
        int[] sizes = IntStream.generate(() -> 1 + random.nextInt(3)).limit(2 + random.nextInt(7)).toArray();
        ModelBuilder model = GraphicalModel.builder().variables(sizes).constant(random.nextDouble());
        double scale = random.nextInt(4) == 0 ? 1000 : 2;
        double zeros = random.nextInt(2) == 0 ? 0 : 0.15;
        for (int t = 0; t < 1 + random.nextInt(10); t++) {
            int[] scope = random.ints(0, sizes.length).distinct()
                    .limit(1 + random.nextInt(Math.min(3, sizes.length))).toArray();
            double[] logs = new double[IntStream.of(scope).map(v -> sizes[v]).reduce(1, (a, b) -> a * b)];
            for (int i = 0; i < logs.length; i++) {
                logs[i] = random.nextDouble() < zeros ? Double.NEGATIVE_INFINITY : scale * (random.nextDouble() - 0.5);
            }
            model.table(scope, logs);
        }
        return model.build();
    }

    /** The log-weights of the joint values of some variables that have any, by adding up all states. */
    private static Map<List<Integer>, Double> sums(GraphicalModel model, int[] variables, Evidence evidence) {
        Map<List<Integer>, Double> sums = new HashMap<>();
        int[] state = new int[model.variableCount()];
        int k;
        do {
            int[] now = state;
            double weight = model.logWeight(state);
            boolean agrees = Arrays.stream(evidence.variables()).allMatch(v -> now[v] == evidence.value(v));
            if (agrees && weight > Double.NEGATIVE_INFINITY) {
                sums.merge(Arrays.stream(variables).mapToObj(v -> now[v]).toList(), weight, (a, b) ->
                        Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b))));
            }
            k = state.length - 1;
            while (k >= 0 && ++state[k] == model.size(k)) {
                state[k--] = 0;
            }
        } while (k >= 0);
        return sums;
    }

    private static int[] someVariables(GraphicalModel model, SplittableRandom random) {
        int count = 1 + random.nextInt(model.variableCount());
        return random.ints(0, model.variableCount()).distinct().limit(count).toArray();
    }

    @Property(tries = 400)
    void equalsBruteForce(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        GraphicalModel model = model(random);
        int[] variables = someVariables(model, random);
        int observed = random.nextInt(model.variableCount());
        Evidence evidence = random.nextBoolean() ? Evidence.none()
                : Evidence.of(observed, random.nextInt(model.size(observed)));
        Map<List<Integer>, Double> sums = sums(model, variables, evidence);
        if (sums.isEmpty()) {
            assertThatThrownBy(() -> Inference.on(model).withEvidence(evidence).mostProbable(variables))
                    .isInstanceOf(ContradictionException.class);
            return;
        }
        MarginalMapResult result = Inference.on(model).withEvidence(evidence).mostProbable(variables);
        double most = sums.values().stream().mapToDouble(d -> d).max().orElseThrow();
        assertThat(result.logWeight()).isCloseTo(most, within(1e-9 * (1 + Math.abs(most))));
        assertThat(result.isProved()).isTrue();
        assertThat(result.variables()).isEqualTo(variables);
        assertThat(sums.get(Arrays.stream(result.values()).boxed().toList()))
                .isCloseTo(most, within(1e-9 * (1 + Math.abs(most))));
    }

    /** Every boundary may be too large, or none: what is left has the same sums. */
    @Property(tries = 400)
    void partialSumsKeepAllWeights(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        GraphicalModel model = model(random);
        int[] kept = someVariables(model, random);
        Arrays.sort(kept);
        Map<List<Integer>, Double> sums = sums(model, kept, Evidence.none());
        int most = 1 << random.nextInt(6);
        PartialSum sum;
        try {
            sum = PartialSum.of(model, kept, most, ExactOptions.defaults());
        } catch (ContradictionException e) {
            assertThat(sums).isEmpty();
            return;
        }
        assertThat(sum.refusal().isPresent()).isEqualTo(sum.remaining() > 0);
        int[] numbers = IntStream.range(0, sum.model().variableCount())
                .filter(v -> Arrays.binarySearch(kept, sum.toOriginal(v)) >= 0).toArray();
        Map<List<Integer>, Double> left = sums(sum.model(), numbers, Evidence.none());
        assertThat(left.keySet()).isEqualTo(sums.keySet());
        left.forEach((values, weight) -> assertThat(weight)
                .isCloseTo(sums.get(values), within(1e-9 * (1 + Math.abs(weight)))));
    }

    /** The search alone: never above the largest sum, always the sum of its values, mostly the largest. */
    @Test
    void searchIsExactForItsValues() {
        int largest = 0;
        int tried = 0;
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            GraphicalModel model = model(random);
            int[] variables = someVariables(model, random);
            Arrays.sort(variables);
            Map<List<Integer>, Double> sums = sums(model, variables, Evidence.none());
            if (sums.isEmpty()) {
                continue;
            }
            MarginalMapSearch search = new MarginalMapSearch(model, variables, ExactOptions.defaults(),
                    Xoshiro256.of(seed, 0));
            search.run(Inference.on(model).mostProbable().state(), 30);
            double most = sums.values().stream().mapToDouble(d -> d).max().orElseThrow();
            double found = sums.get(Arrays.stream(variables).mapToObj(v -> search.state()[v]).toList());
            assertThat(search.logWeight()).isCloseTo(found, within(1e-9 * (1 + Math.abs(found))));
            tried++;
            largest += found > most - 1e-9 * (1 + Math.abs(most)) ? 1 : 0;
        }
        assertThat(largest).isGreaterThan(tried * 9 / 10);
    }

    /** A star whose centre is summed has a table over all leaves at its boundary: 30 of them are too many. */
    private static GraphicalModel star(int leaves) {
        ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> 2).limit(leaves + 1)
                .toArray());
        for (int v = 1; v <= leaves; v++) {
            model.table(new int[] {0, v}, 0.3, 0, 0, 0.4);
        }
        return model.build();
    }

    @Test
    void searchesWhereSumsAreTooLarge() {
        int[] leaves = IntStream.rangeClosed(1, 30).toArray();
        SamplingOptions rounds = SamplingOptions.defaults().withSamples(60);
        MarginalMapResult result = Inference.on(star(30)).withSampling(rounds).mostProbable(leaves);
        // All leaves are 1: the centre as well e^12, or not.
        assertThat(result.values()).containsOnly(1);
        assertThat(result.logWeight()).isCloseTo(12 + Math.log1p(Math.exp(-12)), within(1e-9));
        assertThat(result.logBound()).isGreaterThan(result.logWeight());
        assertThat(result.isProved()).isFalse();
        // The same seed gives the same result.
        assertThat(Inference.on(star(30)).withSampling(rounds).mostProbable(leaves).values())
                .isEqualTo(result.values());
    }

    @Test
    void exactRouteRefusesWhatIsTooLarge() {
        int[] leaves = IntStream.rangeClosed(1, 30).toArray();
        assertThatThrownBy(() -> Inference.on(star(30)).withOptions(InferenceOptions.defaults().withRoute(Route.EXACT))
                .mostProbable(leaves)).isInstanceOf(TooLargeException.class);
    }

    @Test
    void badVariables() {
        assertThatThrownBy(() -> Inference.on(star(3)).mostProbable(new int[] {1, 4}))
                .hasMessage("variable 4 to maximise is unknown; expected 0 to 3");
        assertThatThrownBy(() -> Inference.on(star(3)).mostProbable(new int[] {1, 1}))
                .hasMessage("variable '1' is to be maximised twice; expected each variable once");
        assertThatThrownBy(() -> Inference.on(star(3)).mostProbable(new int[0]))
                .hasMessage("no variables to maximise; expected at least one");
    }
}
