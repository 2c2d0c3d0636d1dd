package org.orbifold.group.element;

import java.math.BigInteger;

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
public abstract sealed class Permutation permits DensePermutation, SparsePermutation {

    private final int degree;

    Permutation(int degree) {
        this.degree = degree;
    }

    /**
     * The identity.
     *
     * @param degree the number of points
     * @return the permutation that moves nothing
     * @throws IllegalArgumentException if the degree is negative
     */
    public static Permutation identity(int degree) {
        return PermutationFactory.identity(degree);
    }

    /**
     * The permutation with the given list of images.
     *
     * @param images the image of each point; the array is copied
     * @return the permutation {@code x -> images[x]}
     * @throws IllegalArgumentException if a point is out of range or the image of two points
     */
    public static Permutation ofImages(int... images) {
        return PermutationFactory.checkedImages(images);
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
        return PermutationFactory.checkedPairs(degree, points, images);
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
        return PermutationText.parseCycles(degree, text, 0);
    }

    /**
     * Reads cycles of 1-based points, as GAP and Magma print them, such as {@code (1,2,3)(6,8)}.
     *
     * @param degree the number of points
     * @param text disjoint cycles of points from 1 to the degree
     * @return the permutation of the points from 0 on
     * @throws IllegalArgumentException if the text is not a product of disjoint cycles of points from 1 to the degree
     */
    public static Permutation parseCyclesFromOne(int degree, String text) {
        return PermutationText.parseCycles(degree, text, 1);
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
     * The number of points.
     *
     * @return the degree, fixed points included
     */
    public final int degree() {
        return degree;
    }

    /**
     * Whether only the moved points are stored.
     *
     * @return true for the sparse representation
     */
    public abstract boolean isSparse();

    /**
     * Where a point goes.
     *
     * @param point a point below the degree
     * @return its image
     * @throws IndexOutOfBoundsException if there is no such point
     */
    public abstract int image(int point);

    /**
     * All images.
     *
     * @return a new array of length {@link #degree()}
     */
    public abstract int[] images();

    /**
     * All images, without allocating.
     *
     * @param target where they go; of length {@link #degree()}
     */
    public abstract void copyInto(int[] target);

    /**
     * Whether nothing moves.
     *
     * @return true for the identity
     */
    public abstract boolean isIdentity();

    /**
     * The moved points.
     *
     * @return a new array, in increasing order
     */
    public abstract int[] support();

    /**
     * The number of moved points.
     *
     * @return the size of the support; computed at most once
     */
    public abstract int supportSize();

    /**
     * Calls back for every moved point, in increasing order, without allocating.
     *
     * @param action what to do with a point and its image
     */
    public abstract void forEachMoved(MovedPointConsumer action);

    /**
     * The product "first this, then the other".
     *
     * @param next what acts second; of the same degree
     * @return the permutation {@code x -> next.image(image(x))}
     * @throws IllegalArgumentException if the degrees differ
     */
    public final Permutation then(Permutation next) {
        checkSameDegree(next);
        if (next.isIdentity()) {
            return this;
        }
        return isIdentity() ? next : times(next);
    }

    /** The product with a permutation of the same degree, neither being the identity. */
    abstract Permutation times(Permutation next);

    /**
     * The composition of functions, "first the other, then this".
     *
     * @param before what acts first; of the same degree
     * @return the permutation {@code x -> image(before.image(x))}
     * @throws IllegalArgumentException if the degrees differ
     */
    public final Permutation compose(Permutation before) {
        return before.then(this);
    }

    /**
     * The inverse.
     *
     * @return the permutation that undoes this one
     */
    public abstract Permutation inverse();

    /**
     * A power, computed cycle by cycle in time linear in the support whatever the exponent.
     *
     * @param exponent any integer; 0 gives the identity, -1 the inverse
     * @return this permutation multiplied with itself that many times
     */
    public final Permutation power(long exponent) {
        return power(BigInteger.valueOf(exponent));
    }

    /**
     * A power with an exponent of any size.
     *
     * @param exponent any integer
     * @return this permutation multiplied with itself that many times
     */
    public final Permutation power(BigInteger exponent) {
        Cycles cycles = cycles();
        int[] from = new int[supportSize()];
        int[] to = new int[from.length];
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
        return PermutationFactory.fromUnsortedPairs(degree, from, to);
    }

    /**
     * The conjugate {@code g^-1 this g}: this permutation with every point {@code x} renamed to {@code g.image(x)}.
     *
     * @param g the renaming; of the same degree
     * @return the conjugate
     * @throws IllegalArgumentException if the degrees differ
     */
    public final Permutation conjugateBy(Permutation g) {
        checkSameDegree(g);
        int[] from = new int[supportSize()];
        int[] to = new int[from.length];
        int[] next = {0};
        forEachMoved((x, y) -> {
            from[next[0]] = g.image(x);
            to[next[0]++] = g.image(y);
        });
        return PermutationFactory.fromUnsortedPairs(degree, from, to);
    }

    /**
     * The commutator {@code this^-1 other^-1 this other}.
     *
     * @param other a permutation of the same degree
     * @return the identity exactly if the two commute
     * @throws IllegalArgumentException if the degrees differ
     */
    public final Permutation commutator(Permutation other) {
        return inverse().then(conjugateBy(other));
    }

    /**
     * The decomposition into disjoint cycles.
     *
     * @return the cycles of length at least two, ordered by their smallest points
     */
    public final Cycles cycles() {
        return Cycles.of(this);
    }

    /**
     * The order of the cyclic group generated by this permutation.
     *
     * @return the least common multiple of the cycle lengths
     */
    public final BigInteger order() {
        return cycles().order();
    }

    /**
     * The parity.
     *
     * @return true if this is a product of an even number of transpositions
     */
    public final boolean isEven() {
        return ((supportSize() - cycles().count()) & 1) == 0;
    }

    /**
     * The same permutation on more points.
     *
     * @param newDegree at least the degree
     * @return this permutation with the new points fixed
     * @throws IllegalArgumentException if the new degree is smaller than the old one
     */
    public final Permutation extendTo(int newDegree) {
        if (newDegree < degree) {
            throw new IllegalArgumentException("cannot extend degree " + degree + " to the smaller " + newDegree);
        }
        int[] points = support();
        return PermutationFactory.fromSortedPairs(newDegree, points, imageOf(points), points.length);
    }

    /**
     * The image of a tuple, entry by entry.
     *
     * @param tuple points
     * @return a new array of their images
     */
    public final int[] imageOf(int... tuple) {
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
    public final String toImageString() {
        return PermutationText.images(this);
    }

    /**
     * Cycles of 1-based points as GAP and Magma read them, and {@link #parseCyclesFromOne}.
     *
     * @return such as {@code (1,2,3)(6,8)}; the identity is {@code ()}
     */
    public final String toCyclesFromOne() {
        return PermutationText.cycles(this, 1, ',');
    }

    /** Cycle notation, as {@link #parseCycles} reads it; the identity is {@code ()}. */
    @Override
    public final String toString() {
        return PermutationText.cycles(this, 0, ' ');
    }
}
