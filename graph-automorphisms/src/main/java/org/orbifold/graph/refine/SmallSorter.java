package org.orbifold.graph.refine;

import java.util.Arrays;

/** Sorts short lists of different numbers below a bound. Not thread safe. */
final class SmallSorter {

    /** Up to this many are sorted by insertion. */
    private static final int FEW = 8;

    /** Numbers are sorted by setting bits if there are no more bits per number than this. */
    private static final int MOST_BITS = 256;

    private final int bound;
    private final long[] bits;

    SmallSorter(int bound) {
        this.bound = bound;
        bits = new long[(bound >>> 6) + 1];
    }

    void sort(int[] numbers, int size) {
        if (size > FEW) {
            sortMany(numbers, size);
            return;
        }
        for (int i = 1; i < size; i++) {
            int x = numbers[i];
            int j = i - 1;
            while (j >= 0 && numbers[j] > x) {
                numbers[j + 1] = numbers[j];
                j--;
            }
            numbers[j + 1] = x;
        }
    }

    /** By setting bits and reading them off, unless the numbers are far apart. */
    private void sortMany(int[] numbers, int size) {
        int smallest = bound;
        int largest = 0;
        for (int i = 0; i < size; i++) {
            int x = numbers[i];
            smallest = Math.min(smallest, x);
            largest = Math.max(largest, x);
            bits[x >>> 6] |= 1L << x;
        }
        if ((largest - smallest) / MOST_BITS > size) {
            Arrays.sort(numbers, 0, size);
            for (int i = 0; i < size; i++) {
                bits[numbers[i] >>> 6] = 0;
            }
            return;
        }
        int next = 0;
        for (int word = smallest >>> 6; next < size; word++) {
            for (long rest = bits[word]; rest != 0; rest &= rest - 1) {
                numbers[next++] = (word << 6) + Long.numberOfTrailingZeros(rest);
            }
            bits[word] = 0;
        }
    }
}
