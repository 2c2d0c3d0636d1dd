package org.orbifold.group.element;

import java.util.Arrays;
import org.orbifold.group.kernel.Images;

/** A permutation by its image array. */
final class DensePermutation extends Permutation {

    private final int[] images;

    /** Number of moved points, -1 until somebody asks. A race computes it twice, to the same value. */
    private int moved = -1;

    /** Takes the array over. */
    DensePermutation(int[] images) {
        super(images.length);
        this.images = images;
    }

    @Override
    public boolean isSparse() {
        return false;
    }

    @Override
    public int image(int point) {
        try {
            return images[point];
        } catch (ArrayIndexOutOfBoundsException e) {
            throw noPoint(point, e);
        }
    }

    private IndexOutOfBoundsException noPoint(int point, ArrayIndexOutOfBoundsException cause) {
        IndexOutOfBoundsException named = new IndexOutOfBoundsException("point " + point
            + " of a permutation of degree " + images.length);
        named.initCause(cause);
        return named;
    }

    @Override
    public int[] images() {
        return images.clone();
    }

    @Override
    public void copyInto(int[] target) {
        System.arraycopy(images, 0, target, 0, images.length);
    }

    @Override
    public boolean isIdentity() {
        return Images.isIdentity(images);
    }

    @Override
    public int[] support() {
        int[] support = new int[supportSize()];
        int next = 0;
        for (int x = 0; next < support.length; x++) {
            if (images[x] != x) {
                support[next++] = x;
            }
        }
        return support;
    }

    @Override
    public int supportSize() {
        int count = moved;
        if (count < 0) {
            count = 0;
            for (int x = 0; x < images.length; x++) {
                count += images[x] == x ? 0 : 1;
            }
            moved = count;
        }
        return count;
    }

    @Override
    public void forEachMoved(MovedPointConsumer action) {
        for (int x = 0; x < images.length; x++) {
            if (images[x] != x) {
                action.accept(x, images[x]);
            }
        }
    }

    @Override
    Permutation times(Permutation next) {
        int[] product = images.clone();
        if (next instanceof DensePermutation dense) {
            Images.multiply(product, dense.images, product);
        } else {
            for (int x = 0; x < product.length; x++) {
                product[x] = next.image(product[x]);
            }
        }
        return PermutationFactory.fromImages(product);
    }

    @Override
    public Permutation inverse() {
        return new DensePermutation(Images.inverse(images));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DensePermutation that && Arrays.equals(images, that.images);
    }

    @Override
    public int hashCode() {
        return 31 * 31 * degree() + Arrays.hashCode(images);
    }
}
