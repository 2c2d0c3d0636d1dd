package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.chain.ChainEvaluator;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

/** A group without a recognised shape, by its stabiliser chain. */
public final class ChainFactor implements GroupStructure {

    private final StabilizerChain chain;

    ChainFactor(StabilizerChain chain) {
        this.chain = chain;
    }

    /**
     * The chain.
     *
     * @return base, strong generators and transversals on the local points
     */
    public StabilizerChain chain() {
        return chain;
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
    public List<int[]> stabilizer(int... points) {
        return ChainStabilizer.of(chain.degree(), chain.strongGenerators().stream().map(Permutation::images).toList(),
            chain.order(), points);
    }

    @Override
    public Evaluator evaluator() {
        ChainEvaluator evaluator = chain.evaluator();
        return new Evaluator() {
            @Override
            public boolean contains(int[] images) {
                return evaluator.contains(images);
            }

            @Override
            public void random(RandomGenerator random, int[] images) {
                evaluator.random(random, images);
            }
        };
    }
}
