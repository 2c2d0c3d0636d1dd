package org.orbifold.group.chain;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbifold.group.kernel.Images;

/**
 * Uniform elements and membership on image arrays, without allocation. Holds scratch space, so one per thread; the
 * chain itself is shared.
 *
 * <p>Membership traces base images first (few points through short words); only if all lie in the orbits is the one
 * element with those base images compared point by point.
 */
public final class ChainEvaluator {

    private final StabilizerChain chain;
    private final FrozenLevel[] levels;
    private final Word word = new Word();
    private final int[] chosen;
    private final int[] images;
    private final char[][] batch = new char[4][];

    ChainEvaluator(StabilizerChain chain) {
        this.chain = chain;
        this.levels = chain.levels();
        this.chosen = new int[levels.length];
        this.images = new int[chain.degree()];
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
        multiply(result);
    }

    /**
     * Tests membership.
     *
     * @param candidate a permutation of the chain's degree
     * @return true if it lies in the group
     */
    public boolean contains(int[] candidate) {
        word.clear();
        for (int i = 0; i < levels.length; i++) {
            FrozenLevel level = levels[i];
            int point = word.image(candidate[level.base]);
            if (!level.inOrbit(point)) {
                return false;
            }
            chosen[i] = point;
            level.appendInverse(point, word);
        }
        multiply(images);
        return Arrays.equals(images, candidate);
    }

    /** Multiplies the chosen transversal elements, the deepest first. */
    private void multiply(int[] result) {
        Images.setIdentity(result);
        int waiting = 0;
        for (int i = levels.length - 1; i >= 0; i--) {
            FrozenLevel level = levels[i];
            if (chosen[i] == level.base) {
                continue;
            }
            char[] row = level.row(chosen[i]);
            if (row != null) {
                batch[waiting++] = row;
                if (waiting == 4) {
                    apply(result, waiting);
                    waiting = 0;
                }
            } else {
                apply(result, waiting);
                waiting = 0;
                word.clear();
                level.append(chosen[i], word);
                word.applyTo(result);
            }
        }
        apply(result, waiting);
    }

    private void apply(int[] result, int count) {
        int next = 0;
        if (count == 4) {
            char[] a = batch[0];
            char[] b = batch[1];
            char[] c = batch[2];
            char[] d = batch[3];
            for (int x = 0; x < result.length; x++) {
                result[x] = d[c[b[a[result[x]]]]];
            }
            return;
        }
        if (count >= 2) {
            char[] a = batch[0];
            char[] b = batch[1];
            for (int x = 0; x < result.length; x++) {
                result[x] = b[a[result[x]]];
            }
            next = 2;
        }
        if (next < count) {
            char[] a = batch[next];
            for (int x = 0; x < result.length; x++) {
                result[x] = a[result[x]];
            }
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
