package org.orbifold.lifted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;

/** Terms of single variables, moved out of wider tables. */
class InteractionsTest {

    private static GraphicalModel random(RandomGenerator random, boolean hard) {
        ModelBuilder builder = GraphicalModel.builder().variables(2, 3, 2, 4);
        int[][] scopes = {{0, 1}, {1, 2, 3}, {0, 3}, {2}, {3, 0}};
        int[] sizes = {2, 3, 2, 4};
        for (int[] scope : scopes) {
            int entries = Arrays.stream(scope).map(v -> sizes[v]).reduce(1, (a, b) -> a * b);
            double[] logs = random.doubles(entries, -3, 3).toArray();
            if (hard && scope.length == 2) {
                logs[random.nextInt(entries)] = Double.NEGATIVE_INFINITY;
            }
            builder.table(scope, logs);
        }
        return builder.constant(0.7).build();
    }

    @Property(tries = 100)
    void weightsOfAllStatesStayAndMeansAreZero(@ForAll long seed, @ForAll boolean hard) {
        GraphicalModel model = random(new SplittableRandom(seed), hard);
        GraphicalModel separated = Interactions.of(model);
        int[] state = new int[4];
        for (int i = 0; i < 48; i++) {
            state[0] = i % 2;
            state[1] = i / 2 % 3;
            state[2] = i / 6 % 2;
            state[3] = i / 12;
            double expected = model.logWeight(state);
            if (expected == Double.NEGATIVE_INFINITY) {
                assertThat(separated.logWeight(state)).isEqualTo(expected);
            } else {
                assertThat(separated.logWeight(state)).isCloseTo(expected, within(1e-12));
            }
        }
        for (Table table : separated.factors().tables()) {
            if (table.arity() > 1 && !table.isHard()) {
                for (int k = 0; k < table.arity(); k++) {
                    double[] sums = new double[table.size(k)];
                    for (int i = 0; i < table.entryCount(); i++) {
                        sums[i / table.stride(k) % table.size(k)] += table.entry(i);
                    }
                    assertThat(Arrays.stream(sums).map(Math::abs).max().orElseThrow()).isLessThan(1e-12);
                }
            }
        }
    }

    /** A table that is a sum of terms of single variables is no interaction. */
    @Test
    void sumsAreDropped() {
        GraphicalModel model = GraphicalModel.builder().binary("a", "b").table(new int[] {0, 1}, 1, 3, 2, 4).build();
        GraphicalModel separated = Interactions.of(model);
        assertThat(separated.factors().tables()).allMatch(table -> table.arity() == 1);
        assertThat(separated.logWeight(new int[] {1, 1})).isCloseTo(4, within(1e-15));
        assertThat(separated.logWeight(new int[] {0, 1})).isCloseTo(3, within(1e-15));
    }

    @Test
    void nothingIsChangedWhereNothingCanBe() {
        GraphicalModel model = GraphicalModel.builder().binary("a", "b").table(new int[] {0}, 1, 3)
                .table(new int[] {0, 1}, 0, Double.NEGATIVE_INFINITY, 1, 2).build();
        assertThat(Interactions.of(model)).isSameAs(model);
    }
}
