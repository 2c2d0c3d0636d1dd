package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.List;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;

/** A group without a recognised shape, by its stabiliser chain. */
final class ChainFactor implements GroupStructure {

    private final StabilizerChain chain;

    ChainFactor(StabilizerChain chain) {
        this.chain = chain;
    }

    @Override
    public Kind kind() {
        return Kind.CHAIN;
    }

    @Override
    public int degree() {
        return chain.degree();
    }

    @Override
    public BigInteger order() {
        return chain.order();
    }

    @Override
    public int[] base() {
        return chain.base();
    }

    @Override
    public boolean isVerified() {
        return chain.isVerified();
    }

    @Override
    public List<Permutation> stabilizer(int... points) {
        return points.length == 0
            ? chain.strongGenerators()
            : ChainStabilizer.of(chain.degree(), chain.strongGenerators(), chain.order(), points);
    }

    @Override
    public GroupEvaluator evaluator() {
        return chain.evaluator();
    }
}
