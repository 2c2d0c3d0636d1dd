package org.orbifold.group.element;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * An immutable permutation of the points {@code 0 .. degree - 1}.
 *
 * <p>One type, two representations: an image array when many points move, the sorted moved points with their images
 * when few do. Which one is used depends only on the degree and on the number of moved points, so equal permutations
 * are stored equally, and a transposition on a million points costs what it moves. All operations on sparsely stored
 * permutations cost time and memory in their support only, up to a logarithm.
 *
 * <p>Convention: permutations act from the right. {@code p.then(q)} maps {@code x} to {@code q.image(p.image(x))};
 * {@code p.compose(q)} is {@code q.then(p)}, as with {@link java.util.function.Function}.
 */
public final class Permutation {

    /** Below this degree an image array is always smaller and faster than a search among moved points. */
    private static final int SMALLEST_SPARSE_DEGREE = 64;

    /** Moved points are stored when at most one in this many points moves. */
    private static final int SPARSE_RATIO = 8;

    private static final int[] NONE = new int[0];

    private final int degree;

    /** The moved points in increasing order, or null when {@link #images} is indexed by the point itself. */
    private final int[] points;

    private final int[] images;

    /** Number of moved points. */
    private final int moved;

    private Permutation(int degree, int[] points, int[] images, int moved) {
        this.degree = degree;
        this.points = points;
        this.images = images;
        this.moved = moved;
    }

    /**
     * The identity.
     *
     * @param degree the number of points
     * @return the permutation that moves nothing
     * @throws IllegalArgumentException if the degree is negative
     */
    public static Permutation identity(int degree) {
        checkDegree(degree);
        return degree < SMALLEST_SPARSE_DEGREE
            ? new Permutation(degree, null, identityImages(degree), 0)
            : new Permutation(degree, NONE, NONE, 0);
    }

    /**
     * The permutation with the given list of images.
     *
     * @param images the image of each point; the array is copied
     * @return the permutation {@code x -> images[x]}
     * @throws IllegalArgumentException if a point is out of range or the image of two points
     */
    public static Permutation ofImages(int... images) {
        int degree = images.length;
        int[] source = new int[degree];
        Arrays.fill(source, -1);
        for (int x = 0; x < degree; x++) {
            int y = images[x];
            if (y < 0 || y >= degree) {
                throw new IllegalArgumentException("image " + y + " of point " + x + " is out of range: "
                    + degree + " images were given, so points are 0 to " + (degree - 1));
            }
            if (source[y] >= 0) {
                throw new IllegalArgumentException("point " + y + " is repeated: it is the image of both "
                    + source[y] + " and " + x + "; a permutation has every point as image exactly once");
            }
            source[y] = x;
        }
        return fromTrustedImages(images.clone());
    }

    /**
     * The permutation that maps {@code points[i]} to {@code images[i]} and fixes everything else.
     *
     * @param degree the number of points
     * @param points distinct points, in any order; fixed points are allowed
     * @param images the image of each of them; the same set of points
     * @return the permutation
     * @throws IllegalArgumentException if lengths differ, a point is out of range or repeated, or the images are not
     *     the points in another order
     */
    public static Permutation sparse(int degree, int[] points, int[] images) {
        checkDegree(degree);
        if (points.length != images.length) {
            throw new IllegalArgumentException(points.length + " points but " + images.length + " images");
        }
        int[] sortedPoints = sortedDistinct(degree, points, "point");
        int[] sortedImages = sortedDistinct(degree, images, "image");
        int difference = Arrays.mismatch(sortedPoints, sortedImages);
        if (difference >= 0) {
            throw new IllegalArgumentException("the images are not the points in another order: "
                + Math.min(sortedPoints[difference], sortedImages[difference]) + " is among only one of them");
        }
        int[] aligned = new int[points.length];
        for (int i = 0; i < points.length; i++) {
            aligned[Arrays.binarySearch(sortedPoints, points[i])] = images[i];
        }
        return fromSortedPairs(degree, sortedPoints, aligned, points.length);
    }

    /**
     * The exchange of two points.
     *
     * @param degree the number of points
     * @param a a point
     * @param b another point
     * @return the transposition {@code (a b)}
     * @throws IllegalArgumentException if the points are equal or out of range
     */
    public static Permutation transposition(int degree, int a, int b) {
        return sparse(degree, new int[] {a, b}, new int[] {b, a});
    }

