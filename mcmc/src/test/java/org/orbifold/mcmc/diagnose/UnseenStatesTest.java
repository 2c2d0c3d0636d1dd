package org.orbifold.mcmc.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnseenStatesTest {

    /** A number that keeps a share of its last value; the autocorrelation time is (1 + share) / (1 − share). */
    private static double[][] chains(int count, int length, double share) {
        Random random = new Random(3);
        double[][] draws = new double[count][length];
        for (double[] chain : draws) {
            double value = random.nextGaussian();
            for (int i = 0; i < length; i++) {
                value = share * value + Math.sqrt(1 - share * share) * random.nextGaussian();
                chain[i] = value;
            }
        }
        return draws;
    }

    private static double[][] constant(int count, int length, double value) {
        double[][] draws = new double[count][length];
        Arrays.stream(draws).forEach(chain -> Arrays.fill(chain, value));
        return draws;
    }

    @Test
    void theRuleOfThree() {
        UnseenStates unseen = UnseenStates.after(1000);
        assertThat(unseen.mass()).isCloseTo(0.003, within(5e-6));
        assertThat(unseen.leastError(1)).isCloseTo(0.003 / 1.96, within(5e-6));
        assertThat(unseen.leastError(0.01)).isCloseTo(0.00003 / 1.96, within(5e-8));
        assertThat(unseen.leastError(0)).isZero();
        assertThat(UnseenStates.after(0).mass()).isEqualTo(1);
        assertThat(UnseenStates.after(0).leastError(1)).isEqualTo(0.5);
    }

    @Test
    void slowStatisticsCountFewerDraws() {
        double[][] fast = chains(4, 256, 0);
        double[][] slow = chains(4, 256, 0.8);
        assertThat(UnseenStates.after(10_000, new double[][][] {fast}).draws()).isBetween(5_000.0, 10_000.0);
        // A time of 9; its estimate from 1024 draws is within a factor of two.
        assertThat(UnseenStates.after(10_000, new double[][][] {fast, slow}).draws()).isBetween(555.0, 2222.0);
        // One that never changed says nothing; another one may.
        assertThat(UnseenStates.after(10_000, new double[][][] {constant(4, 256, 2)}).draws()).isEqualTo(1000);
        assertThat(UnseenStates.after(10_000, new double[][][] {constant(4, 256, 2), slow}).draws())
                .isEqualTo(UnseenStates.after(10_000, new double[][][] {slow}).draws());
        assertThat(UnseenStates.after(10_000, new double[][][] {chains(4, 3, 0)}).draws()).isEqualTo(1000);
        assertThat(UnseenStates.after(10_000).ofConstant(10_000).draws()).isEqualTo(1000);
        assertThat(UnseenStates.after(10_000).ofStarts(4).draws()).isEqualTo(4);
    }

    @Test
    void eventsThatWereNeverMet() {
        UnseenStates unseen = UnseenStates.after(1000);
        assertThat(unseen.errorOfEvent(constant(4, 250, 0))).isEqualTo(unseen.leastError(1));
        assertThat(unseen.errorOfEvent(constant(4, 250, 1))).isEqualTo(unseen.leastError(1));
        assertThat(unseen.errorOfEvent(constant(4, 2, 1))).isEqualTo(0.5);
        double[][] coin = chains(4, 250, 0);
        for (double[] chain : coin) {
            Arrays.setAll(chain, i -> chain[i] > 0 ? 1 : 0);
        }
        assertThat(unseen.errorOfEvent(coin)).isCloseTo(Convergence.standardErrorOfMean(coin), withinPercentage(4))
                .isCloseTo(0.5 / Math.sqrt(1000), within(0.005));
    }

    /** The upper 97.5% limits of a Poisson mean after 1, 3 and 10 events are 5.572, 8.767 and 18.390. */
    @Test
    void fewEventsWidenErrors() {
        for (double[] row : new double[][] {{1, 5.572}, {3, 8.767}, {10, 18.390}}) {
            double p = 1e-3 * row[0];
            double error = 1e-3 * Math.sqrt(row[0]);
            assertThat(p + 1.96 * UnseenStates.widened(p, error)).isCloseTo(1e-3 * row[1], withinPercentage(5));
        }
        assertThat(UnseenStates.widened(0.5, 0.001)).isCloseTo(0.001, withinPercentage(1));
        assertThat(UnseenStates.widened(0, 0.1)).isEqualTo(0.1);
        assertThat(UnseenStates.widened(0.3, 0)).isZero();
    }

    /** Only events count: of an estimate that is 0.3 without them and a little more with them, and its complement. */
    @Test
    void partOfEventsInConditionals() {
        double[][] batches = {{0.3, 0.3, Double.NaN}, {0.3, 0.34, 0.3}};
        double[][] complement = Arrays.stream(batches).map(chain -> Arrays.stream(chain).map(p -> 1 - p).toArray())
                .toArray(double[][]::new);
        assertThat(UnseenStates.partOfEvents(0.308, batches)).isCloseTo(0.008, within(1e-12));
        assertThat(UnseenStates.partOfEvents(0.692, complement)).isCloseTo(0.008, within(1e-12));
        assertThat(UnseenStates.partOfEvents(0.1, new double[][] {{Double.NaN}})).isEqualTo(0.1);
        assertThat(UnseenStates.partOfEvents(0.29, batches)).isZero();
    }

    /** Quantiles of a table, and the expansion against one: t(0.975; 20) = 2.0860, t(0.975; 100) = 1.9840. */
    @Test
    void studentsFactor() {
        assertThat(Student.factor(1) * 1.959964).isCloseTo(12.7062, within(1e-4));
        assertThat(Student.factor(7) * 1.959964).isCloseTo(2.3646, within(1e-4));
        assertThat(Student.factor(11) * 1.959964).isCloseTo(2.2010, within(3e-3));
        assertThat(Student.factor(20) * 1.959964).isCloseTo(2.0860, within(1e-3));
        assertThat(Student.factor(100) * 1.959964).isCloseTo(1.9840, within(1e-4));
        assertThatIllegalArgumentException().isThrownBy(() -> Student.factor(0));
    }
}
