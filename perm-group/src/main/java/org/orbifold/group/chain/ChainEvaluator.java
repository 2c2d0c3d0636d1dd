package org.orbifold.group.chain;

import java.util.random.RandomGenerator;

/**
 * Uniform elements and membership on image arrays, without allocation. Holds scratch space, so one per thread; the
 * chain itself is shared.
 *
 * <p>Membership traces base images first (few points through short words); only if all lie in the orbits is the one
 * element with those base images compared point by point, block by block.
 */
public final class ChainEvaluator {

    private final StabilizerChain chain;
    private final FrozenLevel[] levels;
    private final ElementMaker maker;

    /** Null if they would be too large. */
    private final InverseRows inverses;

    private final int[] chosen;
    private final int[] traced;

    ChainEvaluator(StabilizerChain chain) {
        this.chain = chain;
        this.levels = chain.levels();
        ChainTables tables = chain.tables();
        this.maker = tables.maker();
        this.inverses = tables.inverses();
        this.chosen = new int[levels.length];
        this.traced = new int[levels.length];
    }

    /**
     * Draws an element, exactly uniformly if the chain is complete: a uniformly chosen transversal element per level.
     *
     * @param random the source of randomness
     * @param result where its images go; of length {@link StabilizerChain#degree()}
     */
    public void random(RandomGenerator random, int[] result) {
        for (int i = 0; i < levels.length; i++) {
            int[] orbit = levels[i].orbit;
            chosen[i] = orbit[random.nextInt(orbit.length)];
        }
        maker.write(chosen, result);
    }

    /**
     * Tests membership.
     *
     * @param candidate a permutation of the chain's degree
     * @return true if it lies in the group
     */
    public boolean contains(int[] candidate) {
        return trace(candidate) && maker.matches(chosen, candidate);
    }

    /**
     * Finds the transversal elements of the only member with the candidate's base images. Each level divides the
     * images of all later base points at once: independent look-ups, where following one point after the other would
     * wait for each.
     *
     * @return false if there is none
     */
    private boolean trace(int[] candidate) {
        int length = levels.length;
        for (int i = 0; i < length; i++) {
            traced[i] = candidate[levels[i].base];
        }
        for (int i = 0; i < length; i++) {
            int point = traced[i];
            int position = levels[i].position(point);
            if (position < 0) {
                return false;
            }
            chosen[i] = point;
            if (inverses != null) {
                inverses.divide(traced, i + 1, length, i, position);
            } else {
                levels[i].divide(traced, i + 1, length, point);
            }
        }
        return true;
    }

    /**
     * The chain that is evaluated.
     *
     * @return the chain
     */
    public StabilizerChain chain() {
        return chain;
    }
}
