package org.orbifold.lifted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/** Exchanges of variables that leave all tables as they are, against the weights of all states. */
class TableLabelsTest {

    private static final int[] SIZES = {2, 2, 3, 3, 2};

    /** Each table for every image of its scope under swaps of two pairs, if they are to be symmetries. */
    private static GraphicalModel random(RandomGenerator random, boolean symmetric) {
        ModelBuilder builder = GraphicalModel.builder().variables(SIZES);
        int[][] scopes = {{0}, {2}, {0, 2}, {0, 1}, {1, 4}, {0, 2, 4}, {1, 2, 3}, {2, 3}};
        for (int[] scope : scopes) {
            int entries = Arrays.stream(scope).map(v -> SIZES[v]).reduce(1, (a, b) -> a * b);
            double[] logs = random.ints(entries, 0, 3).asDoubleStream().toArray();
            builder.table(scope, logs);
            if (symmetric) {
                builder.table(Arrays.stream(scope).map(v -> v < 4 ? v ^ 1 : v).toArray(), logs);
            }
        }
        return builder.build();
    }

    private static boolean keepsWeights(GraphicalModel model, int[] image) {
        int[] state = new int[SIZES.length];
        int[] other = new int[SIZES.length];
        for (int number = 0; number < 72; number++) {
            for (int v = 0, rest = number; v < SIZES.length; rest /= SIZES[v++]) {
                state[v] = rest % SIZES[v];
            }
            for (int v = 0; v < SIZES.length; v++) {
                other[image[v]] = state[v];
            }
            if (Math.abs(model.logWeight(state) - model.logWeight(other)) > 1e-9) {
                return false;
            }
        }
        return true;
    }

    @Property(tries = 200)
    void symmetriesKeepAllWeights(@ForAll long seed, @ForAll boolean symmetric) {
        GraphicalModel model = random(new SplittableRandom(seed), symmetric);
        TableLabels labels = new TableLabels(model, model.factors().tables(), Budget.unlimited());
        int[][] swaps = {{0, 1}, {2, 3}, {0, 4}, {1, 4}, {0, 1, 2, 3}};
        for (int[] moved : swaps) {
            int[] image = {0, 1, 2, 3, 4};
            for (int i = 0; i < moved.length; i += 2) {
                image[moved[i]] = moved[i + 1];
                image[moved[i + 1]] = moved[i];
            }
            boolean found = labels.isSymmetry(moved, image, Budget.unlimited());
            assertThat(!found || keepsWeights(model, image)).isTrue();
            if (symmetric && moved.length == 4) {
                assertThat(found).isTrue();
                assertThat(labels.colour(0)).isEqualTo(labels.colour(1));
                assertThat(labels.colour(2)).isEqualTo(labels.colour(3));
                assertThat(labels.label(0, 2)).isEqualTo(labels.label(1, 3));
                assertThat(labels.label(2, 4)).isEqualTo(labels.label(3, 4));
            }
        }
        assertThat(labels.size(2)).isEqualTo(3);
    }

    /** Labels see the side of a table, its sizes and its entries; colours also the neighbours of neighbours. */
    @Test
    void labelsTellTablesApart() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2, 2, 2, 2, 2)
                .table(new int[] {0, 1}, 0, 1, 2, 3).table(new int[] {2, 3}, 0, 1, 2, 3)
                .table(new int[] {5, 4}, 0, 1, 2, 3)
                .table(new int[] {6, 7}, 0, 2, 1, 3).table(new int[] {1}, 0, 5).build();
        TableLabels labels = new TableLabels(model, model.factors().tables(), Budget.unlimited());
        assertThat(labels.label(0, 1)).isEqualTo(labels.label(2, 3)).isEqualTo(labels.label(5, 4))
                .isEqualTo(labels.label(7, 6)).isNotEqualTo(labels.label(1, 0)).isNotZero();
        assertThat(labels.label(1, 0)).isEqualTo(labels.label(3, 2)).isEqualTo(labels.label(4, 5));
        assertThat(labels.label(0, 2)).isZero();
        assertThat(labels.around(0).keySet()).containsExactly(1);
        // Variable 1 has a term of its own, which 0 sees from afar.
        assertThat(labels.colour(1)).isNotEqualTo(labels.colour(3));
        assertThat(labels.colour(0)).isNotEqualTo(labels.colour(2));
        assertThat(labels.colour(2)).isEqualTo(labels.colour(5)).isEqualTo(labels.colour(7));
        assertThat(labels.colour(3)).isEqualTo(labels.colour(4)).isNotEqualTo(labels.colour(2));
    }

    /** Sums of the same numbers in another order are the same; others are not. */
    @Test
    void entriesAreEqualUpToRounding() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2)
                .table(new int[] {0, 1}, 0, 0.3, 0.3, 1).table(new int[] {0, 2}, 0, 0.1 + 0.2, 0.1 + 0.2, 1).build();
        TableLabels labels = new TableLabels(model, model.factors().tables(), Budget.unlimited());
        assertThat(labels.isSymmetry(new int[] {1, 2}, new int[] {0, 2, 1}, Budget.unlimited())).isTrue();
        model = GraphicalModel.builder().variables(2, 2, 2)
                .table(new int[] {0, 1}, 0, 0.3, 0.3, 1).table(new int[] {0, 2}, 0, 0.300001, 0.3, 1).build();
        labels = new TableLabels(model, model.factors().tables(), Budget.unlimited());
        assertThat(labels.isSymmetry(new int[] {1, 2}, new int[] {0, 2, 1}, Budget.unlimited())).isFalse();
    }
}
