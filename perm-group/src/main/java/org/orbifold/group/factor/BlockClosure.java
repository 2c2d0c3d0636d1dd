package org.orbifold.group.factor;

import java.util.List;
import org.orbifold.group.element.UnionFind;

/**
 * The finest partition of the points that a group respects and in which given points lie together (Atkinson 1975).
 * Generators are looked up by the points they move, so that many sparse generators cost what they move.
 */
final class BlockClosure {

    private final int degree;
    private final List<int[]> generators;

    /** Generators that move point x: {@code moving[start[x]] .. moving[start[x + 1] - 1]}. */
    private final int[] start;

    private final int[] moving;

    BlockClosure(int degree, List<int[]> generators) {
        this.degree = degree;
        this.generators = generators;
        start = new int[degree + 1];
        for (int[] generator : generators) {
            for (int x = 0; x < degree; x++) {
                if (generator[x] != x) {
                    start[x + 1]++;
                }
            }
        }
        for (int x = 0; x < degree; x++) {
            start[x + 1] += start[x];
        }
        moving = new int[start[degree]];
        int[] next = start.clone();
        for (int g = 0; g < generators.size(); g++) {
            int[] generator = generators.get(g);
            for (int x = 0; x < degree; x++) {
                if (generator[x] != x) {
                    moving[next[x]++] = g;
                }
            }
        }
    }

    /**
     * Closes a set of relations.
     *
     * @param together lists of points that must share a class
     * @return the classes
     */
    UnionFind close(List<int[]> together) {
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
            for (int end = 0; end < 2; end++) {
                int point = end == 0 ? left[head] : right[head];
                for (int i = start[point]; i < start[point + 1]; i++) {
                    int[] generator = generators.get(moving[i]);
                    int a = generator[left[head]];
                    int b = generator[right[head]];
                    if (classes.union(a, b)) {
                        left[count] = a;
                        right[count++] = b;
                    }
                }
            }
        }
        return classes;
    }
}
