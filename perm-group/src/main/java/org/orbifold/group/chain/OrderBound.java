package org.orbifold.group.chain;

import java.math.BigInteger;
import java.util.List;

/** Gives an upper bound on the order of the group whose chain is being built: reaching it is a proof for free. */
@FunctionalInterface
public interface OrderBound {

    /**
     * Computes the bound. Called only for chains so long that the strong generating test would cost more.
     *
     * @param basePoint the first base point
     * @param stabilizer elements that, as far as is known, generate its stabiliser
     * @return a number that the order does not exceed, or null if there is nothing better than no bound
     */
    BigInteger bound(int basePoint, List<int[]> stabilizer);
}
