package org.orbifold.pgm.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;

/** Compiled models under evidence and hard constraints, against sums over the states of the whole model. */
class ConditionedScoresTest {

    @Property(tries = 300)
    void conditionalsAreThoseOfTheWholeModel(@ForAll long seed) {
        GraphicalModel whole = RandomModels.hard(seed);
        ConditionedModel conditioned = whole.condition(RandomModels.evidence(whole, seed));
        GraphicalModel model = conditioned.model();
        CompiledModel compiled = CompiledModel.of(model);
        for (int[] free : RandomModels.states(model)) {
            int[] full = conditioned.expand(free);
            for (int v = 0; v < free.length; v++) {
                double[] expected = conditional(whole, full, conditioned.toOriginal(v));
                double[] actual = new double[model.size(v)];
                // Where the rest of the state is impossible the whole model knows no conditional.
                if (expected != null) {
                    assertThat(compiled.conditional(free, v, actual)).isTrue();
                    assertThat(actual).containsExactly(expected, within(1e-11));
                }
            }
        }
    }

    /** P(X_v = x | rest) from the weights of whole states; null if all of them are impossible. */
    private static double[] conditional(GraphicalModel whole, int[] full, int variable) {
        double[] logs = new double[whole.size(variable)];
        int[] state = full.clone();
        double max = Double.NEGATIVE_INFINITY;
        for (int x = 0; x < logs.length; x++) {
            state[variable] = x;
            logs[x] = whole.logWeight(state);
            max = Math.max(max, logs[x]);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            return null;
        }
        double sum = 0;
        for (int x = 0; x < logs.length; x++) {
            logs[x] = Math.exp(logs[x] - max);
            sum += logs[x];
        }
        for (int x = 0; x < logs.length; x++) {
            logs[x] /= sum;
        }
        return logs;
    }

    /** Σ P(rest) P(x | rest) = P(x): the conditionals of all states add up to the exact marginals. */
    @Property(tries = 200)
    void conditionalsAverageToMarginals(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        CompiledModel compiled = CompiledModel.of(model);
        ExactResult exact = BruteForce.solve(model);
        for (int v = 0; v < model.variableCount(); v++) {
            double[] mean = new double[model.size(v)];
            double[] conditional = new double[model.size(v)];
            for (int[] state : RandomModels.states(model)) {
                double probability = Math.exp(model.logWeight(state) - exact.logPartition());
                if (probability > 0) {
                    assertThat(compiled.conditional(state, v, conditional)).isTrue();
                    for (int x = 0; x < mean.length; x++) {
                        mean[x] += probability * conditional[x];
                    }
                }
            }
            assertThat(mean).containsExactly(exact.marginals().distribution(v), within(1e-10));
        }
    }
}
