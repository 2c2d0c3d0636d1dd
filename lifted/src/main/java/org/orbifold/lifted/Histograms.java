package org.orbifold.lifted;

import java.util.Arrays;
import org.orbifold.pgm.time.Budget;

/**
 * The histograms of up to k blocks with d values each, numbered so that the number does not depend on how many blocks
 * there are: a histogram of s blocks and the one with further blocks of value 0 have the same number.
 *
 * <p>With t_j the blocks that have one of the values 1 to j, a histogram's number is Σ_j C(t_j + j − 1, j), the
 * combinatorial number system. The histograms of s blocks have the numbers below C(s + d − 1, d − 1).
 */
final class Histograms {

    private final int values;
    /** Histograms between two looks at the clock: the work for one takes up to some microseconds. */
    static final int CHECK_HISTOGRAMS = 1 << 10;

    private final int blocks;
    /** C(n, r) for r below the number of values. */
    private final int[][] binomials;
    /** The number of a histogram after one more block of value v, for v ≥ 1. */
    private final int[][] up;

    Histograms(int values, int blocks) {
        this.values = values;
        this.blocks = blocks;
        this.binomials = new int[values][blocks + values];
        Arrays.fill(binomials[0], 1);
        for (int r = 1; r < values; r++) {
            for (int n = 1; n < blocks + values; n++) {
                // Below the diagonal the sums stay in range because count() was checked by the plan.
                binomials[r][n] = binomials[r][n - 1] + binomials[r - 1][n - 1];
            }
        }
        this.up = new int[values][];
        if (blocks > 0) {
            fillUp();
        }
    }

    /** How many histograms there are, for plans. */
    static double count(int values, int blocks) {
        double product = 1;
        for (int j = 1; j < values; j++) {
            product = product * (blocks + j) / j;
        }
        return Math.rint(product);
    }

    private void fillUp() {
        int below = count(blocks - 1);
        for (int v = 1; v < values; v++) {
            up[v] = new int[below];
        }
        int[] sums = new int[values];
        for (int i = 0; i < below; i++) {
            int step = 0;
            for (int j = values - 1; j >= 1; j--) {
                step += binomials[j - 1][sums[j] + j - 1];
                up[j][i] = i + step;
            }
            next(sums);
        }
    }

    int values() {
        return values;
    }

    /** The number of histograms of some blocks. */
    int count(int size) {
        return binomials[values - 1][size + values - 1];
    }

    /** The histogram after one more block of value v. */
    int plus(int histogram, int v) {
        return v == 0 ? histogram : up[v][histogram];
    }

    /** Goes on to the next histogram, given as partial sums t_1 … t_{d−1} at places 1 to d − 1. */
    private static void next(int[] sums) {
        int j = 1;
        while (j < sums.length - 1 && sums[j] == sums[j + 1]) {
            sums[j++] = 0;
        }
        if (j < sums.length) {
            sums[j]++;
        }
    }

    /** Calls with each histogram of some blocks: how many have each value; the array is used again. */
    void forEach(int size, Budget budget, Visitor visitor) {
        int[] sums = new int[values];
        int[] counts = new int[values];
        int all = count(size);
        for (int i = 0; i < all; i++) {
            if (i % CHECK_HISTOGRAMS == 0) {
                budget.check();
            }
            for (int v = 1; v < values; v++) {
                counts[v] = sums[v] - sums[v - 1];
            }
            counts[0] = size - sums[values - 1];
            visitor.visit(i, counts);
            next(sums);
        }
    }

    /** Receives a histogram. */
    interface Visitor {
        void visit(int number, int[] counts);
    }
}
