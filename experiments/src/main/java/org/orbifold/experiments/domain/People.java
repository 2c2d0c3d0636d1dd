package org.orbifold.experiments.domain;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Binary variables t₁..tₙ with P(t) ∝ Π rᵢ^tᵢ · Π_{i≠j, tᵢ=1, tⱼ=0} ρᵢⱼ: the core of Job Search, and of friends and
 * smokers, when all but one variable per person are summed out. Wanted are P(tᵢ=1) and P(tᵢ=1, tⱼ=0).
 *
 * <p>If all ρ are equal, the weight of the pairs depends only on the number k of ones: ρ^(k(n−k)). The sum over the
 * states
 * with k ones is then an elementary symmetric polynomial e_k(r); without one or two people, e_{k−1} of the others:
 * exact in
 * O(n²) per person. Else all states are summed up to {@value #MAX_ENUMERATED} people, and beyond that a long Gibbs run
 * with conditional estimates gives the answer with an error.
 */
final class People {

    static final int MAX_ENUMERATED = 20;
    private static final int BATCHES = 20;

    private final double[] logRatio;
    private final double[][] logPair;

    /** P(tᵢ=1), P(tᵢ=1, tⱼ=0), the largest standard error, and the method in words. */
    record Answer(double[] one, double[][] oneZero, double error, String method) { }

    People(double[] logRatio, double[][] logPair) {
        this.logRatio = logRatio;
        this.logPair = logPair;
    }

    private int size() {
        return logRatio.length;
    }

    Answer solve(long sweeps, RandomGenerator random) {
        if (isUniform()) {
            return byPolynomials();
        }
        return size() <= MAX_ENUMERATED ? byEnumeration() : byLongRun(sweeps, random);
    }

    private boolean isUniform() {
        for (int i = 0; i < size(); i++) {
            for (int j = 0; j < size(); j++) {
                if (i != j && logPair[i][j] != logPair[0][1]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Elementary symmetric polynomials e_0..e_m of the ratios of all people but two (or -1), as logarithms. */
    private double[] polynomials(int without, int without2) {
        double[] e = new double[size() + 1];
        Arrays.fill(e, Double.NEGATIVE_INFINITY);
        e[0] = 0;
        int m = 0;
        for (int i = 0; i < size(); i++) {
            if (i != without && i != without2) {
                m++;
                for (int k = m; k >= 1; k--) {
                    e[k] = logAdd(e[k], e[k - 1] + logRatio[i]);
                }
            }
        }
        return e;
    }

    Answer byPolynomials() {
        int n = size();
        double logRho = n < 2 ? 0 : logPair[0][1];
        double[] all = polynomials(-1, -1);
        double logZ = Double.NEGATIVE_INFINITY;
        for (int k = 0; k <= n; k++) {
            logZ = logAdd(logZ, all[k] + logRho * k * (n - k));
        }
        double[] one = new double[n];
        double[][] oneZero = new double[n][n];
        for (int i = 0; i < n; i++) {
            double[] e = polynomials(i, -1);
            double sum = Double.NEGATIVE_INFINITY;
            for (int k = 1; k <= n; k++) {
                sum = logAdd(sum, logRatio[i] + e[k - 1] + logRho * k * (n - k));
            }
            one[i] = Math.exp(sum - logZ);
            for (int j = 0; j < n; j++) {
                if (j != i) {
                    oneZero[i][j] = Math.exp(oneZero(i, withoutFrom(e, j), logRho) - logZ);
                }
            }
        }
        return new Answer(one, oneZero, 0, "exact, closed form by elementary symmetric polynomials");
    }

    /** log of the weight of all states with tᵢ=1 and tⱼ=0, given the polynomials of the others. */
    private double oneZero(int i, double[] others, double logRho) {
        int n = size();
        double sum = Double.NEGATIVE_INFINITY;
        for (int k = 1; k < n; k++) {
            sum = logAdd(sum, logRatio[i] + others[k - 1] + logRho * k * (n - k));
        }
        return sum;
    }

    /** Divides (1 + r_j x) out of a polynomial: from below while r_j is small, from above else, which is stable. */
    private double[] withoutFrom(double[] e, int j) {
        int m = size() - 1;
        double[] f = new double[m + 1];
        Arrays.fill(f, Double.NEGATIVE_INFINITY);
        // All terms are positive and e is log-concave: f_k = e_k − r f_{k−1} keeps its digits while r f_{k−1} < e_k /
        // 2.
        f[0] = 0;
        int k = 1;
        while (k < m && logRatio[j] + f[k - 1] < e[k] - Math.log(2)) {
            f[k] = logSubtract(e[k], logRatio[j] + f[k - 1]);
            k++;
        }
        // And f_{k−1} = (e_k − f_k) / r from the top, where it does not.
        int last = k;
        f[m] = Double.NEGATIVE_INFINITY;
        for (int h = m; h > last; h--) {
            f[h - 1] = logSubtract(e[h], f[h]) - logRatio[j];
        }
        return f;
    }

    Answer byEnumeration() {
        int n = size();
        double[] one = new double[n];
        double[][] oneZero = new double[n][n];
        double z = 0;
        for (int state = 0; state < 1 << n; state++) {
            double log = 0;
            for (int i = 0; i < n; i++) {
                if ((state >> i & 1) == 1) {
                    log += logRatio[i];
                    for (int j = 0; j < n; j++) {
                        log += (state >> j & 1) == 0 ? logPair[i][j] : 0;
                    }
                }
            }
            double weight = Math.exp(log);
            z += weight;
            for (int i = 0; i < n; i++) {
                if ((state >> i & 1) == 1) {
                    one[i] += weight;
                    for (int j = 0; j < n; j++) {
                        oneZero[i][j] += (state >> j & 1) == 0 ? weight : 0;
                    }
                }
            }
        }
        for (int i = 0; i < n; i++) {
            one[i] /= z;
            for (int j = 0; j < n; j++) {
                oneZero[i][j] /= z;
            }
        }
        return new Answer(one, oneZero, 0, "exact, by summing over all states of the people");
    }

    /** Gibbs on the people alone; it averages the conditional of tᵢ, and that times (1−tⱼ). */
    Answer byLongRun(long sweeps, RandomGenerator random) {
        int n = size();
        int[] state = new int[n];
        double[][] batches = new double[BATCHES][n];
        double[] one = new double[n];
        double[][] oneZero = new double[n][n];
        double[] logit = logRatio.clone();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                logit[i] += j == i ? 0 : logPair[i][j];
            }
        }
        long perBatch = Math.max(1, sweeps / BATCHES);
        for (long s = -perBatch; s < perBatch * BATCHES; s++) {
            for (int i = 0; i < n; i++) {
                double p = 1 / (1 + Math.exp(-logit[i]));
                if (s >= 0) {
                    batches[(int) (s / perBatch)][i] += p / perBatch;
                    for (int j = 0; j < n; j++) {
                        oneZero[i][j] += p * (1 - state[j]);
                    }
                }
                int after = random.nextDouble() < p ? 1 : 0;
                if (after != state[i]) {
                    state[i] = after;
                    for (int j = 0; j < n; j++) {
                        // j's log odds: t_i=0 adds ρ_ji (if t_j were 1); t_i=1 takes that away, and takes ρ_ij with it.
                        logit[j] -= j == i ? 0 : (2 * after - 1) * (logPair[j][i] + logPair[i][j]);
                    }
                }
            }
        }
        double worst = 0;
        for (int i = 0; i < n; i++) {
            double mean = 0;
            for (double[] batch : batches) {
                mean += batch[i] / BATCHES;
            }
            double squares = 0;
            for (double[] batch : batches) {
                squares += (batch[i] - mean) * (batch[i] - mean);
            }
            one[i] = mean;
            worst = Math.max(worst, Math.sqrt(squares / (BATCHES - 1) / BATCHES));
            for (int j = 0; j < n; j++) {
                oneZero[i][j] /= perBatch * BATCHES;
            }
            oneZero[i][i] = 0;
        }
        return new Answer(one, oneZero, worst, "long run of " + perBatch * BATCHES
                + " sweeps with all but one variable per person summed out");
    }

    private static double logAdd(double a, double b) {
        double high = Math.max(a, b);
        return high == Double.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(Math.min(a, b) - high));
    }

    private static double logSubtract(double a, double b) {
        return b == Double.NEGATIVE_INFINITY ? a : a + Math.log1p(-Math.exp(b - a));
    }
}
