package org.orbifold.group.element;

import java.util.random.RandomGenerator;

/** Draws elements of a group. Samplers hold scratch space or state: one per thread. */
public interface GroupSampler {

    /**
     * The number of points.
     *
     * @return the degree of the elements
     */
    int degree();

    /**
     * Whether every element has exactly the same probability at every draw, independently of earlier ones.
     *
     * @return false for product replacement
     */
    boolean isUniform();

    /**
     * Draws an element without allocating.
     *
     * @param random the source of randomness
     * @param images where the images of the points go, a permutation always; of length {@link #degree()}
     */
    void sampleInto(RandomGenerator random, int[] images);

    /**
     * Draws an element.
     *
     * @param random the source of randomness
     * @return the element
     */
    default Permutation sample(RandomGenerator random) {
        int[] images = new int[degree()];
        sampleInto(random, images);
        // What a sampler writes is a permutation by contract: a check would double the time of many draws.
        return PermutationFactory.fromImages(images);
    }
}