    /**
     * The product of disjoint cycles.
     *
     * @param degree the number of points
     * @param cycles cycles without a common point; {@code {a, b, c}} maps a to b, b to c, c to a
     * @return the permutation
     * @throws IllegalArgumentException if a point is repeated or out of range
     */
    public static Permutation ofCycles(int degree, int[]... cycles) {
        int total = 0;
        for (int[] cycle : cycles) {
            total += cycle.length;
        }
        int[] from = new int[total];
        int[] to = new int[total];
        int next = 0;
        for (int[] cycle : cycles) {
            for (int i = 0; i < cycle.length; i++) {
                from[next] = cycle[i];
                to[next++] = cycle[i + 1 == cycle.length ? 0 : i + 1];
            }
        }
        return sparse(degree, from, to);
    }

    /**
     * Reads cycle notation such as {@code (0 1 2)(5 7)}; {@code ()} and the empty text are the identity. Points are
     * separated by blanks or commas.
     *
     * @param degree the number of points
     * @param text disjoint cycles of 0-based points
     * @return the permutation
     * @throws IllegalArgumentException if the text is not a product of disjoint cycles of points below the degree
     */
    public static Permutation parseCycles(int degree, String text) {
        return PermutationText.parseCycles(degree, text);
    }

    /**
     * Reads a list of 0-based images such as {@code 1 2 0}, separated by blanks or commas, with or without square
     * brackets around it.
     *
     * @param degree the number of points, hence of images
     * @param text the images
     * @return the permutation
     * @throws IllegalArgumentException if the text is not a list of that many distinct points
     */
    public static Permutation parseImages(int degree, String text) {
        return PermutationText.parseImages(degree, text);
    }

