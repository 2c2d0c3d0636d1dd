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
    private final TailTable tail;
    private final int[] identity;
    private final Word word = new Word();
    private final int[] chosen;
    private final int[] images;

    /** Multiplied-out transversal elements to apply, first to act first. */
    private final char[][] rows;

    ChainEvaluator(StabilizerChain chain) {
        this.chain = chain;
        this.levels = chain.levels();
        this.tail = chain.tail();
        this.identity = Images.identity(chain.degree());
        this.chosen = new int[levels.length];
        this.images = new int[chain.degree()];
        this.rows = new char[levels.length][];
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
        int count = collectRows();
        if (count < 0) {
            multiplyByWords(images);
            return Arrays.equals(images, candidate);
        }
        int last = Math.max(0, (count - 1) / 4 * 4);
        if (last > 0) {
            multiply(images, last);
        }
        return equalsAfter(last > 0 ? images : identity, last, count, candidate);
    }

    /** Collects the rows of the chosen elements, the deepest level first; -1 if some level has none. */
    private int collectRows() {
        int count = 0;
        if (tail.from() < levels.length) {
            char[] row = tail.row(chosen);
            if (row != null) {
                rows[count++] = row;
            }
        }
        for (int i = tail.from() - 1; i >= 0; i--) {
            if (chosen[i] != levels[i].base) {
                char[] row = levels[i].row(chosen[i]);
                if (row == null) {
                    return -1;
                }
                rows[count++] = row;
            }
        }
        return count;
    }

    /** Whether a permutation, multiplied by the last rows, at most four, is the candidate; nothing is written. */
    private boolean equalsAfter(int[] start, int from, int to, int[] candidate) {
        int n = candidate.length;
        char[] a = from < to ? rows[from] : null;
        char[] b = from + 1 < to ? rows[from + 1] : null;
        char[] c = from + 2 < to ? rows[from + 2] : null;
        switch (to - from) {
            case 0:
                return Arrays.equals(start, candidate);
            case 1:
                for (int x = 0; x < n; x++) {
                    if (a[start[x]] != candidate[x]) {
                        return false;
                    }
                }
                return true;
            case 2:
                for (int x = 0; x < n; x++) {
                    if (b[a[start[x]]] != candidate[x]) {
                        return false;
                    }
                }
                return true;
            case 3:
                for (int x = 0; x < n; x++) {
                    if (c[b[a[start[x]]]] != candidate[x]) {
                        return false;
                    }
                }
                return true;
            default:
                char[] d = rows[from + 3];
                for (int x = 0; x < n; x++) {
                    if (d[c[b[a[start[x]]]]] != candidate[x]) {
                        return false;
                    }
                }
                return true;
        }
    }

    /** Multiplies the chosen transversal elements, the deepest first. */
    private void multiply(int[] result) {
        int count = collectRows();
        if (count < 0) {
            multiplyByWords(result);
        } else {
            multiply(result, count);
        }
    }

    private void multiplyByWords(int[] result) {
        Images.setIdentity(result);
        for (int i = levels.length - 1; i >= 0; i--) {
            if (chosen[i] != levels[i].base) {
                char[] row = levels[i].row(chosen[i]);
                if (row != null) {
                    rows[0] = row;
                    apply(result, 0, 1);
                } else {
                    word.clear();
                    levels[i].append(chosen[i], word);
                    word.applyTo(result);
                }
            }
        }
    }

    /** The product of the first rows, four at a time: fewer passes over the points. */
    private void multiply(int[] result, int count) {
        int done = Math.min(4, count);
        if (done == 4) {
            char[] a = rows[0];
            char[] b = rows[1];
            char[] c = rows[2];
            char[] d = rows[3];
            for (int x = 0; x < result.length; x++) {
                result[x] = d[c[b[a[x]]]];
            }
        } else {
            Images.setIdentity(result);
            apply(result, 0, done);
        }
        for (; done + 4 <= count; done += 4) {
            apply(result, done, done + 4);
        }
        apply(result, done, count);
    }

    private void apply(int[] result, int from, int to) {
        int next = from;
        if (to - from == 4) {
            char[] a = rows[from];
            char[] b = rows[from + 1];
            char[] c = rows[from + 2];
            char[] d = rows[from + 3];
            for (int x = 0; x < result.length; x++) {
                result[x] = d[c[b[a[result[x]]]]];
            }
            return;
        }
        if (to - from >= 2) {
            char[] a = rows[from];
            char[] b = rows[from + 1];
            for (int x = 0; x < result.length; x++) {
                result[x] = b[a[result[x]]];
            }
            next += 2;
        }
        if (next < to) {
            char[] a = rows[next];
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
