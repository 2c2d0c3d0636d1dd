package org.orbifold.group.chain;

import java.util.Arrays;
import org.orbifold.group.kernel.Images;

/** A product of permutations that has not been multiplied out: the factors, first to act first. */
final class Word {

    private int[][] factors = new int[32][];
    private int length;

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void append(int[] factor) {
        if (length == factors.length) {
            factors = Arrays.copyOf(factors, 2 * length);
        }
        factors[length++] = factor;
    }

    /** Turns the order of the factors from a position on. */
    void reverse(int from) {
        for (int i = from, j = length - 1; i < j; i++, j--) {
            int[] swap = factors[i];
            factors[i] = factors[j];
            factors[j] = swap;
        }
    }

    int image(int point) {
        int x = point;
        for (int i = 0; i < length; i++) {
            x = factors[i][x];
        }
        return x;
    }

    /** Multiplies a permutation from the right by this word, in place. */
    void applyTo(int[] images) {
        Images.multiplyByWord(images, factors, 0, length);
    }

    /** Maps the points at some positions of an array. */
    void applyTo(int[] points, int from, int to) {
        for (int f = 0; f < length; f++) {
            int[] factor = factors[f];
            for (int i = from; i < to; i++) {
                points[i] = factor[points[i]];
            }
        }
    }

    int[] product(int degree) {
        int[] images = new int[degree];
        writeTo(images);
        return images;
    }

    /** Overwrites an array with the product. */
    void writeTo(int[] images) {
        if (length == 0) {
            Images.setIdentity(images);
            return;
        }
        System.arraycopy(factors[0], 0, images, 0, images.length);
        Images.multiplyByWord(images, factors, 1, length);
    }
}
