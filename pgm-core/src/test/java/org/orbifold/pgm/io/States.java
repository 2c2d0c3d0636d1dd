package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.Consumer;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/** The naive oracle: all states of a small model, one by one. */
final class States {

    static void forEach(GraphicalModel model, Consumer<int[]> action) {
        int[] state = new int[model.variableCount()];
        int v;
        do {
            action.accept(state);
            v = state.length - 1;
            while (v >= 0 && ++state[v] == model.size(v)) {
                state[v--] = 0;
            }
        } while (v >= 0);
    }

    static double logZ(GraphicalModel model) {
        double[] max = {Double.NEGATIVE_INFINITY};
        forEach(model, state -> max[0] = Math.max(max[0], model.logWeight(state)));
        if (max[0] == Double.NEGATIVE_INFINITY) {
            return max[0];
        }
        double[] sum = {0};
        forEach(model, state -> sum[0] += Math.exp(model.logWeight(state) - max[0]));
        return max[0] + Math.log(sum[0]);
    }

    /** Equal log-weights of all states, hence equal distributions and equal log Z. */
    static void assertSameWeights(GraphicalModel actual, GraphicalModel expected) {
        assertThat(actual.sizes()).isEqualTo(expected.sizes());
        // Each addition of a feature rounds once, on a sum no larger than the magnitude.
        double tolerance = 1e-12 + Math.ulp(1.0) * magnitude(actual) * (1 + actual.features().size());
        forEach(expected, state -> {
            double weight = expected.logWeight(state);
            if (weight == Double.NEGATIVE_INFINITY) {
                assertThat(actual.logWeight(state)).isEqualTo(weight);
            } else {
                assertThat(actual.logWeight(state)).isCloseTo(weight, within(tolerance));
            }
        });
        double logZ = logZ(expected);
        if (Double.isFinite(logZ)) {
            assertThat(logZ(actual)).isCloseTo(logZ, within(tolerance));
        } else {
            assertThat(logZ(actual)).isEqualTo(logZ);
        }
    }

    /** The sum of all absolute weights: a bound on what is added and taken away again for one state. */
    private static double magnitude(GraphicalModel model) {
        double sum = Math.abs(model.constant());
        for (Feature feature : model.features()) {
            double[] weights = feature instanceof Table table ? table.entries()
                    : new double[] {((WeightedFeature) feature).weight()};
            sum += Arrays.stream(weights).filter(Double::isFinite).map(Math::abs).max().orElse(0);
        }
        return sum;
    }

    private States() { }
}
