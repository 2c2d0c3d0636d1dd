package org.orbifold.group.kernel;

import java.util.Arrays;

/**
 * Products of permutations that are stored as rows of characters, at most 65536 points: half the memory of image
 * arrays, which is what limits long products. Up to four factors go into one pass over the points. Each loop has a
 * method of its own, so that the compiler sees small hot methods.
 */
public final class Rows {

    private static final int CHARACTERS_PER_LINE = 32;

    /** Points compared at first, so that most other permutations are told quickly, and per block after that. */
    private static final int FIRST_BLOCK = 32;

    private static final int BLOCK = 2048;

    private Rows() {
    }

    /**
     * Narrows an image array.
     *
     * @param images a permutation of at most 65536 points
     * @return a new row
     */
    public static char[] of(int[] images) {
        char[] row = new char[images.length];
        for (int x = 0; x < row.length; x++) {
            row[x] = (char) images[x];
        }
        return row;
    }

    /**
     * A new product.
     *
     * @param first what acts first
     * @param second what acts second
     * @return a new row
     */
    public static char[] product(char[] first, int[] second) {
        char[] row = new char[first.length];
        for (int x = 0; x < row.length; x++) {
            row[x] = (char) second[first[x]];
        }
        return row;
    }

    /**
     * Reads one character per cache line of the rows of a product, except the first, which is read in order anyway.
     * Multiplying reads the others at random places and waits for the memory each time; reading them through before
     * lets the hardware fetch many lines at once, which makes products of rows from large tables up to a third faster.
     *
     * @param rows the factors, first to act first
     * @param count how many of them count
     * @return a number that depends on what was read; of no meaning, but to be used, lest the reading be optimised away
     */
    public static int fetchFactors(char[][] rows, int count) {
        int sum = 0;
        for (int i = 1; i < count; i++) {
            sum += fetch(rows[i]);
        }
        return sum;
    }

    /**
     * Reads one character per cache line of a row.
     *
     * @param row the row
     * @return a number of no meaning, to be used
     */
    public static int fetch(char[] row) {
        int sum = 0;
        for (int x = 0; x < row.length; x += CHARACTERS_PER_LINE) {
            sum += row[x];
        }
        return sum;
    }

    /**
     * Multiplies.
     *
     * @param rows the factors, first to act first
     * @param count how many of them count
     * @param result where the images of the points go
     * @param from the first point to compute
     * @param to the end of the points to compute
     */
    public static void multiply(char[][] rows, int count, int[] result, int from, int to) {
        int done = Math.min(4, count);
        switch (done) {
            case 0 -> identity(result, from, to);
            case 1 -> start(rows[0], result, from, to);
            case 2 -> start(rows[0], rows[1], result, from, to);
            case 3 -> start(rows[0], rows[1], rows[2], result, from, to);
            default -> start(rows[0], rows[1], rows[2], rows[3], result, from, to);
        }
        applyFrom(done, rows, count, result, from, to);
    }

    /**
     * Multiplies from the right, in place.
     *
     * @param rows the factors, first to act first
     * @param count how many of them count
     * @param result the images to map on
     * @param from the first point to compute
     * @param to the end of the points to compute
     */
    public static void apply(char[][] rows, int count, int[] result, int from, int to) {
        applyFrom(0, rows, count, result, from, to);
    }

    private static void applyFrom(int first, char[][] rows, int count, int[] result, int from, int to) {
        int done = first;
        for (; count - done >= 4; done += 4) {
            apply(rows[done], rows[done + 1], rows[done + 2], rows[done + 3], result, from, to);
        }
        switch (count - done) {
            case 1 -> apply(rows[done], result, from, to);
            case 2 -> apply(rows[done], rows[done + 1], result, from, to);
            case 3 -> apply(rows[done], rows[done + 1], rows[done + 2], result, from, to);
            default -> {
                // Nothing is left.
            }
        }
    }

    /**
     * Compares with a product, and stops soon after the first difference.
     *
     * @param rows the factors, first to act first
     * @param count how many of them count
     * @param candidate a permutation of as many points
     * @param scratch an array of the same length that is overwritten
     * @return true if it is the product
     */
    public static boolean isProduct(char[][] rows, int count, int[] candidate, int[] scratch) {
        return switch (count) {
            case 0 -> Images.isIdentity(candidate);
            case 1 -> isProduct(rows[0], candidate);
            case 2 -> isProduct(rows[0], rows[1], candidate);
            case 3 -> isProduct(rows[0], rows[1], rows[2], candidate);
            case 4 -> isProduct(rows[0], rows[1], rows[2], rows[3], candidate);
            default -> isLongProduct(rows, count, candidate, scratch);
        };
    }

    private static boolean isLongProduct(char[][] rows, int count, int[] candidate, int[] scratch) {
        int block = FIRST_BLOCK;
        for (int from = 0; from < candidate.length; from += block, block = BLOCK) {
            block = Math.min(block, candidate.length - from);
            multiply(rows, count, scratch, from, from + block);
            if (!Arrays.equals(scratch, from, from + block, candidate, from, from + block)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isProduct(char[] a, int[] candidate) {
        for (int x = 0; x < candidate.length; x++) {
            if (a[x] != candidate[x]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isProduct(char[] a, char[] b, int[] candidate) {
        for (int x = 0; x < candidate.length; x++) {
            if (b[a[x]] != candidate[x]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isProduct(char[] a, char[] b, char[] c, int[] candidate) {
        for (int x = 0; x < candidate.length; x++) {
            if (c[b[a[x]]] != candidate[x]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isProduct(char[] a, char[] b, char[] c, char[] d, int[] candidate) {
        for (int x = 0; x < candidate.length; x++) {
            if (d[c[b[a[x]]]] != candidate[x]) {
                return false;
            }
        }
        return true;
    }

    private static void identity(int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = x;
        }
    }

    private static void start(char[] a, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = a[x];
        }
    }

    private static void start(char[] a, char[] b, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = b[a[x]];
        }
    }

    private static void start(char[] a, char[] b, char[] c, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = c[b[a[x]]];
        }
    }

    private static void start(char[] a, char[] b, char[] c, char[] d, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = d[c[b[a[x]]]];
        }
    }

    private static void apply(char[] a, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = a[result[x]];
        }
    }

    private static void apply(char[] a, char[] b, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = b[a[result[x]]];
        }
    }

    private static void apply(char[] a, char[] b, char[] c, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = c[b[a[result[x]]]];
        }
    }

    private static void apply(char[] a, char[] b, char[] c, char[] d, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = d[c[b[a[result[x]]]]];
        }
    }
}
