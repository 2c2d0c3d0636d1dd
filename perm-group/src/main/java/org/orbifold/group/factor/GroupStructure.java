package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;

/**
 * A group on the points {@code 0 .. degree() - 1}, in a form that gives its order, membership and exactly uniform
 * elements. Immutable and safe to share between threads; the work is done by a {@link GroupEvaluator} per thread.
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
        /** All permutations of three or more tiles of equally many points; see {@link DirectFactor#tiles()}. */
        SYMMETRIC,
        /** All even permutations of some points, perhaps of several orbits in the same way. */
        ALTERNATING,
        /** All permutations of some points, with other points that go along as sets of these do. */
        SYMMETRIC_ACTION,
        /** Symmetric or alternating groups on blocks of points, extended by a group that permutes the blocks. */
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
     * @return generators of the subgroup of elements that fix all of them; none if it is trivial
     */
    List<Permutation> stabilizer(int... points);

    /**
     * Workers with scratch space.
     *
     * @return a new evaluator for one thread
     */
    GroupEvaluator evaluator();

    /**
     * A graph whose automorphisms the elements are, where the shape is known well enough for one.
     *
     * @return the graph; empty for groups that only a chain describes
     */
    default Optional<DefiningGraph> definingGraph() {
        return Optional.empty();
    }
}
