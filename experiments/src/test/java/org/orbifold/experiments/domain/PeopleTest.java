package org.orbifold.experiments.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.random.Xoshiro256;

/** Enumeration is the oracle: it is a sum over all states, term by term. */
class PeopleTest {

    private static People random(int n, double rho, double spread, boolean uniform, long seed) {
        Xoshiro256 random = Xoshiro256.of(seed, 0);
        double[] ratio = new double[n];
        double[][] pair = new double[n][n];
        for (int i = 0; i < n; i++) {
            ratio[i] = random.nextGaussian(0, spread);
            for (int j = 0; j < n; j++) {
                pair[i][j] = i == j ? 0 : uniform ? rho : random.nextGaussian(0, 0.2);
            }
        }
        return new People(ratio, pair);
    }

    private static void assertClose(People.Answer found, People.Answer expected, double tolerance) {
        for (int i = 0; i < expected.one().length; i++) {
            assertThat(found.one()[i]).isCloseTo(expected.one()[i], within(tolerance));
            for (int j = 0; j < expected.one().length; j++) {
                assertThat(found.oneZero()[i][j]).as("%d %d", i, j)
                        .isCloseTo(expected.oneZero()[i][j], within(tolerance));
            }
        }
    }

    @Property(tries = 100)
    void polynomialsAgreeWithEnumeration(@ForAll @IntRange(min = 1, max = 9) int n,
            @ForAll @DoubleRange(min = -2, max = 1) double rho, @ForAll @DoubleRange(min = 0, max = 4) double spread,
            @ForAll long seed) {
        People people = random(n, rho, spread, true, seed);
        assertClose(people.byPolynomials(), people.byEnumeration(), 1e-11);
    }

    @Test
    void longRunsAgreeWithinTheirError() {
        People people = random(8, 0, 1, false, 5);
        People.Answer run = people.byLongRun(100_000, Xoshiro256.of(1, 1));
        // Eight means within 6 standard errors of 20 batches (t with 19 degrees of freedom): fails once in 10^4 seeds.
        assertClose(run, people.byEnumeration(), 6 * run.error());
        assertThat(run.error()).isBetween(1e-6, 1e-3);
    }

    @Test
    void theMethodFollowsFromTheModel() {
        assertThat(random(30, 0.1, 1, true, 1).solve(10, Xoshiro256.of(1, 1)).method()).contains("closed form");
        assertThat(random(5, 0, 1, false, 1).solve(10, Xoshiro256.of(1, 1)).error()).isZero();
        assertThat(random(30, 0, 1, false, 1).solve(1000, Xoshiro256.of(1, 1)).error()).isPositive();
    }

    /** Many people with extreme ratios: probabilities stay probabilities and sums agree. */
    @Test
    void largeAndExtremeIsStable() {
        People.Answer answer = random(200, -0.05, 6, true, 3).byPolynomials();
        for (int i = 0; i < 200; i++) {
            assertThat(answer.one()[i]).isBetween(0.0, 1 + 1e-12);
            for (int j = 0; j < i; j++) {
                // P(t_i=1) = P(1,0) + P(1,1), and P(1,1) is symmetric.
                double both = answer.one()[i] - answer.oneZero()[i][j];
                assertThat(both).isCloseTo(answer.one()[j] - answer.oneZero()[j][i], within(1e-10));
            }
        }
    }
}
