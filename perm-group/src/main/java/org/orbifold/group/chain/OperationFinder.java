package org.orbifold.group.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Finds an {@link InvariantOperation} of the group H of a level. Let S be the stabiliser of the level's base point and
 * w a point. If S_w fixes another point z, then w^s ↦ z^s is well defined on the orbit of w under S, and commutes
 * with S.
 *
 * <p>Candidates for z are the points that a few random elements of S_w fix; a candidate is accepted only if the map
 * that it gives is checked to commute with all strong generators of S, so chance decides what is found but not whether
 * it is right.
 */
final class OperationFinder {

    /** Elements of S_w that a candidate is fixed by. */
    private static final int STABILIZER_ELEMENTS = 10;

    /** Orbits of S that are looked at, the longest first. */
    private static final int MOST_ORBITS = 32;

    private final FrozenLevel[] levels;
    private final int number;
    private final int degree;
    private final RandomGenerator random;

    /** Strong generators of S at even, their inverses at odd positions. */
    private final List<int[]> edges = new ArrayList<>();

    /** Per point the edge by which its orbit's tree enters it, or -1. */
    private final int[] entering;

    /** The points that S moves. */
    private final IntArrayList moved = new IntArrayList();

    private final Word word = new Word();

    private OperationFinder(FrozenLevel[] levels, int number, RandomGenerator random) {
        this.levels = levels;
        this.number = number;
        this.degree = levels[number].degree();
        this.random = random;
        for (int i = number + 1; i < levels.length; i++) {
            for (int e = 0; e < 2 * levels[i].generators.length; e++) {
                edges.add(levels[i].edge(e));
            }
        }
        entering = new int[degree];
    }

    /**
     * Looks for an operation.
     *
     * @param levels the levels of a complete chain
     * @param number the level whose group it shall commute with
     * @param random where to look
     * @return the operation, or null if none was found
     */
    static InvariantOperation find(FrozenLevel[] levels, int number, RandomGenerator random) {
        return new OperationFinder(levels, number, random).find();
    }

    private InvariantOperation find() {
        int[] atBase = new int[degree];
        Arrays.setAll(atBase, w -> w);
        boolean found = false;
        List<int[]> orbits = orbits();
        for (int[] orbit : orbits.subList(0, Math.min(MOST_ORBITS, orbits.size()))) {
            for (int z : candidates(orbit[0])) {
                if (spread(orbit, z, atBase)) {
                    found = true;
                    break;
                }
            }
        }
        return found ? new InvariantOperation(levels[number], atBase) : null;
    }

    /** The orbits of S with more than one point, breadth-first each, the longest first. */
    private List<int[]> orbits() {
        boolean[] seen = new boolean[degree];
        List<int[]> result = new ArrayList<>();
        IntArrayList orbit = new IntArrayList();
        for (int start = 0; start < degree; start++) {
            if (seen[start]) {
                continue;
            }
            orbit.clear();
            orbit.add(start);
            seen[start] = true;
            entering[start] = -1;
            for (int head = 0; head < orbit.size(); head++) {
                for (int e = 0; e < edges.size(); e++) {
                    int image = edges.get(e)[orbit.getInt(head)];
                    if (!seen[image]) {
                        seen[image] = true;
                        entering[image] = e;
                        orbit.add(image);
                    }
                }
            }
            if (orbit.size() > 1) {
                moved.addAll(orbit);
                result.add(orbit.toIntArray());
            }
        }
        result.sort(Comparator.comparingInt((int[] o) -> -o.length));
        return result;
    }

    /** Points that random elements of S_w fix, but not all of S does. */
    private IntArrayList candidates(int w) {
        IntArrayList fixed = new IntArrayList(moved);
        fixed.rem(w);
        for (int i = 0; i < STABILIZER_ELEMENTS && !fixed.isEmpty(); i++) {
            randomFixing(w);
            int[] images = fixed.toIntArray();
            word.applyTo(images, 0, images.length);
            int kept = 0;
            for (int c = 0; c < images.length; c++) {
                if (images[c] == fixed.getInt(c)) {
                    fixed.set(kept++, images[c]);
                }
            }
            fixed.size(kept);
        }
        return fixed;
    }

    /** Makes the word a uniform element of S_w: a uniform one of S, and the way back in the tree of the orbit of w. */
    private void randomFixing(int w) {
        word.clear();
        for (int i = levels.length - 1; i > number; i--) {
            int[] orbit = levels[i].orbit;
            levels[i].append(orbit[random.nextInt(orbit.length)], word);
        }
        for (int x = word.image(w); x != w;) {
            int[] back = edges.get(entering[x] ^ 1);
            word.append(back);
            x = back[x];
        }
    }

    /** Extends w ↦ z along the tree of the orbit of w; false, and nothing written, unless that commutes with S. */
    private boolean spread(int[] orbit, int z, int[] target) {
        int[] values = target.clone();
        values[orbit[0]] = z;
        for (int i = 1; i < orbit.length; i++) {
            int edge = entering[orbit[i]];
            int parent = edges.get(edge ^ 1)[orbit[i]];
            values[orbit[i]] = edges.get(edge)[values[parent]];
        }
        for (int e = 0; e < edges.size(); e += 2) {
            int[] generator = edges.get(e);
            for (int x : orbit) {
                if (values[generator[x]] != generator[values[x]]) {
                    return false;
                }
            }
        }
        for (int x : orbit) {
            target[x] = values[x];
        }
        return true;
    }
}
