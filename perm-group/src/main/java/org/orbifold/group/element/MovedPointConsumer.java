package org.orbifold.group.element;

/** Receives a moved point of a permutation together with its image. */
@FunctionalInterface
public interface MovedPointConsumer {

    /**
     * Called once per moved point.
     *
     * @param point a point that the permutation moves
     * @param image where it goes, different from the point
     */
    void accept(int point, int image);
}
