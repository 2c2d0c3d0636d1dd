package org.orbifold.group.kernel;

/**
 * Arithmetic on image arrays. {@code images[x]} is the image of {@code x}; products act from the right, as everywhere
 * in this library. No method checks its arguments or allocates unless it says so.
 */
public final class Images {

    private Images() {
    }

    /**
     * A new identity.
     *
     * @param degree the number of points
     * @return {@code 0, 1, ..., degree - 1}
     */
    public static int[] identity(int degree) {
        int[] images = new int[degree];
        setIdentity(images);
        return images;
    }

    /**
     * Overwrites with the identity.
     *
     * @param images the array to fill
     */
    public static void setIdentity(int[] images) {
        for (int x = 0; x < images.length; x++) {
            images[x] = x;
        }
    }

    /**
     * Whether nothing moves.
     *
     * @param images a permutation
     * @return true for the identity
     */
    public static boolean isIdentity(int[] images) {
        return firstMoved(images) < 0;
    }

    /**
     * The smallest moved point.
     *
     * @param images a permutation
     * @return the point, or -1 for the identity
     */
    public static int firstMoved(int[] images) {
        for (int x = 0; x < images.length; x++) {
            if (images[x] != x) {
                return x;
            }
        }
        return -1;
    }

    /**
     * A new inverse.
     *
     * @param images a permutation
     * @return its inverse
     */
    public static int[] inverse(int[] images) {
        int[] result = new int[images.length];
        invert(images, result);
        return result;
    }

    /**
     * Inverts.
     *
     * @param images a permutation
     * @param result where its inverse goes; another array
     */
    public static void invert(int[] images, int[] result) {
        for (int x = 0; x < images.length; x++) {
            result[images[x]] = x;
        }
    }

    /**
     * A new product.
     *
     * @param first what acts first
     * @param second what acts second
     * @return {@code x -> second[first[x]]}
     */
    public static int[] product(int[] first, int[] second) {
        int[] result = new int[first.length];
        multiply(first, second, result);
        return result;
    }

    /**
     * Multiplies.
     *
     * @param first what acts first
     * @param second what acts second
     * @param result where the product goes; may be {@code first}, not {@code second}
     */
    public static void multiply(int[] first, int[] second, int[] result) {
        for (int x = 0; x < first.length; x++) {
            result[x] = second[first[x]];
        }
    }

    /**
     * Multiplies by a whole word, four factors per pass: each pass costs one read and one write per point, so fusing
     * them is what makes long words cheap.
     *
     * @param images the permutation to multiply from the right, in place
     * @param word the factors, first to act first; none of them is {@code images}
     * @param from the first factor to multiply by
     * @param length the end of the factors
     */
    public static void multiplyByWord(int[] images, int[][] word, int from, int length) {
        int w = from;
        for (; w + 4 <= length; w += 4) {
            int[] a = word[w];
            int[] b = word[w + 1];
            int[] c = word[w + 2];
            int[] d = word[w + 3];
            for (int x = 0; x < images.length; x++) {
                images[x] = d[c[b[a[images[x]]]]];
            }
        }
        if (w + 2 <= length) {
            int[] a = word[w];
            int[] b = word[w + 1];
            for (int x = 0; x < images.length; x++) {
                images[x] = b[a[images[x]]];
            }
            w += 2;
        }
        if (w < length) {
            int[] a = word[w];
            for (int x = 0; x < images.length; x++) {
                images[x] = a[images[x]];
            }
        }
    }
}
