package org.orbifold.group.element;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.orbifold.group.kernel.Images;

/**
 * Makes permutations: checks what users give, and chooses the representation. The choice depends only on the degree
 * and on the number of moved points, so that equal permutations are stored equally.
 */
final class PermutationFactory {

    /** Below this degree an image array is always smaller and faster than a search among moved points. */
    private static final int SMALLEST_SPARSE_DEGREE = 64;

    /** Moved points are stored when at most one in this many points moves. */
    private static final int SPARSE_RATIO = 8;

    private static final int[] NONE = new int[0];

    private PermutationFactory() {
    }

    private static boolean isSparse(int degree, int moved) {
        return degree >= SMALLEST_SPARSE_DEGREE && moved <= degree / SPARSE_RATIO;
    }

    static Permutation identity(int degree) {
        checkDegree(degree);
        return isSparse(degree, 0)
            ? new SparsePermutation(degree, NONE, NONE)
            : new DensePermutation(Images.identity(degree));
    }

    /** Takes over an array that is a permutation. Stops counting as soon as too many points move. */
    static Permutation fromImages(int[] images) {
        int degree = images.length;
        int moved = 0;
        // In pieces of as many points as must still move: no piece can be cut short, so none needs a test per point.
        for (int x = 0; x < degree && isSparse(degree, moved);) {
            int end = Math.min(degree, x + degree / SPARSE_RATIO + 1 - moved);
            for (; x < end; x++) {
                moved += images[x] == x ? 0 : 1;
            }
        }
        if (!isSparse(degree, moved)) {
            return new DensePermutation(images);
        }
        int[] points = new int[moved];
        int[] values = new int[moved];
        int next = 0;
        for (int x = 0; next < moved; x++) {
            if (images[x] != x) {
                points[next] = x;
                values[next++] = images[x];
            }
        }
        return new SparsePermutation(degree, points, values);
    }

    /** Takes over sorted distinct points with their images; fixed points are allowed. */
    static Permutation fromSortedPairs(int degree, int[] points, int[] images, int length) {
        int moved = 0;
        for (int i = 0; i < length; i++) {
            moved += points[i] == images[i] ? 0 : 1;
        }
        if (!isSparse(degree, moved)) {
            return dense(degree, points, images, length);
        }
        if (moved == points.length) {
            return new SparsePermutation(degree, points, images);
        }
        int[] movedPoints = new int[moved];
        int[] movedImages = new int[moved];
        int next = 0;
        for (int i = 0; i < length; i++) {
            if (points[i] != images[i]) {
                movedPoints[next] = points[i];
                movedImages[next++] = images[i];
            }
        }
        return new SparsePermutation(degree, movedPoints, movedImages);
    }

    private static Permutation dense(int degree, int[] points, int[] images, int length) {
        int[] dense = Images.identity(degree);
        for (int i = 0; i < length; i++) {
            dense[points[i]] = images[i];
        }
        return new DensePermutation(dense);
    }

    /** Pairs that form a permutation by construction, in any order; fixed points are allowed. */
    static Permutation fromUnsortedPairs(int degree, int[] points, int[] images) {
        if (!isSparse(degree, points.length)) {
            int[] dense = Images.identity(degree);
            for (int i = 0; i < points.length; i++) {
                dense[points[i]] = images[i];
            }
            return fromImages(dense);
        }
        return fromPairs(degree, sortedPairs(points, images));
    }

    /** Point and image in one number: one sort brings both into order. */
    private static long[] sortedPairs(int[] points, int[] images) {
        long[] pairs = new long[points.length];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (long) points[i] << Integer.SIZE | images[i] & 0xFFFFFFFFL;
        }
        Arrays.sort(pairs);
        return pairs;
    }

    private static Permutation fromPairs(int degree, long[] pairs) {
        int[] points = new int[pairs.length];
        int[] images = new int[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            points[i] = (int) (pairs[i] >> Integer.SIZE);
            images[i] = (int) pairs[i];
        }
        return fromSortedPairs(degree, points, images, pairs.length);
    }

    static Permutation checkedImages(int... images) {
        boolean[] hit = new boolean[images.length];
        for (int x = 0; x < images.length; x++) {
            int y = images[x];
            if (y < 0 || y >= images.length) {
                throw new IllegalArgumentException("image " + y + " of point " + x + " is out of range: "
                    + images.length + " images were given, so points are 0 to " + (images.length - 1));
            }
            if (hit[y]) {
                int first = IntStream.range(0, x).filter(i -> images[i] == y).findFirst().getAsInt();
                throw new IllegalArgumentException("point " + y + " is repeated: it is the image of both "
                    + first + " and " + x + "; a permutation has every point as image exactly once");
            }
            hit[y] = true;
        }
        return fromImages(images.clone());
    }

    static Permutation checkedPairs(int degree, int[] points, int[] images) {
        checkDegree(degree);
        if (points.length != images.length) {
            throw new IllegalArgumentException(points.length + " points but " + images.length + " images");
        }
        checkRange(degree, points, "point");
        checkRange(degree, images, "image");
        long[] pairs = sortedPairs(points, images);
        int[] sorted = new int[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            sorted[i] = (int) (pairs[i] >> Integer.SIZE);
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                throw new IllegalArgumentException("point " + sorted[i] + " is repeated");
            }
        }
        checkSamePoints(sorted, images);
        return fromPairs(degree, pairs);
    }

    private static void checkRange(int degree, int[] values, String what) {
        for (int value : values) {
            if (value < 0 || value >= degree) {
                throw new IllegalArgumentException(what + " " + value + " is out of range: the degree is " + degree
                    + ", so points are 0 to " + (degree - 1));
            }
        }
    }

    private static void checkSamePoints(int[] sortedPoints, int[] images) {
        boolean[] hit = new boolean[images.length];
        for (int image : images) {
            int index = Arrays.binarySearch(sortedPoints, image);
            if (index < 0) {
                throw new IllegalArgumentException("the images are not the points in another order: image "
                    + image + " is none of the points");
            }
            if (hit[index]) {
                throw new IllegalArgumentException("image " + image + " is repeated");
            }
            hit[index] = true;
        }
    }

    private static void checkDegree(int degree) {
        if (degree < 0) {
            throw new IllegalArgumentException("degree " + degree + " is negative");
        }
    }
}
