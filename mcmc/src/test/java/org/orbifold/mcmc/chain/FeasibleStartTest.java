package org.orbifold.mcmc.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;

class FeasibleStartTest {

    @Test
    void findsPossibleStatesOfRandomModels() {
        for (long seed = 0; seed < 300; seed++) {
            GraphicalModel model = RandomModels.hard(seed);
            int[] state = FeasibleStart.find(model, Xoshiro256.of(seed, 0));
            assertThat(model.logWeight(state)).isGreaterThan(Double.NEGATIVE_INFINITY);
        }
    }

    /** Random 3-SAT with a planted solution and four clauses per variable: a random state violates about 100. */
    @Test
    void solvesPlantedSatisfiability() {
        SplittableRandom random = new SplittableRandom(4);
        int n = 200;
        int[] sizes = new int[n];
        Arrays.fill(sizes, 2);
        ModelBuilder model = GraphicalModel.builder().variables(sizes);
        for (int c = 0; c < 4 * n; c++) {
            int a = random.nextInt(n);
            int b = (a + 1 + random.nextInt(n - 1)) % n;
            // One literal agrees with the planted state of all ones.
            model.clause(Double.POSITIVE_INFINITY, Literal.of(a, 1), Literal.of(b, random.nextInt(2)),
                    Literal.of((b + 7) % n == a ? (b + 8) % n : (b + 7) % n, random.nextInt(2)));
        }
        GraphicalModel built = model.build();
        assertThat(built.logWeight(FeasibleStart.find(built, Xoshiro256.of(1, 0)))).isFinite();
    }

    @Test
    void startsUniformlyWithoutConstraints() {
        GraphicalModel model = GraphicalModel.builder().variables(3).build();
        int[] counts = new int[3];
        Xoshiro256 random = Xoshiro256.of(1, 0);
        for (int i = 0; i < 3000; i++) {
            counts[FeasibleStart.find(model, random)[0]]++;
        }
        // Each count is binomial with standard deviation 26: six of them, false alarm below 1e-8.
        assertThat(Arrays.stream(counts)).allMatch(count -> Math.abs(count - 1000) < 156);
    }

    @Test
    void saysWhenItFoundNone() {
        GraphicalModel impossible = GraphicalModel.builder().variables(2, 2)
                .clause(Double.POSITIVE_INFINITY, Literal.of(0, 1)).clause(Double.POSITIVE_INFINITY, Literal.of(0, 0))
                .clause(1, Literal.of(1, 0)).build();
        assertThatThrownBy(() -> FeasibleStart.find(impossible, Xoshiro256.of(1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found no state that the hard constraints allow");
    }
}
