package org.orbifold.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.random.Xoshiro256;

class StatisticsTest {

    @Test
    void aKnownInterval() {
        // Mean 3, standard deviation 1.5811, t(4) = 2.776: half width 2.776 · 1.5811 / √5 = 1.963.
        Statistics.Interval mean = Statistics.mean(new double[] {1, 2, 3, 4, 5});
        assertThat(mean.value()).isEqualTo(3);
        assertThat(mean.low()).isCloseTo(3 - 1.963, within(1e-3));
        assertThat(mean.high()).isCloseTo(3 + 1.963, within(1e-3));
    }

    @Test
    void anIntervalThatStaysPositive() {
        // Relative error 1.5811 / √5 / 3 = 0.2357, t(4) = 2.776: a factor of e^0.6543 = 1.924 either way.
        Statistics.Interval mean = Statistics.positiveMean(new double[] {1, 2, 3, 4, 5});
        assertThat(mean.value()).isEqualTo(3);
        assertThat(mean.low()).isCloseTo(3 / 1.924, within(1e-3));
        assertThat(mean.high()).isCloseTo(3 * 1.924, within(2e-3));
        assertThat(Statistics.positiveMean(new double[] {0, 1e-9}).low()).isPositive();
        assertThat(Statistics.positiveMean(new double[] {0, 0})).isEqualTo(new Statistics.Interval(0, 0, 0));
    }

    /** With small relative errors it is the usual interval. */
    @Test
    void positiveIntervalsAreTheUsualOnesWhenNarrow() {
        double[] values = {100, 101, 99.5, 100.2};
        Statistics.Interval usual = Statistics.mean(values);
        assertThat(Statistics.positiveMean(values).low()).isCloseTo(usual.low(), within(0.01));
        assertThat(Statistics.positiveMean(values).high()).isCloseTo(usual.high(), within(0.01));
    }

    @Test
    void intervalsHoldWhatTheyPromise() {
        Xoshiro256 random = Xoshiro256.of(7, 0);
        int covered = 0;
        int ratios = 0;
        for (int i = 0; i < 4000; i++) {
            double[] a = new double[5];
            double[] b = new double[7];
            for (int k = 0; k < 7; k++) {
                b[k] = Math.exp(random.nextGaussian(0, 2));
                if (k < 5) {
                    a[k] = Math.exp(random.nextGaussian(1, 1));
                }
            }
            Statistics.Interval ratio = Statistics.ratio(a, b);
            ratios += ratio.low() <= Math.E && Math.E <= ratio.high() ? 1 : 0;
            double[] normal = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            Statistics.Interval mean = Statistics.mean(normal);
            covered += mean.low() <= 0 && 0 <= mean.high() ? 1 : 0;
        }
        // 95% of 4000 is 3800, standard deviation 13.8: five of them either way fail once in 10^6 seeds. Welch's
        // interval is a little wide.
        assertThat(covered).isBetween(3731, 3869);
        assertThat(ratios).isBetween(3731, 3900);
    }

    @Test
    void ratiosAreOfGeometricMeansAndKnowTheFloor() {
        assertThat(Statistics.ratio(new double[] {1, 100}, new double[] {1, 1}).value()).isCloseTo(10, within(1e-9));
        assertThat(Statistics.ratio(new double[] {1, 1}, new double[] {0, 0}).value())
                .isCloseTo(1 / Statistics.FLOOR, within(1e3));
    }

    @Test
    void oneValueIsNotEnough() {
        assertThatThrownBy(() -> Statistics.mean(new double[] {1})).hasMessageContaining("at least 2");
    }
}
