package org.orbifold.group.chain;

/** Multiplies chosen transversal elements, one per level of a chain. Holds scratch space, so one per thread. */
interface ElementMaker {

    /**
     * Writes the product.
     *
     * @param chosen per level the point whose transversal element is meant
     * @param result where the images go
     */
    void write(int[] chosen, int[] result);

    /**
     * Compares with the product.
     *
     * @param chosen per level the point whose transversal element is meant
     * @param candidate a permutation
     * @return true if all images agree
     */
    boolean matches(int[] chosen, int[] candidate);
}
