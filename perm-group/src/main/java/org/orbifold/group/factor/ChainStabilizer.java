package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.List;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

/**
 * Pointwise stabilisers by a chain whose base begins with the points; the order is known, so nothing is left to
 * prove.
 */
final class ChainStabilizer {

    private ChainStabilizer() {
    }

    static List<Permutation> of(int degree, List<Permutation> generators, BigInteger order, int... points) {
        return StabilizerChain.of(degree, generators, ChainOptions.defaults().withBase(points).withKnownOrder(order))
            .strongGenerators(points.length);
    }
}
