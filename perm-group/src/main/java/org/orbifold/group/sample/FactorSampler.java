package org.orbifold.group.sample;

import java.util.random.RandomGenerator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.GroupStructure;

/** Exactly uniform elements of a group that was taken apart: every factor draws its own, at the cost of its points. */
public final class FactorSampler implements GroupSampler {

    private final GroupStructure factor;
    private final GroupStructure.Evaluator evaluator;

    /**
     * A sampler for one thread.
     *
     * @param factor the group
     */
    public FactorSampler(GroupStructure factor) {
        this.factor = factor;
        this.evaluator = factor.evaluator();
    }

    @Override
    public int degree() {
        return factor.degree();
    }

    @Override
    public boolean isUniform() {
        return factor.isVerified();
    }

    @Override
    public void sampleInto(RandomGenerator random, int[] images) {
        evaluator.random(random, images);
    }

    @Override
    public Permutation sample(RandomGenerator random) {
        return evaluator.random(random, factor.degree());
    }
}
