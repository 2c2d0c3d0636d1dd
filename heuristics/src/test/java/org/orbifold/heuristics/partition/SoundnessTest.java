package org.orbifold.heuristics.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** States that a symmetry maps to each other are equally probable, also where many states are impossible. */
class SoundnessTest {

    /** Few different weights and many zeros, so that there are symmetries, and values that no state has. */
    private static GraphicalModel model(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] weights = {0, 1, Double.NEGATIVE_INFINITY};
        int variables = 4 + random.nextInt(3);
        ModelBuilder builder = GraphicalModel.builder();
        int[] size = new int[variables];
        for (int v = 0; v < variables; v++) {
            size[v] = 2 + random.nextInt(2);
            builder.variable("X" + v, Domain.ofSize(size[v]));
        }
        for (int t = 0; t < variables; t++) {
            int a = random.nextInt(variables);
            int b = (a + 1 + random.nextInt(variables - 1)) % variables;
            double[] entries = new double[size[a] * size[b]];
            for (int i = 0; i < entries.length; i++) {
                entries[i] = weights[random.nextInt(i == 0 ? 2 : 3)];
            }
            builder.table(new int[] {a, b}, entries);
        }
        // Every second model has a wider table, which blocks of three are for.
        if (random.nextBoolean()) {
            int a = random.nextInt(variables - 2);
            double[] entries = new double[size[a] * size[a + 1] * size[a + 2]];
            for (int i = 0; i < entries.length; i++) {
                entries[i] = weights[random.nextInt(i == 0 ? 2 : 3)];
            }
            builder.table(new int[] {a, a + 1, a + 2}, entries);
        }
        return builder.build();
    }

    @Property(tries = 150, seed = "7")
    void mappedStatesAreEquallyProbable(@ForAll long seed) {
        GraphicalModel model = model(seed);
        SymmetryFinder finder = SymmetryFinder.of(model);
        check(model, finder.variable());
        check(model, finder.variableValue());
        for (int size : new int[] {2, 3, PartitionFinder.AUTOMATIC}) {
            PartitionFinder.of(finder, size).cover().forEach(one -> check(model, one.symmetries()));
        }
    }

    private static void check(GraphicalModel model, BlockSymmetries symmetries) {
        for (Permutation generator : symmetries.generators()) {
            int[] state = new int[model.variableCount()];
            boolean moves = false;
            do {
                double before = model.logWeight(state);
                int[] image = symmetries.apply(generator, state);
                double after = model.logWeight(image);
                if (Double.isInfinite(before)) {
                    assertThat(after).isEqualTo(before);
                } else {
                    assertThat(after).isCloseTo(before, within(1e-9));
                    moves |= !Arrays.equals(state, image);
                }
            } while (next(model, state));
            assertThat(moves || symmetries.unknownValues() > 0).as("a generator that changes no possible state")
                    .isTrue();
        }
        checkPossible(model, symmetries);
    }

    /** What is said to be impossible is in no possible state. */
    private static void checkPossible(GraphicalModel model, BlockSymmetries symmetries) {
        int[] state = new int[model.variableCount()];
        do {
            for (int b = 0; b < symmetries.partition().blockCount(); b++) {
                assertThat(symmetries.isPossible(symmetries.pairs().pair(b, state))
                        || Double.isInfinite(model.logWeight(state))).isTrue();
            }
        } while (next(model, state));
    }

    private static boolean next(GraphicalModel model, int[] state) {
        for (int v = 0; v < state.length; v++) {
            if (++state[v] < model.size(v)) {
                return true;
            }
            state[v] = 0;
        }
        return false;
    }
}
