package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.Permutation;

/**
 * A group on the points {@code 0 .. degree() - 1}, in a form that gives its order, membership and exactly uniform
 * elements. Immutable and safe to share between threads; the work is done by an {@link Evaluator} per thread.
 */
public interface GroupStructure {

    /** The shapes that a factor can have. */
    enum Kind {
        /** Only the identity. */
        TRIVIAL,
        /** One element of order two, perhaps exchanging many points at once. */
        SWAP,
        /** All powers of one permutation. */
        CYCLIC,
        /**
         * All permutations of k blocks of points, acting on the points of each block in parallel; or just of k
         * points.
         */
        SYMMETRIC,
        /** The even ones among those. */
        ALTERNATING,
        /** Symmetric or alternating groups on tiles of points, extended by a group that permutes the tiles. */
        GIANT_EXTENSION,
        /** A product of factors on disjoint points. */
        PRODUCT,
        /** Anything else, by stabiliser chain. */
        CHAIN
    }

    /**
     * The shape.
     *
     * @return the kind of factor
     */
    Kind kind();

    /**
     * The number of points.
     *
     * @return the degree
     */
    int degree();

    /**
     * The order.
     *
     * @return the number of elements
     */
    BigInteger order();

    /**
     * Points that only the identity fixes all of.
     *
     * @return a base, not necessarily a shortest one
     */
    int[] base();

    /**
     * Whether all that was found is proved.
     *
     * @return false if some chain inside is a Monte Carlo result
     */
    boolean isVerified();

    /**
     * The pointwise stabiliser.
     *
     * @param points local points to fix
     * @return image arrays that generate the subgroup of elements that fix all of them; none if it is trivial
     */
    List<int[]> stabilizer(int... points);

    /**
     * Workers with scratch space.
     *
     * @return a new evaluator for one thread
     */
    Evaluator evaluator();

    /** Membership and uniform elements on image arrays, without allocation. Not thread-safe. */
    interface Evaluator {

        /**
         * Tests membership.
         *
         * @param images a permutation of the factor's points
         * @return true if it lies in the group
         */
        boolean contains(int[] images);

        /**
         * Draws an element exactly uniformly.
         *
         * @param random the source of randomness
         * @param images where its images go; of length {@link GroupStructure#degree()}
         */
        void random(RandomGenerator random, int[] images);

        /**
         * Draws an element exactly uniformly; the same one that the other method draws.
         *
         * @param random the source of randomness
         * @param degree the factor's degree
         * @return the element
         */
        default Permutation random(RandomGenerator random, int degree) {
            int[] images = new int[degree];
            random(random, images);
            return Permutation.fromTrustedImages(images);
        }
    }
}