    /**
     * Takes the array over without copying or checking it. For the engines of this module, whose products of
     * permutations are permutations by construction.
     *
     * @param images an array that is a permutation and that nobody will write to again
     * @return the permutation
     */
    public static Permutation fromTrustedImages(int[] images) {
        int degree = images.length;
        int moved = 0;
        for (int x = 0; x < degree; x++) {
            if (images[x] != x) {
                moved++;
            }
        }
        if (!isSparse(degree, moved)) {
            return new Permutation(degree, null, images, moved);
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
        return new Permutation(degree, points, values, moved);
    }

    /**
     * Takes arrays over without copying or checking them, like {@link #fromTrustedImages}.
     *
     * @param degree the number of points
     * @param points distinct points in increasing order; fixed points are allowed
     * @param images their images, the same points in another order
     * @return the permutation
     */
    public static Permutation fromTrustedPairs(int degree, int[] points, int[] images) {
        return fromSortedPairs(degree, points, images, points.length);
    }

    /** Takes sorted distinct points with their images (fixed points allowed) and chooses the representation. */
    private static Permutation fromSortedPairs(int degree, int[] points, int[] images, int length) {
        int moved = 0;
        for (int i = 0; i < length; i++) {
            if (points[i] != images[i]) {
                moved++;
            }
        }
        if (isSparse(degree, moved)) {
            if (moved == points.length) {
                return new Permutation(degree, points, images, moved);
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
            return new Permutation(degree, movedPoints, movedImages, moved);
        }
        int[] dense = identityImages(degree);
        for (int i = 0; i < length; i++) {
            dense[points[i]] = images[i];
        }
        return new Permutation(degree, null, dense, moved);
    }

    private static boolean isSparse(int degree, int moved) {
        return degree >= SMALLEST_SPARSE_DEGREE && moved <= degree / SPARSE_RATIO;
    }

    private static int[] identityImages(int degree) {
        int[] images = new int[degree];
        for (int x = 0; x < degree; x++) {
            images[x] = x;
        }
        return images;
    }

    private static void checkDegree(int degree) {
        if (degree < 0) {
            throw new IllegalArgumentException("degree " + degree + " is negative");
        }
    }

    private static int[] sortedDistinct(int degree, int[] values, String what) {
        int[] sorted = values.clone();
        Arrays.sort(sorted);
        for (int i = 0; i < sorted.length; i++) {
            if (sorted[i] < 0 || sorted[i] >= degree) {
                throw new IllegalArgumentException(what + " " + sorted[i] + " is out of range: the degree is " + degree
                    + ", so points are 0 to " + (degree - 1));
            }
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                throw new IllegalArgumentException(what + " " + sorted[i] + " is repeated");
            }
        }
        return sorted;
    }

    /**
     * The number of points.
     *
     * @return the degree, fixed points included
     */
    public int degree() {
        return degree;
    }

    /**
     * Whether only the moved points are stored.
     *
     * @return true for the sparse representation
     */
    public boolean isSparse() {
        return points != null;
    }

    /**
     * Where a point goes.
     *
     * @param point a point below the degree
     * @return its image
     * @throws IndexOutOfBoundsException if there is no such point
     */
    public int image(int point) {
        if (points == null) {
            return images[point];
        }
        if (point < 0 || point >= degree) {
            throw new IndexOutOfBoundsException("point " + point + " of a permutation of degree " + degree);
        }
        int index = Arrays.binarySearch(points, point);
        return index < 0 ? point : images[index];
    }

    /**
     * All images.
     *
     * @return a new array of length {@link #degree()}
     */
    public int[] images() {
        if (points == null) {
            return images.clone();
        }
        int[] dense = identityImages(degree);
        for (int i = 0; i < moved; i++) {
            dense[points[i]] = images[i];
        }
        return dense;
    }

    /**
     * Whether nothing moves.
     *
     * @return true for the identity
     */
    public boolean isIdentity() {
        return moved == 0;
    }

    /**
     * The moved points.
     *
     * @return a new array, in increasing order
     */
    public int[] support() {
        if (points != null) {
            return points.clone();
        }
        int[] support = new int[moved];
        int next = 0;
        for (int x = 0; x < degree; x++) {
            if (images[x] != x) {
                support[next++] = x;
            }
        }
        return support;
    }

    /**
     * The number of moved points.
     *
     * @return the size of the support, in constant time
     */
    public int supportSize() {
        return moved;
    }

    /**
     * Calls back for every moved point, in increasing order, without allocating.
     *
     * @param action what to do with a point and its image
     */
    public void forEachMoved(MovedPointConsumer action) {
        if (points != null) {
            for (int i = 0; i < moved; i++) {
                action.accept(points[i], images[i]);
            }
            return;
        }
        for (int x = 0; x < degree; x++) {
            if (images[x] != x) {
                action.accept(x, images[x]);
            }
        }
    }

    /**
     * The product "first this, then the other".
     *
     * @param next what acts second; of the same degree
     * @return the permutation {@code x -> next.image(image(x))}
     * @throws IllegalArgumentException if the degrees differ
     */
    public Permutation then(Permutation next) {
        checkSameDegree(next);
        if (next.moved == 0) {
            return this;
        }
        if (moved == 0) {
            return next;
        }
        if (points != null && next.points != null) {
            return sparseProduct(next);
        }
        int[] product = images();
        if (next.points == null) {
            int[] second = next.images;
            for (int x = 0; x < degree; x++) {
                product[x] = second[product[x]];
            }
        } else {
            for (int x = 0; x < degree; x++) {
                product[x] = next.image(product[x]);
            }
        }
        return fromTrustedImages(product);
    }

    /** Merges the two sorted supports; the product moves no other point. */
    private Permutation sparseProduct(Permutation next) {
        int[] merged = new int[moved + next.moved];
        int[] values = new int[merged.length];
        int length = 0;
        int i = 0;
        int j = 0;
        while (i < moved || j < next.moved) {
            int a = i < moved ? points[i] : Integer.MAX_VALUE;
            int b = j < next.moved ? next.points[j] : Integer.MAX_VALUE;
            merged[length] = Math.min(a, b);
            if (a <= b) {
                values[length++] = next.image(images[i++]);
                if (a == b) {
                    j++;
                }
            } else {
                values[length++] = next.images[j++];
            }
        }
        return fromSortedPairs(degree, merged, values, length);
    }

    /**
     * The composition of functions, "first the other, then this".
     *
     * @param before what acts first; of the same degree
     * @return the permutation {@code x -> image(before.image(x))}
     * @throws IllegalArgumentException if the degrees differ
     */
    public Permutation compose(Permutation before) {
        return before.then(this);
    }

    /**
     * The inverse.
     *
     * @return the permutation that undoes this one
     */
    public Permutation inverse() {
        if (points == null) {
            int[] inverse = new int[degree];
            for (int x = 0; x < degree; x++) {
                inverse[images[x]] = x;
            }
            return new Permutation(degree, null, inverse, moved);
        }
        int[] inverse = new int[moved];
        for (int i = 0; i < moved; i++) {
            inverse[Arrays.binarySearch(points, images[i])] = points[i];
        }
        return new Permutation(degree, points, inverse, moved);
    }

    /**
     * A power, computed cycle by cycle in time linear in the support whatever the exponent.
     *
     * @param exponent any integer; 0 gives the identity, -1 the inverse
     * @return this permutation multiplied with itself that many times
     */
    public Permutation power(long exponent) {
        return power(BigInteger.valueOf(exponent));
    }

    /**
     * A power with an exponent of any size.
     *
     * @param exponent any integer
     * @return this permutation multiplied with itself that many times
     */
    public Permutation power(BigInteger exponent) {
        Cycles cycles = cycles();
        int[] from = new int[moved];
        int[] to = new int[moved];
        int next = 0;
        boolean small = exponent.bitLength() < Long.SIZE;
        for (int c = 0; c < cycles.count(); c++) {
            int length = cycles.length(c);
            int shift = small
                ? (int) Math.floorMod(exponent.longValue(), (long) length)
                : exponent.mod(BigInteger.valueOf(length)).intValue();
            for (int i = 0; i < length; i++) {
                from[next] = cycles.point(c, i);
                to[next++] = cycles.point(c, i + shift < length ? i + shift : i + shift - length);
            }
        }
        return fromUnsortedPairs(from, to);
    }

    /**
     * The conjugate {@code g^-1 this g}: this permutation with every point {@code x} renamed to {@code g.image(x)}.
     *
     * @param g the renaming; of the same degree
     * @return the conjugate
     * @throws IllegalArgumentException if the degrees differ
     */
    public Permutation conjugateBy(Permutation g) {
        checkSameDegree(g);
        int[] from = new int[moved];
        int[] to = new int[moved];
        int[] next = {0};
        forEachMoved((x, y) -> {
            from[next[0]] = g.image(x);
            to[next[0]++] = g.image(y);
        });
        return fromUnsortedPairs(from, to);
    }

    /** Pairs that form a permutation by construction, in any order. */
    private Permutation fromUnsortedPairs(int[] from, int[] to) {
        if (!isSparse(degree, from.length)) {
            int[] dense = identityImages(degree);
            for (int i = 0; i < from.length; i++) {
                dense[from[i]] = to[i];
            }
            return fromTrustedImages(dense);
        }
        int[] sorted = from.clone();
        Arrays.sort(sorted);
        int[] aligned = new int[to.length];
        for (int i = 0; i < from.length; i++) {
            aligned[Arrays.binarySearch(sorted, from[i])] = to[i];
        }
        return fromSortedPairs(degree, sorted, aligned, sorted.length);
    }

    /**
     * The commutator {@code this^-1 other^-1 this other}.
     *
     * @param other a permutation of the same degree
     * @return the identity exactly if the two commute
     * @throws IllegalArgumentException if the degrees differ
     */
    public Permutation commutator(Permutation other) {
        return inverse().then(conjugateBy(other));
    }

    /**
     * The decomposition into disjoint cycles.
     *
     * @return the cycles of length at least two, ordered by their smallest points
     */
    public Cycles cycles() {
        return Cycles.of(this);
    }

    /**
     * The order of the cyclic group generated by this permutation.
     *
     * @return the least common multiple of the cycle lengths
     */
    public BigInteger order() {
        return cycles().order();
    }

    /**
     * The parity.
     *
     * @return true if this is a product of an even number of transpositions
     */
    public boolean isEven() {
        return ((moved - cycles().count()) & 1) == 0;
    }

    /**
     * The same permutation on more points.
     *
     * @param newDegree at least the degree
     * @return this permutation with the new points fixed
     * @throws IllegalArgumentException if the new degree is smaller than the old one
     */
    public Permutation extendTo(int newDegree) {
        if (newDegree < degree) {
            throw new IllegalArgumentException("cannot extend degree " + degree + " to the smaller " + newDegree);
        }
        return fromSortedPairs(newDegree, support(), movedImages(), moved);
    }

    private int[] movedImages() {
        if (points != null) {
            return images.clone();
        }
        int[] values = new int[moved];
        int next = 0;
        for (int x = 0; x < degree; x++) {
            if (images[x] != x) {
                values[next++] = images[x];
            }
        }
        return values;
    }

    /**
     * The image of a tuple, entry by entry.
     *
     * @param tuple points
     * @return a new array of their images
     */
    public int[] imageOf(int... tuple) {
        int[] result = new int[tuple.length];
        for (int i = 0; i < tuple.length; i++) {
            result[i] = image(tuple[i]);
        }
        return result;
    }

    private void checkSameDegree(Permutation other) {
        if (degree != other.degree) {
            throw new IllegalArgumentException("degrees differ: " + degree + " and " + other.degree
                + "; use extendTo to bring both to the same number of points");
        }
    }

    /**
     * The list of images, as {@link #parseImages} reads it.
     *
     * @return images separated by blanks
     */
    public String toImageString() {
        return PermutationText.images(this);
    }

    /** Cycle notation, as {@link #parseCycles} reads it; the identity is {@code ()}. */
    @Override
    public String toString() {
        return PermutationText.cycles(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Permutation that && degree == that.degree && moved == that.moved
            && Arrays.equals(points, that.points) && Arrays.equals(images, that.images);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * degree + Arrays.hashCode(points)) + Arrays.hashCode(images);
    }
}
