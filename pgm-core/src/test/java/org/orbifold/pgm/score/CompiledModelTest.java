package org.orbifold.pgm.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;

/** Every kernel against {@link GraphicalModel#logWeight}, the plain sum over the features. */
class CompiledModelTest {

    /** Limits that lead to tabulated conditionals, to sums over tables, and to features evaluated as they are. */
    private static final List<Limits> ALL_KERNELS =
            List.of(Limits.DEFAULT, new Limits(1 << 12, 0, 0), new Limits(1, 64, 1 << 22), new Limits(8, 4, 6));

    @Property(tries = 300)
    void softModels(@ForAll long seed) {
        compare(RandomModels.soft(seed));
    }

    @Property(tries = 300)
    void hardModels(@ForAll long seed) {
        compare(RandomModels.hard(seed));
    }

    /** A draw says the same as the probability, also for numbers right beside it. */
    @Property(tries = 200)
    void drawsFollowTheProbability(@ForAll long seed) {
        GraphicalModel model = seed % 2 == 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (Limits limits : ALL_KERNELS) {
            CompiledModel compiled = CompiledModel.of(model, limits);
            int[] state = new int[model.variableCount()];
            for (int v = 0; v < state.length; v++) {
                state[v] = random.nextInt(model.size(v));
            }
            for (int v = 0; v < state.length; v++) {
                if (model.size(v) == 2) {
                    double one = compiled.probabilityOfOne(state, v);
                    for (double u : new double[] {0, Math.nextDown(one), one, Math.nextUp(one), one - 0x1.0p-26,
                        one + 0x1.0p-26, one - 0x1.0p-20, one + 0x1.0p-20, random.nextDouble(), Math.nextDown(1.0)}) {
                        assertThat(compiled.drawBinary(state, v, u)).isEqualTo(u < one ? 1 : 0);
                    }
                }
            }
        }
    }

    private static void compare(GraphicalModel model) {
        for (Limits limits : ALL_KERNELS) {
            CompiledModel compiled = CompiledModel.of(model, limits);
            for (int[] state : RandomModels.states(model)) {
                same(compiled.logWeight(state), model.logWeight(state));
                for (int v = 0; v < model.variableCount(); v++) {
                    compareVariable(model, compiled, state, v);
                }
            }
        }
    }

    private static void compareVariable(GraphicalModel model, CompiledModel compiled, int[] state, int v) {
        double[] expected = ownScores(model, state, v);
        double[] scores = new double[model.size(v)];
        compiled.scores(state, v, scores);
        double[] probabilities = new double[model.size(v)];
        boolean possible = compiled.conditional(state, v, probabilities);
        double[] normalized = expected.clone();
        assertThat(possible).isEqualTo(CompiledModel.normalize(normalized, normalized.length));
        for (int x = 0; x < scores.length; x++) {
            same(scores[x] - max(scores), expected[x] - max(expected));
            assertThat(probabilities[x]).isCloseTo(normalized[x], within(1e-12));
            same(compiled.change(state, v, x), change(expected, state[v], x));
        }
        if (scores.length == 2) {
            same(compiled.logOdds(state, v), expected[1] - expected[0]);
            double one = compiled.probabilityOfOne(state, v);
            if (possible) {
                assertThat(one).isCloseTo(normalized[1], within(1e-12));
            } else {
                assertThat(one).isNaN();
            }
        }
    }

    /** Sums over the variable's own features, so that an infinity elsewhere does not hide them. */
    private static double[] ownScores(GraphicalModel model, int[] state, int v) {
        double[] scores = new double[model.size(v)];
        model.features().forEach(feature -> {
            if (Arrays.stream(feature.scope()).anyMatch(u -> u == v)) {
                for (int x = 0; x < scores.length; x++) {
                    scores[x] += feature.logPotential(state, v, x);
                }
            }
        });
        return scores;
    }

    private static double change(double[] scores, int from, int to) {
        if (from == to) {
            return 0;
        }
        return scores[to] == Double.NEGATIVE_INFINITY ? scores[to] : scores[to] - scores[from];
    }

    private static double max(double[] scores) {
        double max = Double.NEGATIVE_INFINITY;
        for (double score : scores) {
            max = Math.max(max, score);
        }
        return max;
    }

    private static void same(double actual, double expected) {
        if (Double.isNaN(expected)) {
            assertThat(actual).isNaN();
        } else if (Double.isInfinite(expected)) {
            assertThat(actual).isEqualTo(expected);
        } else {
            assertThat(actual).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
        }
    }

    @Test
    void aClauseOfAThousandLiteralsIsNotExpanded() {
        int[] sizes = new int[1000];
        Arrays.fill(sizes, 2);
        String[] literals = new String[1000];
        Arrays.setAll(literals, v -> v + "=1");
        GraphicalModel model = GraphicalModel.builder().variables(sizes).clause(1.5, literals).build();
        CompiledModel compiled = CompiledModel.of(model);
        int[] state = new int[1000];
        assertThat(compiled.logWeight(state)).isZero();
        assertThat(compiled.logOdds(state, 17)).isEqualTo(1.5);
        state[3] = 1;
        assertThat(compiled.logOdds(state, 17)).isZero();
        assertThat(compiled.logOdds(state, 3)).isEqualTo(1.5);
    }

    @Test
    void hugeWeightsDoNotOverflow() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3)
                .conjunction(5000, "0=1").conjunction(4000, "1=0").conjunction(4001, "1=2").build();
        for (Limits limits : ALL_KERNELS) {
            CompiledModel compiled = CompiledModel.of(model, limits);
            int[] state = {0, 0};
            assertThat(compiled.probabilityOfOne(state, 0)).isEqualTo(1);
            double[] out = new double[3];
            assertThat(compiled.conditional(state, 1, out)).isTrue();
            assertThat(out[2]).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-15));
            assertThat(out[1]).isZero();
        }
    }

    @Test
    void aDomainOfTwoBillionValuesCompiles() {
        GraphicalModel model = GraphicalModel.builder().variables(2_000_000_000).conjunction(3, "0=1999999999").build();
        CompiledModel compiled = CompiledModel.of(model);
        assertThat(compiled.change(new int[] {0}, 0, 1_999_999_999)).isEqualTo(3);
    }
}
