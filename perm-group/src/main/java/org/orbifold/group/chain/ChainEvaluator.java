package org.orbifold.group.chain;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.GroupEvaluator;

/**
 * Elements and membership by a chain. An element is a product of transversal elements, one per level; membership traces
 * base images first and compares the only member that has them with the candidate.
 */
final class ChainEvaluator extends GroupEvaluator {

    private final FrozenLevel[] levels;

    /** Null if the chain is too large for one. */
    private final @Nullable TransversalTable table;

    private final char[][] factors;
    private final Word word = new Word();
    private final int[] traced;
    private final int[] scratch;

    ChainEvaluator(StabilizerChain chain, @Nullable TransversalTable table) {
        super(chain.degree(), chain.isVerified());
        this.levels = chain.levels();
        this.table = table;
        this.factors = new char[levels.length][];
        this.traced = new int[levels.length];
        this.scratch = new int[chain.degree()];
    }

    /** A uniformly chosen transversal element per level, the deepest acting first. */
    @Override
    public void sampleInto(RandomGenerator random, int[] images) {
        for (int i = 0; i < levels.length; i++) {
            int[] orbit = levels[i].orbit;
            traced[i] = orbit[random.nextInt(orbit.length)];
        }
        multiply(images);
    }

    @Override
    public boolean contains(int[] images) {
        if (!trace(images)) {
            return false;
        }
        multiply(scratch);
        return Arrays.equals(scratch, images);
    }

    /** The product of the transversal elements of the traced points. */
    private void multiply(int[] result) {
        if (table == null) {
            word.clear();
            for (int i = levels.length - 1; i >= 0; i--) {
                levels[i].append(traced[i], word);
            }
            word.writeTo(result);
            return;
        }
        int count = 0;
        for (int i = levels.length - 1; i >= 0; i--) {
            if (traced[i] != levels[i].base) {
                factors[count++] = table.element(i, traced[i]);
            }
        }
        CharImages.multiply(factors, count, result);
    }

    /**
     * Finds the transversal elements of the only member with the candidate's base images. Each level divides the
     * images of all later base points at once: independent look-ups, where following one point after the other would
     * wait for each.
     *
     * @return false if there is none
     */
    private boolean trace(int[] candidate) {
        for (int i = 0; i < levels.length; i++) {
            traced[i] = candidate[levels[i].base];
        }
        for (int i = 0; i < levels.length; i++) {
            if (!levels[i].inOrbit(traced[i])) {
                return false;
            }
            levels[i].divide(traced, i + 1, levels.length, traced[i]);
        }
        return true;
    }
}
