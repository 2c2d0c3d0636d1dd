package org.orbifold.group.chain;

import org.orbifold.group.kernel.Images;

/**
 * Permutations of at most 65536 points as arrays of characters: half the memory of {@link Images}, and products of
 * elements from large tables take half the time for it. No method checks its arguments.
 */
final class CharImages {

    /** The most points that fit. */
    static final int LARGEST_DEGREE = Character.MAX_VALUE + 1;

    private CharImages() {
    }

    /** Narrows an image array. */
    static char[] of(int[] images) {
        char[] result = new char[images.length];
        for (int x = 0; x < result.length; x++) {
            result[x] = (char) images[x];
        }
        return result;
    }

    /** A new product, "first the first". */
    static char[] product(char[] first, int[] second) {
        char[] result = new char[first.length];
        for (int x = 0; x < result.length; x++) {
            result[x] = (char) second[first[x]];
        }
        return result;
    }

    /**
     * Multiplies, four factors per pass, as {@link Images#multiplyByWord}.
     *
     * @param factors the factors, first to act first
     * @param count how many of them count
     * @param result where the images of all points go
     */
    static void multiply(char[][] factors, int count, int[] result) {
        int done = 0;
        if (count == 0) {
            Images.setIdentity(result);
        } else if (count % 2 == 1) {
            start(factors[done++], result);
        } else {
            start(factors[done++], factors[done++], result);
        }
        for (; count - done >= 4; done += 4) {
            apply(factors[done], factors[done + 1], factors[done + 2], factors[done + 3], result);
        }
        if (done < count) {
            apply(factors[done], factors[done + 1], result);
        }
    }

    // A method for each loop, so that the compiler sees small hot ones.

    private static void start(char[] a, int[] result) {
        for (int x = 0; x < result.length; x++) {
            result[x] = a[x];
        }
    }

    private static void start(char[] a, char[] b, int[] result) {
        for (int x = 0; x < result.length; x++) {
            result[x] = b[a[x]];
        }
    }

    private static void apply(char[] a, char[] b, int[] result) {
        for (int x = 0; x < result.length; x++) {
            result[x] = b[a[result[x]]];
        }
    }

    private static void apply(char[] a, char[] b, char[] c, char[] d, int[] result) {
        for (int x = 0; x < result.length; x++) {
            result[x] = d[c[b[a[result[x]]]]];
        }
    }
}
