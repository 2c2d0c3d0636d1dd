package org.orbifold.group.chain;

/** Some consecutive levels of a chain, whose chosen transversal elements it gives as rows to multiply. */
interface Stage {

    /**
     * Appends rows whose product is that of the chosen elements, first to act first; none for the identity.
     *
     * @param chosen per level of the chain the point whose transversal element is meant
     * @param rows where the rows go
     * @param count how many there are already
     * @return the new number of rows
     */
    int append(int[] chosen, char[][] rows, int count);

    /** How many rows an element may need. */
    int mostRows();

    /** What all rows take, once they are made. */
    long bytes();
}
