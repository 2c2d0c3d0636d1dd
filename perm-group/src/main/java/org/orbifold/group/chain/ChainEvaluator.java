package org.orbifold.group.chain;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbifold.group.kernel.Images;
import org.orbifold.group.kernel.Rows;

/**
 * Uniform elements and membership on image arrays, without allocation. Holds scratch space, so one per thread; the
 * chain itself is shared.
 *
 * <p>Membership traces base images first (few points through short words); only if all lie in the orbits is the one
 * element with those base images compared point by point, block by block.
 */
public final class ChainEvaluator {

    /** Points compared at first, so that most other permutations are told quickly, and per block after that. */
    private static final int FIRST_BLOCK = 32;

    private static final int BLOCK = 2048;

    /** From this degree on the rows of a chain are too many for the nearest cache. */
    private static final int FETCHED_DEGREE = 256;

    private final StabilizerChain chain;
    private final FrozenLevel[] levels;

    /** Null if there is no room for multiplied-out elements. */
    private final Stage[] stages;

    private final Word word = new Word();
    private final int[] chosen;
    private final int[] traced;
    private final int[] images;

    /** Multiplied-out factors of transversal elements, first to act first: at most two per level. */
    private final char[][] rows;

    /** Keeps the compiler from leaving the fetching out. */
    private int fetched;

    ChainEvaluator(StabilizerChain chain) {
        this.chain = chain;
        this.levels = chain.levels();
        this.stages = chain.stages();
        this.chosen = new int[levels.length];
        this.traced = new int[levels.length];
        this.images = new int[chain.degree()];
        this.rows = new char[2 * levels.length][];
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
        if (stages == null) {
            multiplyByWords(result);
        } else {
            int count = collectRows();
            Rows.multiply(rows, count, result, 0, result.length);
        }
    }

    /**
     * Tests membership.
     *
     * @param candidate a permutation of the chain's degree
     * @return true if it lies in the group
     */
    public boolean contains(int[] candidate) {
        if (!trace(candidate)) {
            return false;
        }
        if (stages == null) {
            multiplyByWords(images);
            return Arrays.equals(images, candidate);
        }
        int count = collectRows();
        int block = FIRST_BLOCK;
        for (int from = 0; from < candidate.length; from += block, block = BLOCK) {
            block = Math.min(block, candidate.length - from);
            Rows.multiply(rows, count, images, from, from + block);
            if (!Arrays.equals(images, from, from + block, candidate, from, from + block)) {
                return false;
            }
        }
        return true;
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
            if (!levels[i].inOrbit(traced[i])) {
                return false;
            }
            chosen[i] = traced[i];
            levels[i].divide(traced, i + 1, length, traced[i]);
        }
        return true;
    }

    /** Collects the rows of the chosen elements, the deepest level first, and has them fetched. */
    private int collectRows() {
        int count = 0;
        for (Stage stage : stages) {
            count = stage.append(chosen, rows, count);
        }
        if (images.length >= FETCHED_DEGREE) {
            fetched += Rows.fetch(rows, count);
        }
        return count;
    }

    private void multiplyByWords(int[] result) {
        Images.setIdentity(result);
        for (int i = levels.length - 1; i >= 0; i--) {
            word.clear();
            levels[i].append(chosen[i], word);
            word.applyTo(result);
        }
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
