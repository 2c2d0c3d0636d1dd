package org.orbifold.group.factor;

import java.util.List;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * Generators looked up by the points they move: per point the generators that move it, in increasing order, with its
 * images (compressed rows). As large as the supports together, so many sparse generators on many points cost what
 * they move.
 */
final class SparseAction {

    private final int degree;
    private final List<Permutation> generators;

    /** Row x is {@code [start[x], start[x + 1])} of {@link #generator} and {@link #image}. */
    private final int[] start;

    private final int[] generator;
    private final int[] image;

    SparseAction(int degree, List<Permutation> generators) {
        this.degree = degree;
        this.generators = generators;
        start = new int[degree + 1];
        for (Permutation permutation : generators) {
            permutation.forEachMoved((x, y) -> start[x + 1]++);
        }
        for (int x = 0; x < degree; x++) {
            start[x + 1] += start[x];
        }
        generator = new int[start[degree]];
        image = new int[start[degree]];
        int[] next = start.clone();
        for (int g = 0; g < generators.size(); g++) {
            int number = g;
            generators.get(g).forEachMoved((x, y) -> {
                generator[next[x]] = number;
                image[next[x]++] = y;
            });
        }
    }

    int degree() {
        return degree;
    }

    /** Where the row of a point starts, in the numbers that {@link #generator} takes; it ends where the next does. */
    int first(int point) {
        return start[point];
    }

    /** The generator of an entry of a row. */
    int generator(int entry) {
        return generator[entry];
    }

    Orbits orbits() {
        UnionFind classes = new UnionFind(degree);
        for (int x = 0; x < degree; x++) {
            for (int i = start[x]; i < start[x + 1]; i++) {
                classes.union(x, image[i]);
            }
        }
        return Orbits.of(classes);
    }

    /**
     * The finest partition that the group respects and in which given points lie together (Atkinson 1975).
     *
     * @param together lists of points that must share a class
     * @return the classes
     */
    UnionFind closeBlocks(List<int[]> together) {
        UnionFind classes = new UnionFind(degree);
        // Each union merges two classes for good, so fewer than `degree` pairs ever wait.
        int[] left = new int[degree];
        int[] right = new int[degree];
        int count = 0;
        for (int[] points : together) {
            for (int i = 1; i < points.length; i++) {
                if (classes.union(points[0], points[i])) {
                    left[count] = points[0];
                    right[count++] = points[i];
                }
            }
        }
        for (int head = 0; head < count && classes.sets() > 1; head++) {
            int a = left[head];
            int b = right[head];
            int i = start[a];
            int j = start[b];
            // Generators that move neither point map the pair to itself: walk the two rows side by side.
            while (i < start[a + 1] || j < start[b + 1]) {
                int g = i < start[a + 1] ? generator[i] : Integer.MAX_VALUE;
                int h = j < start[b + 1] ? generator[j] : Integer.MAX_VALUE;
                int imageOfA = g <= h ? image[i++] : a;
                int imageOfB = h <= g ? image[j++] : b;
                if (classes.union(imageOfA, imageOfB)) {
                    left[count] = imageOfA;
                    right[count++] = imageOfB;
                }
            }
        }
        return classes;
    }

    /**
     * Tries to extend {@code x -> y} to a map from the orbit of x that commutes with all generators, one-to-one if
     * the orbits are of equal size.
     *
     * @param map scratch space of the length of the degree, -1 everywhere before; afterwards the map on the orbit of
     *     x, or -1 everywhere again if there is none
     * @param queue scratch space as long as the orbit
     * @return whether there is one
     */
    boolean extend(int x, int y, int[] map, int[] queue) {
        int tail = 0;
        map[x] = y;
        queue[tail++] = x;
        for (int head = 0; head < tail; head++) {
            int point = queue[head];
            int partner = map[point];
            int row = start[partner];
            boolean same = start[point + 1] - start[point] == start[partner + 1] - row;
            for (int i = start[point]; same && i < start[point + 1]; i++, row++) {
                same = generator[i] == generator[row];
                if (same && map[image[i]] < 0) {
                    map[image[i]] = image[row];
                    queue[tail++] = image[i];
                }
                same = same && map[image[i]] == image[row];
            }
            if (!same) {
                for (int i = 0; i < tail; i++) {
                    map[queue[i]] = -1;
                }
                return false;
            }
        }
        return true;
    }

    /** Per point, a hash of the generators that move it and of its cycle lengths: equal for points that correspond. */
    long[] fingerprints() {
        long[] hash = new long[degree];
        for (int g = 0; g < generators.size(); g++) {
            var cycles = generators.get(g).cycles();
            for (int c = 0; c < cycles.count(); c++) {
                long value = mix(((long) g << 32) + cycles.length(c));
                for (int i = 0; i < cycles.length(c); i++) {
                    hash[cycles.point(c, i)] += value;
                }
            }
        }
        return hash;
    }

    static long mix(long value) {
        long z = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
        z = (z ^ z >>> 33) * 0xc4ceb9fe1a85ec53L;
        return z ^ z >>> 33;
    }
}
