package org.orbifold.pgm.marginal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Divergences of random marginals: definitions written out, and the inequalities between them. */
class DivergencePropertiesTest {

    private static final double ROUNDING = 1e-12;

    private static double[] distribution(int size, RandomGenerator random, boolean zeros) {
        double[] weights = new double[size];
        double sum = 0;
        for (int x = 0; x < size; x++) {
            weights[x] = zeros && x > 0 && random.nextInt(3) == 0 ? 0 : Math.exp(random.nextDouble(-6, 2));
            sum += weights[x];
        }
        for (int x = 0; x < size; x++) {
            weights[x] /= sum;
        }
        return weights;
    }

    private static Marginals[] random(long seed, boolean zeros) {
        RandomGenerator random = new SplittableRandom(seed);
        double[][][] three = new double[3][1 + random.nextInt(4)][];
        for (int v = 0; v < three[0].length; v++) {
            int size = 1 + random.nextInt(5);
            for (double[][] one : three) {
                one[v] = distribution(size, random, zeros);
            }
        }
        return new Marginals[] {Marginals.of(three[0]), Marginals.of(three[1]), Marginals.of(three[2])};
    }

    private static double total(Marginals p, Marginals q, int v) {
        double sum = 0;
        for (int x = 0; x < p.size(v); x++) {
            sum += Math.abs(p.probability(v, x) - q.probability(v, x)) / 2;
        }
        return sum;
    }

    @Property(tries = 500)
    void asDefined(@ForAll long seed) {
        Marginals[] random = random(seed, true);
        double kl = 0;
        double hellinger = 0;
        double largest = 0;
        for (int v = 0; v < random[0].variableCount(); v++) {
            double affinity = 0;
            for (int x = 0; x < random[0].size(v); x++) {
                double p = random[0].probability(v, x);
                double q = random[1].probability(v, x);
                kl += p > 0 ? p * (Math.log(p) - Math.log(q > 0 ? q : 1e-9)) : 0;
                affinity += Math.sqrt(p * q);
                largest = Math.max(largest, Math.abs(p - q));
            }
            // H² = 1 − Σ √(pq) for distributions.
            hellinger += Math.sqrt(Math.max(0, 1 - affinity));
        }
        int n = random[0].variableCount();
        assertThat(Divergence.KL.between(random[0], random[1])).isCloseTo(kl / n, within(1e-11));
        assertThat(Divergence.REVERSE_KL.between(random[1], random[0])).isCloseTo(kl / n, within(1e-11));
        // The square root makes 1e-8 of the rounding error of 1 − affinity where both are equal.
        assertThat(Divergence.HELLINGER.between(random[0], random[1])).isCloseTo(hellinger / n, within(1e-7));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(random[0], random[1])).isEqualTo(largest);
    }

    /** Gibbs, Pinsker (KL ≥ 2 TV²) and H² ≤ TV ≤ √2 H, for each variable. */
    @Property(tries = 500)
    void inequalities(@ForAll long seed) {
        Marginals[] random = random(seed, false);
        for (int v = 0; v < random[0].variableCount(); v++) {
            double kl = Divergence.KL.of(random[0], random[1], v);
            double hellinger = Divergence.HELLINGER.of(random[0], random[1], v);
            double total = total(random[0], random[1], v);
            assertThat(kl).isGreaterThanOrEqualTo(2 * total * total - ROUNDING);
            assertThat(total).isBetween(hellinger * hellinger - ROUNDING, Math.sqrt(2) * hellinger + ROUNDING);
            assertThat(Divergence.MAX_ABSOLUTE_ERROR.of(random[0], random[1], v)).isLessThanOrEqualTo(total + ROUNDING);
            assertThat(kl).isGreaterThanOrEqualTo(-Math.log1p(-Math.min(hellinger * hellinger, 0.999)) - ROUNDING);
        }
    }

    @Property(tries = 300)
    void distancesAreSymmetricAndMeetTheTriangleInequality(@ForAll long seed) {
        Marginals[] random = random(seed, true);
        for (Divergence distance : new Divergence[] {Divergence.HELLINGER, Divergence.MAX_ABSOLUTE_ERROR}) {
            double direct = distance.between(random[0], random[2]);
            assertThat(distance.between(random[2], random[0])).isEqualTo(direct);
            assertThat(direct).isLessThanOrEqualTo(distance.between(random[0], random[1])
                    + distance.between(random[1], random[2]) + ROUNDING);
        }
    }

    /** KL of independent variables is not an average of other things: one wrong variable of n counts 1/n. */
    @Property(tries = 100)
    void oneWrongVariableCountsItsShare(@ForAll long seed) {
        Marginals[] random = random(seed, false);
        int n = random[0].variableCount();
        double[][] mixed = new double[n][];
        for (int v = 0; v < n; v++) {
            mixed[v] = random[v == n - 1 ? 1 : 0].distribution(v);
        }
        for (Divergence mean : new Divergence[] {Divergence.KL, Divergence.REVERSE_KL, Divergence.HELLINGER}) {
            assertThat(mean.between(Marginals.of(mixed), random[0]))
                    .isCloseTo(mean.of(random[1], random[0], n - 1) / n, within(ROUNDING));
        }
    }
}
