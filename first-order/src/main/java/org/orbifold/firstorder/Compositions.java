package org.orbifold.firstorder;

import org.orbifold.pgm.time.Budget;

/** The ways to write a number as an ordered sum of parts, numbered in lexicographic order. */
final class Compositions {

    /** Steps between two looks at the clock: well below a millisecond. */
    private static final int CHECK_STEPS = 1 << 12;

    private final int parts;
    /** Pascal's triangle by column: binomials[k][n] = C(n, k) for k up to the number of parts. */
    private final int[][] binomials;

    /** Receives compositions. */
    interface Visitor {
        void accept(int number, int[] counts);
    }

    /**
     * Makes a numbering.
     *
     * @param parts how many parts, at least 1
     * @param most  the largest number that is written
     */
    Compositions(int parts, int most) {
        this.parts = parts;
        this.binomials = new int[parts + 1][most + parts + 1];
        for (int n = 0; n <= most + parts; n++) {
            binomials[0][n] = 1;
            for (int k = 1; k <= parts && n > 0; k++) {
                long sum = (long) binomials[k][n - 1] + binomials[k - 1][n - 1];
                if (sum > Integer.MAX_VALUE / 2 && k < parts) {
                    throw new NotLiftableException("more than 2^30 histograms of " + parts + " kinds of cells");
                }
                binomials[k][n] = (int) Math.min(Integer.MAX_VALUE / 2, sum);
            }
        }
    }

    /** How many compositions a number has, however many they are. */
    static double count(int number, int parts) {
        double product = 1;
        for (int i = 1; i < parts; i++) {
            product *= (number + i) / (double) i;
        }
        return product;
    }

    int parts() {
        return parts;
    }

    int count(int number) {
        return binomials[parts - 1][number + parts - 1];
    }

    /** The number of a composition. */
    int number(int[] counts) {
        int left = 0;
        for (int count : counts) {
            left += count;
        }
        int number = 0;
        for (int i = 0; i < parts - 1; i++) {
            int below = parts - 1 - i;
            // Those with a smaller count here: a sum along a column of the triangle.
            number += binomials[below][left + below] - binomials[below][left - counts[i] + below];
            left -= counts[i];
        }
        return number;
    }

    /** The composition of a number that has a place in the order. */
    int[] composition(int number, int sum) {
        int[] counts = new int[parts];
        int rest = number;
        int left = sum;
        for (int i = 0; i < parts - 1; i++) {
            int below = parts - 1 - i;
            int most = binomials[below][left + below];
            int low = 0;
            int high = left;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (most - binomials[below][left - middle + below] <= rest) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            rest -= most - binomials[below][left - low + below];
            counts[i] = low;
            left -= low;
        }
        counts[parts - 1] = left;
        return counts;
    }

    void forEach(int number, Budget budget, Visitor visitor) {
        int[] counts = new int[parts];
        counts[parts - 1] = number;
        int total = count(number);
        for (int i = 0; i < total; i++) {
            if (i % CHECK_STEPS == 0) {
                budget.check();
            }
            visitor.accept(i, counts);
            advance(counts);
        }
    }

    /** The next composition; the last one leads to nonsense, which nobody looks at. */
    private static void advance(int[] counts) {
        int last = counts.length - 1;
        int rest = counts[last];
        counts[last] = 0;
        if (rest > 0 && last > 0) {
            counts[last - 1]++;
            counts[last] = rest - 1;
            return;
        }
        int at = last - 1;
        while (at > 0 && counts[at] == 0) {
            at--;
        }
        if (at > 0) {
            counts[last] = counts[at] - 1;
            counts[at] = 0;
            counts[at - 1]++;
        }
    }
}
