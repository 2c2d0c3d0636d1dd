package org.orbifold.lifted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** Groups of exchangeable variables, the groups exchangeable in turn, against brute force. */
class NestedClassesTest {

    private static final ExactOptions OPTIONS = ExactOptions.defaults().withThreads(1);

    private static double[] symmetric(SplittableRandom random) {
        double mixed = random.nextDouble();
        return new double[] {random.nextDouble(), mixed, mixed, 2 * random.nextDouble() - 1};
    }

    /** One table inside groups, one between them; weights of single variables that may differ. */
    private static GraphicalModel groups(SplittableRandom random, int groups, int members, boolean alike) {
        ModelBuilder builder = GraphicalModel.builder();
        double[] inside = symmetric(random);
        double[] between = symmetric(random);
        for (int v = 0; v < groups * members; v++) {
            builder.variables(2);
            builder.table(new int[] {v}, 0, alike ? 0.3 : random.nextDouble());
            for (int w = 0; w < v; w++) {
                builder.table(new int[] {w, v}, v / members == w / members ? inside : between);
            }
        }
        return builder.build();
    }

    private static void check(GraphicalModel model, Counting counting) {
        ExactResult expected = BruteForce.solve(model);
        ExactResult actual = counting.solve(OPTIONS);
        assertThat(actual.logPartition()).isCloseTo(expected.logPartition(), within(1e-10));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(actual.marginals(), expected.marginals())).isLessThan(1e-10);
    }

    @Test
    void groupsOfExchangeableVariables() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 12; i++) {
            GraphicalModel model = groups(random, 2 + i % 3, 3 + i % 2, i % 2 == 0);
            check(model, Counting.plan(model, OPTIONS, 2).orElseThrow());
        }
    }

    @Test
    void groupsAreCountedInTurn() {
        SplittableRandom random = new SplittableRandom(12);
        GraphicalModel large = groups(random, 8, 8, true);
        assertThat(Counting.plan(large, OPTIONS).orElseThrow().toString())
                .isEqualTo("8 times 8 blocks of 2 values, 9 histograms; "
                        + "of these 8 blocks of 9 values, 12,870 histograms");
    }

    /** The terms of single variables may be written into the tables of pairs. */
    @Test
    void termsInsidePairTablesMayDiffer() {
        SplittableRandom random = new SplittableRandom(13);
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < 9; v++) {
            builder.variables(2);
            for (int w = 0; w < v; w++) {
                double first = random.nextDouble();
                double second = random.nextDouble();
                builder.table(new int[] {w, v}, 0.4, second, first, first + second + 0.2);
            }
        }
        GraphicalModel model = builder.build();
        Counting counting = Counting.plan(model, OPTIONS, 2).orElseThrow();
        assertThat(counting.toString()).isEqualTo("9 blocks of 2 values, 10 histograms");
        check(model, counting);
    }
}
