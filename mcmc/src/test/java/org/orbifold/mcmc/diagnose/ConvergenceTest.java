package org.orbifold.mcmc.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConvergenceTest {

    private static double[][] autoregressive(int chains, int length, double phi, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] draws = new double[chains][length];
        for (double[] chain : draws) {
            double x = random.nextGaussian();
            for (int i = 0; i < length; i++) {
                x = phi * x + Math.sqrt(1 - phi * phi) * random.nextGaussian();
                chain[i] = x;
            }
        }
        return draws;
    }

    @Test
    void independentDrawsCountInFull() {
        double[][] draws = autoregressive(4, 1000, 0, 1);
        // The estimate of the size itself varies by about 3 %, that of R-hat by 0.001; seeds are fixed.
        assertThat(Convergence.bulkEss(draws)).isBetween(3200.0, 4800.0);
        assertThat(Convergence.essOfMean(draws)).isBetween(3200.0, 4800.0);
        assertThat(Convergence.splitRhat(draws)).isCloseTo(1, within(0.005));
        assertThat(Convergence.rankRhat(draws)).isCloseTo(1, within(0.005));
        assertThat(Convergence.standardErrorOfMean(draws)).isCloseTo(1 / Math.sqrt(4000), within(0.002));
    }

    /** An AR(1) process with coefficient φ has n(1−φ)/(1+φ) effective draws. */
    @Test
    void correlatedDrawsCountLess() {
        for (double phi : new double[] {0.5, 0.9}) {
            double[][] draws = autoregressive(4, 4000, phi, 2);
            double expected = 16_000 * (1 - phi) / (1 + phi);
            assertThat(Convergence.bulkEss(draws)).isBetween(0.75 * expected, 1.3 * expected);
        }
        // Draws that alternate tell more about the mean than independent ones.
        assertThat(Convergence.essOfMean(autoregressive(4, 1000, -0.5, 3))).isGreaterThan(6000);
    }

    /**
     * The standard error of the mean of AR(1) chains is √((1+φ)/(1−φ)/n): its estimate against that, and the means of
     * 200 replications against their estimated errors. A χ² with 200 degrees of freedom is outside 120 to 300 with
     * probability below 1e-6; estimated errors add at most a few per cent.
     */
    @Test
    void standardErrorsOfCorrelatedMeansAreRight() {
        for (double phi : new double[] {0, 0.5, 0.9, -0.4}) {
            int length = 1000;
            double truth = Math.sqrt((1 + phi) / (1 - phi) / (2 * length));
            double squares = 0;
            double errors = 0;
            for (int r = 0; r < 200; r++) {
                double[][] draws = autoregressive(2, length, phi, 100 + r);
                double error = Convergence.standardErrorOfMean(draws);
                double mean = (Convergence.mean(draws[0]) + Convergence.mean(draws[1])) / 2;
                squares += mean * mean / (error * error);
                errors += error / 200;
            }
            assertThat(errors / truth).isBetween(0.85, 1.15);
            assertThat(squares).isBetween(120.0, 300.0);
        }
    }

    /** Ranks do not change under increasing functions, so neither do the figures that are made of ranks. */
    @Test
    void rankBasedFiguresSeeOnlyRanks() {
        double[][] draws = autoregressive(4, 500, 0.6, 8);
        double[][] wild = new double[4][500];
        for (int c = 0; c < 4; c++) {
            for (int i = 0; i < 500; i++) {
                wild[c][i] = Math.exp(20 * draws[c][i]);
            }
        }
        assertThat(Convergence.bulkEss(wild)).isEqualTo(Convergence.bulkEss(draws));
        assertThat(Convergence.rankRhat(wild)).isEqualTo(Convergence.rankRhat(draws));
        assertThat(Convergence.bulkEss(draws)).isBetween(350.0, 700.0);
    }

    @Test
    void chainsThatDisagreeAreSeen() {
        double[][] draws = autoregressive(4, 500, 0, 4);
        for (int i = 0; i < 500; i++) {
            draws[0][i] += 3;
        }
        assertThat(Convergence.splitRhat(draws)).isGreaterThan(1.3);
        assertThat(Convergence.rankRhat(draws)).isGreaterThan(1.2);
        assertThat(Convergence.bulkEss(draws)).isLessThan(60);
        // A trend within one chain is seen because chains are split.
        double[][] trend = autoregressive(1, 500, 0, 5);
        for (int i = 0; i < 500; i++) {
            trend[0][i] += i / 100.0;
        }
        assertThat(Convergence.splitRhat(trend)).isGreaterThan(1.3);
    }

    @Test
    void constantsAndShortSeries() {
        assertThat(Convergence.splitRhat(new double[][] {{2, 2, 2, 2}, {2, 2, 2, 2}})).isEqualTo(1);
        assertThat(Convergence.bulkEss(new double[][] {{2, 2, 2, 2}, {2, 2, 2, 2}})).isEqualTo(8);
        assertThat(Convergence.splitRhat(new double[][] {{1, 1, 1, 1}, {2, 2, 2, 2}}))
                .isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Convergence.splitRhat(new double[][] {{1, 2, 3}})).isNaN();
        assertThat(Convergence.bulkEss(new double[0][])).isNaN();
        assertThatThrownBy(() -> Convergence.splitRhat(new double[][] {{1, 2, 3, 4}, {1, 2, 3, 4, 5}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("different length");
    }

    /** A hand-made case: halves (1,3) and (2,4): within 2, between 0.5, R² = 1/2 + 0.25. */
    @Test
    void splitRhatByHand() {
        assertThat(Convergence.splitRhat(new double[][] {{1, 3, 2, 4}})).isCloseTo(Math.sqrt(0.75), within(1e-12));
    }

    /** Quantiles from Abramowitz and Stegun, table 26.5, and by symmetry. */
    @Test
    void normalQuantiles() {
        assertThat(Normal.quantile(0.5)).isCloseTo(0, within(1e-12));
        assertThat(Normal.quantile(0.975)).isCloseTo(1.959963984540054, within(1e-10));
        assertThat(Normal.quantile(0.001)).isCloseTo(-3.090232306167813, within(1e-10));
        assertThat(Normal.cumulative(1)).isCloseTo(0.841344746068543, within(1e-14));
        assertThat(Normal.cumulative(-9)).isZero();
    }
}
