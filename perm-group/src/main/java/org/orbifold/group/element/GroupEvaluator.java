package org.orbifold.group.element;

/**
 * Uniform elements and membership on image arrays, without allocation. Holds scratch space, so one per thread; what is
 * evaluated is shared.
 */
public abstract class GroupEvaluator implements GroupSampler {

    private final int degree;
    private final boolean uniform;

    /**
     * An evaluator of a group.
     *
     * @param degree the number of points
     * @param uniform whether the group is proved, so that draws are exactly uniform
     */
    protected GroupEvaluator(int degree, boolean uniform) {
        this.degree = degree;
        this.uniform = uniform;
    }

    @Override
    public final int degree() {
        return degree;
    }

    @Override
    public final boolean isUniform() {
        return uniform;
    }

    /**
     * Tests membership.
     *
     * @param images a permutation of {@link #degree()} points
     * @return true if it lies in the group
     */
    public abstract boolean contains(int[] images);
}
