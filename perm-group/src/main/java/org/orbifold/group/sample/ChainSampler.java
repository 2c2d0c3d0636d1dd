package org.orbifold.group.sample;

import java.util.random.RandomGenerator;
import org.orbifold.group.chain.ChainEvaluator;
import org.orbifold.group.chain.StabilizerChain;

/** Exactly uniform elements from a stabiliser chain: one uniform transversal element per level, multiplied. */
public final class ChainSampler implements GroupSampler {

    private final StabilizerChain chain;
    private final ChainEvaluator evaluator;

    /**
     * A sampler for one thread.
     *
     * @param chain a complete chain; elements of an unverified chain that is too small are not uniform in the group
     */
    public ChainSampler(StabilizerChain chain) {
        this.chain = chain;
        this.evaluator = chain.evaluator();
    }

    @Override
    public int degree() {
        return chain.degree();
    }

    @Override
    public boolean isUniform() {
        return chain.isVerified();
    }

    @Override
    public void sampleInto(RandomGenerator random, int[] images) {
        evaluator.random(random, images);
    }
}
