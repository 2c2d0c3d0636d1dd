package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.LargestWeight;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

class MaxProductTest {

    @Property(tries = 500, seed = "20191")
    void agreesWithBruteForce(@ForAll long seed) {
        GraphicalModel whole = RandomModels.hard(seed);
        GraphicalModel model = whole.condition(RandomModels.evidence(whole, seed)).model();
        MostProbableState found = ContractionPlan.of(model).maximize(ExactOptions.defaults().withThreads(2));
        assertThat(found.logWeight()).isEqualTo(model.logWeight(found.state()));
        assertThat(found.logWeight())
                .isCloseTo(LargestWeight.of(model), within(1e-9 * (1 + Math.abs(found.logWeight()))));
    }

    /** With little memory the maximum is taken over slices. */
    @Test
    void slicesFindTheSame() {
        GraphicalModel model = grid(9, 5);
        ContractionPlan tree = ContractionPlan.of(model);
        ExactOptions little = ExactOptions.defaults().withMemoryBytes((long) tree.cost().bytes() / 4);
        assertThat(tree.cost(little.memoryBytes(), Budget.unlimited()).sliced()).isPositive();
        assertThat(tree.maximize(little).logWeight())
                .isCloseTo(tree.maximize(ExactOptions.defaults()).logWeight(), within(1e-9));
    }

    private static GraphicalModel grid(int side, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ModelBuilder builder = GraphicalModel.builder()
                .binary(IntStream.range(0, side * side).mapToObj(i -> "X" + i).toArray(String[]::new));
        for (int i = 0; i < side * side; i++) {
            builder.table(new int[] {i}, 0, random.nextGaussian());
            if (i % side + 1 < side) {
                builder.table(new int[] {i, i + 1}, random.doubles(4, -2, 2).toArray());
            }
            if (i + side < side * side) {
                builder.table(new int[] {i, i + side}, random.doubles(4, -2, 2).toArray());
            }
        }
        return builder.build();
    }

    @Test
    void anImpossibleModelIsRefused() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B")
                .potentials(new int[] {0, 1}, 0, 1, 1, 0).potentials(new int[] {0, 1}, 1, 0, 0, 1).build();
        assertThatExceptionOfType(ContradictionException.class)
                .isThrownBy(() -> ContractionPlan.of(model).maximize(ExactOptions.defaults()));
    }

    /** Of all values of a block, given the rest, the conditional maximum is never worse, and it is the best. */
    @Property(tries = 200, seed = "20192")
    void aBlockIsMaximizedGivenTheRest(@ForAll long seed) {
        GraphicalModel model = RandomModels.soft(seed);
        SplittableRandom random = new SplittableRandom(seed);
        int[] state = IntStream.range(0, model.variableCount()).map(v -> random.nextInt(model.size(v))).toArray();
        int[] order = IntStream.range(0, model.variableCount()).filter(v -> random.nextBoolean()
                && model.factors().wide().stream().noneMatch(f -> Arrays.stream(f.scope()).anyMatch(u -> u == v)))
                .toArray();
        int[] changed = state.clone();
        assertThat(JointConditional.plan(model, order).on(model).maximize(changed, random)).isTrue();
        assertThat(model.logWeight(changed)).isCloseTo(bestGivenRest(model, state, order), within(1e-9));
    }

    private static double bestGivenRest(GraphicalModel model, int[] given, int[] order) {
        int[] state = given.clone();
        Arrays.stream(order).forEach(v -> state[v] = 0);
        double best = Double.NEGATIVE_INFINITY;
        int k;
        do {
            best = Math.max(best, model.logWeight(state));
            k = order.length - 1;
            while (k >= 0 && ++state[order[k]] == model.size(order[k])) {
                state[order[k--]] = 0;
            }
        } while (k >= 0);
        return best;
    }

    /**
     * Backward samples against the joint distribution of a small model with hard zeros: chi-square with a limit that a
     * right sampler exceeds with probability below 1e-6 (11 degrees of freedom), over one fixed seed.
     */
    @Test
    void samplesHaveTheJointDistribution() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3, 2)
                .table(new int[] {0, 1}, 0.3, -1, 0.5, Double.NEGATIVE_INFINITY, 0.2, 1)
                .table(new int[] {1, 2}, 1, -0.5, 0, 0.7, 0.1, -0.2).build();
        ExactSampler sampler = ContractionPlan.of(model).sampler(ExactOptions.defaults());
        double logZ = BruteForce.solve(model).logPartition();
        assertThat(sampler.logPartition()).isCloseTo(logZ, within(1e-12));
        int draws = 60_000;
        int[] counts = new int[12];
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < draws; i++) {
            int[] state = sampler.draw(random);
            counts[(state[0] * 3 + state[1]) * 2 + state[2]]++;
        }
        double chiSquare = 0;
        for (int s = 0; s < counts.length; s++) {
            double expected = draws * Math.exp(model.logWeight(new int[] {s / 6, s / 2 % 3, s % 2}) - logZ);
            if (expected == 0) {
                assertThat(counts[s]).isZero();
            } else {
                chiSquare += Math.pow(counts[s] - expected, 2) / expected;
            }
        }
        assertThat(chiSquare).isLessThan(50);
    }
}
