package org.orbifold.group.element;

import java.util.Arrays;
import org.orbifold.group.kernel.Images;

/** A permutation by its moved points, in increasing order, and their images. */
final class SparsePermutation extends Permutation {

    private final int[] points;
    private final int[] images;

    /** Takes the arrays over; no point of them is fixed. */
    SparsePermutation(int degree, int[] points, int[] images) {
        super(degree);
        this.points = points;
        this.images = images;
    }

    @Override
    public boolean isSparse() {
        return true;
    }

    @Override
    public int image(int point) {
        if (point < 0 || point >= degree()) {
            throw new IndexOutOfBoundsException("point " + point + " of a permutation of degree " + degree());
        }
        int index = Arrays.binarySearch(points, point);
        return index < 0 ? point : images[index];
    }

    @Override
    public int[] images() {
        int[] dense = new int[degree()];
        copyInto(dense);
        return dense;
    }

    @Override
    public void copyInto(int[] target) {
        Images.setIdentity(target);
        for (int i = 0; i < points.length; i++) {
            target[points[i]] = images[i];
        }
    }

    @Override
    public boolean isIdentity() {
        return points.length == 0;
    }

    @Override
    public int[] support() {
        return points.clone();
    }

    @Override
    public int supportSize() {
        return points.length;
    }

    @Override
    public void forEachMoved(MovedPointConsumer action) {
        for (int i = 0; i < points.length; i++) {
            action.accept(points[i], images[i]);
        }
    }

    @Override
    Permutation times(Permutation next) {
        if (next instanceof SparsePermutation sparse) {
            return merge(sparse);
        }
        // Points that this one fixes go where the next one takes them.
        int[] product = next.images();
        for (int i = 0; i < points.length; i++) {
            product[points[i]] = next.image(images[i]);
        }
        return PermutationFactory.fromImages(product);
    }

    /** Merges the two sorted supports; the product moves no other point. */
    private Permutation merge(SparsePermutation next) {
        int[] merged = new int[points.length + next.points.length];
        int[] values = new int[merged.length];
        int length = 0;
        int i = 0;
        int j = 0;
        while (i < points.length || j < next.points.length) {
            int a = i < points.length ? points[i] : Integer.MAX_VALUE;
            int b = j < next.points.length ? next.points[j] : Integer.MAX_VALUE;
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
        return PermutationFactory.fromSortedPairs(degree(), merged, values, length);
    }

    @Override
    public Permutation inverse() {
        int[] inverse = new int[points.length];
        for (int i = 0; i < points.length; i++) {
            inverse[Arrays.binarySearch(points, images[i])] = points[i];
        }
        return new SparsePermutation(degree(), points, inverse);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SparsePermutation that && degree() == that.degree()
            && Arrays.equals(points, that.points) && Arrays.equals(images, that.images);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * degree() + Arrays.hashCode(points)) + Arrays.hashCode(images);
    }
}
