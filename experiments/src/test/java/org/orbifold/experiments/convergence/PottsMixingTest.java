package org.orbifold.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.random.Xoshiro256;

class PottsMixingTest {

    /** x' = ρ x + noise has the autocorrelations ρ^t, so the time is 1/2 + ρ/(1 − ρ). */
    @Test
    void theTimeOfAnAutoregression() {
        Xoshiro256 random = Xoshiro256.of(1, 0);
        for (double rho : new double[] {0, 0.5, 0.9}) {
            double[] series = new double[200_000];
            for (int i = 1; i < series.length; i++) {
                series[i] = rho * series[i - 1] + random.nextDouble() - 0.5;
            }
            double expected = 0.5 + rho / (1 - rho);
            // Sokal's standard error, τ √(2 (2W + 1) τ / n) with W = 6, is below 3.5%; 15% is four of it.
            assertThat(PottsMixing.time(series)).isCloseTo(expected, within(0.15 * expected));
        }
    }

    /** Global moves redraw the share of one value at once; energy and magnetisation do not see them. */
    @Test
    void chainsDifferWhereTheyShould() {
        PottsMixing mixing = new PottsMixing(8);
        PottsMixing.Outcome gibbs = mixing.run(PottsMixing.Chain.BLOCK_GIBBS, 0.3, 1);
        PottsMixing.Outcome orbit = mixing.run(PottsMixing.Chain.ORBIT_MOVES, 0.3, 1);
        PottsMixing.Outcome clusters = mixing.run(PottsMixing.Chain.CLUSTERS, 0.3, 1);
        assertThat(gibbs.oneValue()).isGreaterThan(10 * orbit.oneValue());
        assertThat(clusters.clusters()).isPositive();
        assertThat(clusters.steps()).isLessThan(64);
        // 6.6 sweeps each in long runs.
        assertThat(gibbs.energy()).isBetween(4.0, 10.0);
        assertThat(orbit.energy()).isBetween(4.0, 10.0);
        assertThat(clusters.energy() * clusters.clusters()).isBetween(4.0, 16.0);
    }
}
