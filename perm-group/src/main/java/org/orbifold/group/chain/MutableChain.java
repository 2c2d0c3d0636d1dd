package org.orbifold.group.chain;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.kernel.Images;

/**
 * A base and strong generating set under construction. Invariants: every generator of a level fixes the base points
 * of all earlier levels and lies in the group; a level's tree spans the base point's orbit under that level's own
 * generators.
 */
final class MutableChain {

    private static final int MOST_EXTRA_EDGES = 8;

    private final int degree;
    private final List<Level> levels = new ArrayList<>();

    /** Points in the order in which they become base points. */
    private final int[] preference;

    private final Word word = new Word();
    private final ChainOptions options;

    /**
     * An empty chain.
     *
     * @param preference all points, those that should become base points first first
     */
    MutableChain(int[] preference) {
        this(preference, ChainOptions.defaults());
    }

    /** An empty chain whose sifts check the cancellation of the options. */
    MutableChain(int[] preference, ChainOptions options) {
        this.options = options;
        this.degree = preference.length;
        this.preference = preference;
    }

    int degree() {
        return degree;
    }

    int size() {
        return levels.size();
    }

    Level level(int index) {
        return levels.get(index);
    }

    ChainOptions options() {
        return options;
    }

    int[] preference() {
        return preference;
    }

    /** Adds a level at the bottom whether or not anything moves the point. */
    Level addLevel(int base) {
        Level level = new Level(degree, base);
        levels.add(level);
        return level;
    }

    BigInteger order() {
        return order(0);
    }

    /** The product of the orbit sizes from a level on. */
    BigInteger order(int from) {
        BigInteger order = BigInteger.ONE;
        long part = 1;
        for (int i = from; i < levels.size(); i++) {
            long next = levels.get(i).orbitSize();
            if (part > Long.MAX_VALUE / Math.max(1, next)) {
                order = order.multiply(BigInteger.valueOf(part));
                part = 1;
            }
            part *= next;
        }
        return order.multiply(BigInteger.valueOf(part));
    }

    /**
     * Divides a permutation by transversal elements, level by level, as long as base images lie in the orbits. Base
     * images are traced through the word so far; the permutation itself is multiplied once, at the end.
     *
     * @param images the permutation; afterwards its residue
     * @param from the level to begin with, whose earlier base points the permutation fixes
     * @return the level at which it fell out, or {@link #size()} if it passed all (the residue may still move points)
     */
    int sift(int[] images, int from) {
        options.checkCancelled();
        word.clear();
        int level = from;
        for (; level < levels.size(); level++) {
            Level current = levels.get(level);
            int point = word.image(images[current.base]);
            if (!current.inOrbit(point)) {
                break;
            }
            current.appendInverse(point, word);
        }
        word.applyTo(images);
        return level;
    }

    /**
     * Sifts and, if something remains, takes the residue in as a strong generator.
     *
     * @param images the permutation; destroyed or taken over
     * @param from the level to begin with
     * @return the level that grew, or -1 if nothing remained
     */
    int insert(int[] images, int from) {
        int level = sift(images, from);
        if (level == levels.size()) {
            int point = firstPreferred(images);
            if (point < 0) {
                return -1;
            }
            addLevel(point);
        }
        levels.get(level).add(images);
        return level;
    }

    private int firstPreferred(int[] images) {
        for (int point : preference) {
            if (images[point] != point) {
                return point;
            }
        }
        return -1;
    }

    /** A product of uniformly drawn transversal elements, from a level on: uniform in the group once complete. */
    void random(int from, RandomGenerator random, int[] images) {
        word.clear();
        for (int i = levels.size() - 1; i >= from; i--) {
            Level level = levels.get(i);
            level.appendTransversal(level.orbitPoint(random.nextInt(level.orbitSize())), word);
        }
        Images.setIdentity(images);
        word.applyTo(images);
    }

    /**
     * Adds random elements of a level's group as further tree edges while its tree is too deep: few generators of an
     * abelian or dihedral group, say, leave long paths.
     */
    void flatten(int index, RandomGenerator random) {
        Level level = levels.get(index);
        for (int i = 0; i < MOST_EXTRA_EDGES && level.isDeep(); i++) {
            int[] element = new int[degree];
            random(index, random, element);
            level.add(element);
        }
    }

    /** The transversal element that maps a level's base point to a point of its orbit. */
    int[] transversal(int level, int point) {
        word.clear();
        levels.get(level).appendTransversal(point, word);
        return word.product(degree);
    }

    /** All strong generators from a level on. */
    List<int[]> generators(int from) {
        List<int[]> all = new ArrayList<>();
        for (int i = from; i < levels.size(); i++) {
            Level level = levels.get(i);
            for (int g = 0; g < level.generatorCount(); g++) {
                all.add(level.generator(g));
            }
        }
        return all;
    }
}
