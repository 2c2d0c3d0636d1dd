package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** The front door on models with variables that only help to write tables. */
class AuxiliaryVariablesTest {

    private static final int OWN = 4;

    /** A chain own 0 – auxiliary – own 1 – auxiliary – … with random pairwise tables and ternary variables. */
    private static GraphicalModel model(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < OWN; v++) {
            builder.variable("own" + v, Domain.of("a", "b", "c"));
        }
        for (int v = 0; v + 1 < OWN; v++) {
            builder.auxiliary("own" + v + "#1", Domain.of("a", "b", "c"));
            for (int end : new int[] {v, v + 1}) {
                builder.potentials(new int[] {OWN + v, end}, random.doubles(9, 0.1, 2).toArray());
            }
        }
        return builder.build();
    }

    /** The largest log-weight of values of the own variables, by brute force. */
    private static double best(GraphicalModel model, int observed) {
        int n = model.variableCount();
        double[] sums = new double[(int) Math.pow(3, OWN)];
        int[] state = new int[n];
        for (int code = 0; code < Math.pow(3, n); code++) {
            int own = 0;
            for (int v = 0, rest = code; v < n; v++, rest /= 3) {
                state[v] = rest % 3;
                own = v < OWN ? 3 * own + state[v] : own;
            }
            sums[own] += state[0] == observed ? Math.exp(model.logWeight(state)) : 0;
        }
        return Math.log(Arrays.stream(sums).max().orElseThrow());
    }

    @Property(tries = 20, seed = "4711")
    void theMostProbableStateIsOneOfTheOwnVariables(@ForAll @IntRange(max = 1 << 20) int seed,
            @ForAll @IntRange(max = 2) int observed) {
        GraphicalModel model = model(seed);
        Evidence evidence = Evidence.of(0, observed);
        MapResult result = Inference.on(model).withEvidence(evidence).withSeconds(5).mostProbable();
        assertThat(result.isProved()).isTrue();
        assertThat(result.logWeight()).isCloseTo(best(model, observed), within(1e-9));
        assertThat(result.lines()).hasSize(OWN).contains("own0=" + "abc".charAt(observed));
        assertThat(result.toJson()).doesNotContain("#");
        assertThat(result.state()).hasSize(model.variableCount());
        for (int v = OWN; v < model.variableCount(); v++) {
            int[] other = result.state();
            for (int x = 0; x < 3; x++) {
                other[v] = x;
                assertThat(model.logWeight(other)).isLessThanOrEqualTo(model.logWeight(result.state()) + 1e-9);
            }
        }
    }
}
