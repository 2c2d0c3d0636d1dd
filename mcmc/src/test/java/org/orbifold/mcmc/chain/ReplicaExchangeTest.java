package org.orbifold.mcmc.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** Exchanges against ones that find components by definition and score whole states. */
class ReplicaExchangeTest {

    /** Tables of one to three of 16 variables, some zeros, and two clauses too long for tables. */
    private static GraphicalModel model(SplittableRandom random) {
        int[] sizes = IntStream.range(0, 16).map(v -> random.nextInt(2, 4)).toArray();
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int f = 0; f < 14; f++) {
            int[] scope = random.ints(0, sizes.length).distinct().limit(random.nextInt(1, 4)).toArray();
            int entries = Arrays.stream(scope).map(v -> sizes[v]).reduce(1, (a, b) -> a * b);
            double[] logs = random.doubles(entries, -2, 2).toArray();
            // Zeros, but not of the state of all 0.
            for (int i = 1; i < entries; i++) {
                logs[i] = random.nextInt(8) == 0 ? Double.NEGATIVE_INFINITY : logs[i];
            }
            builder.table(scope, logs);
        }
        for (double weight : new double[] {0.7, Double.POSITIVE_INFINITY}) {
            int[] scope = random.ints(0, 2 * sizes.length).map(v -> v % sizes.length).distinct().limit(13).toArray();
            builder.clause(weight, Arrays.stream(scope).mapToObj(v -> Literal.of(v, 0)).toArray(Literal[]::new));
        }
        return builder.build();
    }

    private static List<int[]> scopes(GraphicalModel model) {
        List<int[]> scopes = new ArrayList<>();
        model.factors().tables().forEach(table -> scopes.add(table.scope()));
        model.factors().wide().forEach(feature -> scopes.add(feature.scope()));
        return scopes;
    }

    /** Variables that differ and are reached from one over terms. */
    private static List<Integer> component(int first, List<int[]> scopes, boolean[] differs) {
        List<Integer> component = new ArrayList<>(List.of(first));
        for (int i = 0; i < component.size(); i++) {
            int v = component.get(i);
            scopes.stream().filter(scope -> Arrays.stream(scope).anyMatch(w -> w == v)).flatMapToInt(Arrays::stream)
                    .filter(w -> differs[w] && !component.contains(w)).distinct().forEach(component::add);
        }
        return component;
    }

    /** One component after the other, in the order of their first variables; tells whether the largest went. */
    private static boolean naive(Tempering.Ladder ladder, int r, int[] cold, int[] hot, RandomGenerator random) {
        boolean[] differs = new boolean[cold.length];
        boolean[] done = new boolean[cold.length];
        for (int v = 0; v < cold.length; v++) {
            differs[v] = cold[v] != hot[v];
        }
        ToDoubleFunction<int[][]> both = states -> ladder.models().get(r - 1).logWeight(states[0])
                + ladder.models().get(r).logWeight(states[1]);
        int largest = 0;
        boolean went = true;
        for (int v = 0; v < cold.length; v++) {
            if (differs[v] && !done[v]) {
                int[][] after = {cold.clone(), hot.clone()};
                List<Integer> component = component(v, scopes(ladder.models().get(0)), differs);
                for (int w : component) {
                    done[w] = true;
                    after[0][w] = hot[w];
                    after[1][w] = cold[w];
                }
                double gain = both.applyAsDouble(after) - both.applyAsDouble(new int[][] {cold, hot});
                boolean accepted = gain >= 0 || random.nextDouble() < Math.exp(gain);
                if (accepted) {
                    System.arraycopy(after[0], 0, cold, 0, cold.length);
                    System.arraycopy(after[1], 0, hot, 0, hot.length);
                }
                went = component.size() > largest ? accepted : went;
                largest = Math.max(largest, component.size());
            }
        }
        return went;
    }

    /** Equal chances decide the same, unless one lies within rounding of a probability: below 1e-10 in all tries. */
    @Property(tries = 300)
    void exchangesWhatScoresOfWholeStatesSay(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        GraphicalModel model = model(random);
        assertThat(model.factors().wide()).hasSize(2);
        Tempering.Ladder ladder = Tempering.Ladder.from(model, random.nextBoolean() ? 1 : 1.7, 0.6, 0.25, 0);
        ReplicaExchange exchange = new ReplicaExchange(new LadderTerms(ladder.lambdas(), ladder.models()), 16);
        for (int trial = 0; trial < 20; trial++) {
            int r = random.nextInt(1, 4);
            int[][] states = new int[2][16];
            for (int v = 0; v < 16; v++) {
                // Few differences, so that there are several components; the coldest state must be possible.
                states[0][v] = r == 1 ? 0 : random.nextInt(model.size(v));
                states[1][v] = random.nextInt(3) == 0 ? random.nextInt(model.size(v)) : states[0][v];
            }
            int[][] expected = {states[0].clone(), states[1].clone()};
            long chances = random.nextLong();
            int[] heard = states[0].clone();
            boolean went = naive(ladder, r, expected[0], expected[1], new SplittableRandom(chances));
            exchange.exchange(r, states[0], states[1], new SplittableRandom(chances), 5, new ChainListener() {
                @Override
                public void changed(long time, int variable, int from, int to) {
                    assertThat(heard[variable]).isEqualTo(from);
                    heard[variable] = to;
                }
            });
            assertThat(exchange.largestWent()).isEqualTo(went);
            assertThat(states).isDeepEqualTo(expected);
            assertThat(heard).isEqualTo(states[0]);
        }
    }
}
