package org.orbifold.group.element;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The disjoint cycles of a permutation, fixed points left out, ordered by their smallest points; each cycle starts with
 * its smallest point. Costs time linear in the support for sparse permutations, up to a logarithm.
 */
public final class Cycles {

    private final int[] points;

    /** Cycle {@code c} is {@code points[starts[c]] .. points[starts[c + 1] - 1]}. */
    private final int[] starts;

    private Cycles(int[] points, int[] starts) {
        this.points = points;
        this.starts = starts;
    }

    static Cycles of(Permutation permutation) {
        int[] support = permutation.support();
        // Positions in the sorted support take the place of points, so that nothing of length `degree` is needed.
        int[] next = new int[support.length];
        int size = 0;
        boolean dense = !permutation.isSparse();
        int[] position = new int[dense ? permutation.degree() : 0];
        if (dense) {
            for (int i = 0; i < support.length; i++) {
                position[support[i]] = i;
            }
        }
        for (int i = 0; i < support.length; i++) {
            int image = permutation.image(support[i]);
            next[i] = dense ? position[image] : Arrays.binarySearch(support, image);
        }
        int[] points = new int[support.length];
        int[] starts = new int[support.length / 2 + 1];
        int count = 0;
        for (int i = 0; i < support.length; i++) {
            if (next[i] < 0) {
                continue;
            }
            starts[count++] = size;
            for (int j = i; next[j] >= 0;) {
                points[size++] = support[j];
                int following = next[j];
                next[j] = -1;
                j = following;
            }
        }
        starts[count] = size;
        return new Cycles(points, Arrays.copyOf(starts, count + 1));
    }

    /**
     * The number of cycles of length at least two.
     *
     * @return how many
     */
    public int count() {
        return starts.length - 1;
    }

    /**
     * The length of a cycle.
     *
     * @param cycle the number of the cycle, below {@link #count()}
     * @return its length, at least two
     */
    public int length(int cycle) {
        return starts[checked(cycle) + 1] - starts[cycle];
    }

    /**
     * A point on a cycle.
     *
     * @param cycle the number of the cycle
     * @param position how many steps after its smallest point, below its length
     * @return the point
     */
    public int point(int cycle, int position) {
        if (position < 0 || position >= length(cycle)) {
            throw new IndexOutOfBoundsException("position " + position + " of a cycle of length " + length(cycle));
        }
        return points[starts[cycle] + position];
    }

    /**
     * One cycle as an array.
     *
     * @param cycle the number of the cycle
     * @return its points, the smallest first, each followed by its image
     */
    public int[] cycle(int cycle) {
        return Arrays.copyOfRange(points, starts[checked(cycle)], starts[cycle + 1]);
    }

    private int checked(int cycle) {
        if (cycle < 0 || cycle >= count()) {
            throw new IndexOutOfBoundsException("cycle " + cycle + " of " + count() + ", numbered from 0");
        }
        return cycle;
    }

    /**
     * The cycle type without fixed points.
     *
     * @return the cycle lengths in increasing order
     */
    public int[] type() {
        int[] lengths = new int[count()];
        for (int c = 0; c < lengths.length; c++) {
            lengths[c] = length(c);
        }
        Arrays.sort(lengths);
        return lengths;
    }

    /**
     * The order of the permutation.
     *
     * @return the least common multiple of the cycle lengths
     */
    public BigInteger order() {
        BigInteger order = BigInteger.ONE;
        int last = 1;
        for (int length : type()) {
            if (length != last) {
                BigInteger value = BigInteger.valueOf(length);
                order = order.divide(order.gcd(value)).multiply(value);
                last = length;
            }
        }
        return order;
    }
}
